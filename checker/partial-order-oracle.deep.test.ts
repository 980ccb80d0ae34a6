import { describe, expect, it } from 'vitest';
import { compareReduction } from './testing/compare-reduction.ts';
import { seedOfRun } from './testing/seed.ts';

describe('a search with partial-order reduction agrees with the full one on generated systems', () => {
  it.each(['plain', 'timed', 'faulty', 'children'] as const)(
    'that are %s',
    async (kind) => {
      const seed = seedOfRun();
      console.log(`partial-order reduction, ${kind} systems: PREMORTEM_SEED=${seed}`);
      const tally = await compareReduction(kind, 1250, seed, 400);
      console.log(`  ${tally.toString()}`);
      expect(tally.compared).toBe(1250);
      expect(tally.missing()).toEqual([]);
    },
    60 * 60_000,
  );
});
