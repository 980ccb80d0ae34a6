import { expect, it } from 'vitest';
import { compareManyLive } from './testing/compare-live.ts';
import { seedOfRun } from './testing/seed.ts';

it('runs sync calls in the order of live XState', () => {
  const seed = seedOfRun();
  const tally = compareManyLive(300, seed);
  console.log(`engine against live actors: PREMORTEM_SEED=${seed} ${JSON.stringify(tally)}`);
  // Agreement means little where nothing moves and nobody calls anybody.
  expect(tally.compared).toBeGreaterThan(200);
  expect(tally.spread).toBeGreaterThan(tally.compared);
}, 120_000);
