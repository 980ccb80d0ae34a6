import { expect, it } from 'vitest';
import { compareTemporal } from './testing/compare-temporal.ts';
import { seedOfRun } from './testing/seed.ts';

it('agrees with brute force on what happens in the end, on thousands of generated systems', async () => {
  const seed = seedOfRun();
  console.log(`temporal properties against oracle: PREMORTEM_SEED=${seed}`);
  const histogram = await compareTemporal(2000, seed, 100);
  console.log(histogram);
  expect(histogram.compared).toBe(2000);
  // Agreement means little where nothing goes round, or nothing is left but what the environment may do.
  const often = (part: string) =>
    [...histogram.verdicts].reduce((sum, [key, times]) => (key.includes(part) ? sum + times : sum), 0);
  for (const part of ['goes round', 'ends', 'holds', 'vacuous', 'always-possible violated'])
    expect(often(part), part).toBeGreaterThan(100);
  expect(histogram.endsBesideEnvironment).toBeGreaterThan(100);
});
