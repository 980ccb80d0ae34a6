import { expect, it } from 'vitest';
import { compareManyOfFamily, compareTemporalOfFamily } from './testing/compare-family.ts';
import { seedOfRun } from './testing/seed.ts';

it('agrees with brute force on children systems', async () => {
  const seed = seedOfRun();
  console.log(`engine against oracle, children systems: PREMORTEM_SEED=${seed}`);
  const tally = await compareManyOfFamily('children', 200, seed, 60);
  console.log(`  ${tally.toString()}`);
  expect(tally.compared).toBe(200);
  expect(tally.missing()).toEqual([]);
}, 300_000);

it('agrees with brute force on what children systems do for ever', async () => {
  const seed = seedOfRun();
  console.log(`engine against temporal oracle, children systems: PREMORTEM_SEED=${seed}`);
  const histogram = await compareTemporalOfFamily('children', 20, seed, 60);
  console.log(`  ${histogram.toString()}`);
  expect(histogram.compared).toBe(20);
}, 300_000);
