import { describe, expect, it } from 'vitest';
import { compareReduction } from './testing/compare-reduction.ts';
import { seedOfRun } from './testing/seed.ts';

describe('partial-order reduction agrees with the full search on generated systems', () => {
  it.each(['plain', 'timed', 'faulty', 'children'] as const)(
    '%s',
    async (kind) => {
      const seed = seedOfRun();
      console.log(`partial-order reduction, ${kind} systems: PREMORTEM_SEED=${seed}`);
      const tally = await compareReduction(kind, 50, seed, 400);
      console.log(`  ${tally.toString()}`);
      expect(tally.compared).toBe(50);
    },
    300_000,
  );
});
