import { expect, it } from 'vitest';
import { compareTemporal } from './testing/compare-temporal.ts';
import { seedOfRun } from './testing/seed.ts';

it('agrees with brute force on what happens in the end, on thousands of generated systems', async () => {
  const seed = seedOfRun();
  console.log(`temporal properties against oracle: PREMORTEM_SEED=${seed}`);
  const histogram = await compareTemporal(5000, seed, 100);
  console.log(`  ${histogram.toString()}`);
  expect(histogram.compared).toBe(5000);
  expect(histogram.missing()).toEqual([]);
});
