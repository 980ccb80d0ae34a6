import { expect, it } from 'vitest';
import { compareManyOfFamily, compareTemporalOfFamily } from './testing/compare-family.ts';
import { seedOfRun } from './testing/seed.ts';

it('agrees with brute force on faulty systems', async () => {
  const seed = seedOfRun();
  console.log(`engine against oracle, faulty systems: PREMORTEM_SEED=${seed}`);
  const tally = await compareManyOfFamily('faulty', 200, seed, 60);
  console.log(`  ${tally.toString()}`);
  expect(tally.compared).toBe(200);
  expect(tally.missing()).toEqual([]);
}, 300_000);

it('agrees with brute force on what faulty systems do for ever', async () => {
  const seed = seedOfRun();
  console.log(`engine against temporal oracle, faulty systems: PREMORTEM_SEED=${seed}`);
  const histogram = await compareTemporalOfFamily('faulty', 20, seed, 60);
  console.log(`  ${histogram.toString()}`);
  expect(histogram.compared).toBe(20);
}, 300_000);
