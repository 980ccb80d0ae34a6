import { expect, it } from 'vitest';
import { compareTemporal } from './testing/compare-temporal.ts';
import { seedOfRun } from './testing/seed.ts';

it('agrees with brute force on what happens in the end, on generated systems', async () => {
  const seed = seedOfRun();
  console.log(`temporal properties against oracle: PREMORTEM_SEED=${seed}`);
  const histogram = await compareTemporal(12, seed, 40);
  console.log(histogram);
  expect(histogram.compared).toBe(12);
}, 120_000);
