import { expect, it } from 'vitest';
import { compareTemporal } from './testing/compare-temporal.ts';
import { seedOfRun } from './testing/seed.ts';
import { checkArbitrary } from './testing/system-arbitrary.ts';
import { temporalArbitrary } from './testing/temporal-spec.ts';

it('agrees with brute force on what happens in the end, and on what has happened before', async () => {
  const seed = seedOfRun();
  console.log(`temporal properties against oracle: PREMORTEM_SEED=${seed}`);
  const histogram = await compareTemporal(200, seed, 60, temporalArbitrary(checkArbitrary(true)));
  console.log(`  ${histogram.toString()}`);
  expect(histogram.compared).toBe(200);
  expect(histogram.missing()).toEqual([]);
}, 300_000);
