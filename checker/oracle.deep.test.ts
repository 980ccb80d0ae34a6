import { expect, it } from 'vitest';
import { compareMany } from './testing/compare-oracle.ts';
import { seedOfRun } from './testing/seed.ts';

it('agrees with brute force on thousands of generated systems', async () => {
  const seed = seedOfRun();
  console.log(`engine against oracle: PREMORTEM_SEED=${seed}`);
  const histogram = await compareMany(5000, seed, 400);
  console.log(`  ${histogram.toString()}`);
  expect(histogram.compared).toBe(5000);
  expect(histogram.missing()).toEqual([]);
}, 3_600_000);
