import { expect, it, vi } from 'vitest';
import { compareManyTrees } from './testing/compare-tree.ts';
import { seedOfRun } from './testing/seed.ts';

it('lets children and timers do what they do live, thousands of times', () => {
  const seed = seedOfRun();
  console.log(`plain stepping and brute force against live children: PREMORTEM_SEED=${seed}`);
  // XState's development build warns of every event to an actor that is done.
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const tally = compareManyTrees(5000, seed);
  warn.mockRestore();
  console.log(`  ${JSON.stringify(tally)}`);
  expect(tally.compared).toBeGreaterThan(4000);
  expect(tally.came).toBeGreaterThan(tally.compared / 3);
  expect(tally.went).toBeGreaterThan(tally.compared / 4);
  expect(tally.done).toBeGreaterThan(tally.compared / 20);
  expect(tally.timeouts).toBeGreaterThan(tally.compared / 2);
}, 1_800_000);
