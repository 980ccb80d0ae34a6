import { expect, it } from 'vitest';
import { compareSymmetries } from './testing/compare-symmetry.ts';
import { seedOfRun } from './testing/seed.ts';

it('finds by symmetry on thousands of systems what the full search finds, in as many states as there are orbits', async () => {
  const seed = seedOfRun();
  console.log(`symmetry against brute force: PREMORTEM_SEED=${seed}`);
  const tally = await compareSymmetries(5000, seed, 300);
  console.log(`  ${JSON.stringify(tally)}`);
  expect(tally.counted + tally.broken).toBe(5000);
  expect(tally.counted).toBeGreaterThan(3000);
  // Without replicas that move there would be little to compare.
  expect(tally.orbits).toBeLessThan(0.75 * tally.states);
}, 7_200_000);
