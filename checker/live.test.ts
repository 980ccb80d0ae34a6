import { expect, it, vi } from 'vitest';
import { compareManyLive } from './testing/compare-live.ts';
import { seedOfRun } from './testing/seed.ts';

it('runs sync calls in the order of live XState', () => {
  const seed = seedOfRun();
  console.log(`engine against live actors: PREMORTEM_SEED=${seed}`);
  // XState's development build warns of every event to an actor that is done.
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const tally = compareManyLive(220, seed);
  warn.mockRestore();
  console.log(`  ${JSON.stringify(tally)}`);
  // Agreement means little where nothing moves, nobody calls anybody and nobody is ever busy.
  expect(tally.compared).toBeGreaterThanOrEqual(200);
  expect(tally.spread).toBeGreaterThan(tally.compared);
  expect(tally.waited).toBeGreaterThan(tally.compared / 2);
  expect(tally.remembered).toBeGreaterThan(tally.compared / 4);
}, 300_000);
