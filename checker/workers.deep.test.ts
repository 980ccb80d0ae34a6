import { expect, it } from 'vitest';
import { compareWorkers } from './testing/compare-workers.ts';
import { seedOfRun } from './testing/seed.ts';

it('comes to the same with several threads as with one, on thousands of generated systems', async () => {
  const seed = seedOfRun();
  console.log(`several threads against one: PREMORTEM_SEED=${seed}`);
  const { compared } = await compareWorkers(5000, seed, 400);
  expect(compared).toBe(5000);
}, 3_600_000);
