import { expect, it } from 'vitest';
import { compareMany } from './testing/compare-oracle.ts';
import { seedOfRun } from './testing/seed.ts';

it('agrees with brute force on generated systems', async () => {
  const seed = seedOfRun();
  console.log(`engine against oracle: PREMORTEM_SEED=${seed}`);
  const histogram = await compareMany(200, seed, 100);
  console.log(`  ${histogram.toString()}`);
  expect(histogram.compared).toBe(200);
  expect(histogram.missing()).toEqual([]);
}, 300_000);
