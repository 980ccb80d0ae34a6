// P5: for which sizes does P1 hold for all runs? The answer as a formula, and what the search finds at one size.
import { checkSuite } from 'premortem';
import type { DesignName } from 'premortem';
import { describe, expect, test } from 'vitest';
import type { kinesisThreads } from '../../models/kinesis-threads/system.ts';
import suite from '../kinesis-threads.suite.ts';

export type Design = DesignName<typeof kinesisThreads>;

/** Servers in the fleet, servers to be added, threads for each peer, cells. */
export interface Sizes {
  N: number;
  M: number;
  k: number;
  C: number;
}

/** The least thread limit at which P1 holds: threads for every peer a server can come to have. */
export const leastLimit: Record<Design, (sizes: Sizes) => number> = {
  'as-deployed': ({ N, M, k }) => k * (N + M - 1),
  // A limit that is raised with the fleet, or watched, is one that fits the fleet as it was.
  'raised-thread-limit': ({ N, k }) => k * (N - 1),
  'alarm-at-the-limit': ({ N, k }) => k * (N - 1),
  'alarm-below-the-limit': ({ N, k }) => k * (N - 1),
  'fewer-larger-servers': ({ N, M, k }) => k * (Math.ceil(N / 2) + Math.ceil(M / 2) - 1),
  'front-end-cells': ({ N, M, k, C }) => k * (Math.ceil((N + M) / C) - 1),
  'thread-pool': () => 0,
  'last-good-map': ({ N, M, k }) => k * (N + M - 1),
};

/** The designs whose whole sweep stands in the README; the others are only looked at around their least limit. */
export const inTable: readonly Design[] = ['as-deployed', 'front-end-cells'];

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);
/** All fleets with so many servers before the change. */
export const sweep = (C: number, existing: readonly number[]): Sizes[] =>
  existing.flatMap((N) => range(1, 2).flatMap((M) => range(1, 2).map((k) => ({ N, M, k, C }))));
/** From a limit that fits one cell of the fleet at one thread a peer to beyond what the grown fleet needs. */
export const allLimits = ({ N, M, k, C }: Sizes): number[] =>
  range(Math.max(1, Math.ceil(N / C) - 1), Math.max(N + M + 1, k * (N + M - 1) + 1));
const limitsFor = (design: Design, sizes: Sizes): number[] => {
  const least = leastLimit[design](sizes);
  return inTable.includes(design) ? allLimits(sizes) : range(Math.max(1, least - 1), Math.max(1, least));
};

const known = new Map<string, number | null>();

/** The length of the shortest run that breaks P1, or null where it holds. */
export async function shortestViolation(design: Design, sizes: Sizes, L: number): Promise<number | null> {
  const { N, M, k, C } = sizes;
  const key = JSON.stringify([design, sizes, L]);
  const steps = known.get(key);
  if (steps !== undefined) return steps;
  const report = await checkSuite(suite, {
    designs: [design],
    properties: ['no-member-has-a-useless-map'],
    set: { existing: N, newcomers: M, threadLimit: L, threadsPerPeer: k, cells: C },
  });
  const result = report.designs[0]!.checks[0]!;
  if (result.verdict !== 'violated') expect(result.verdict, result.reason ?? '').toBe('holds');
  known.set(key, result.steps);
  return result.steps;
}

/** Compares the formula of each design with the search, at all fleets with so many servers before the change. */
export function describeThreshold(
  existing: readonly number[],
  designs: readonly Design[] = Object.keys(leastLimit) as Design[],
): void {
  describe.each(designs)('P5 for %s', (design) => {
    test.each(design === 'front-end-cells' ? [2, 3] : [1])(
      'P1 holds from the least limit on, cells: %i',
      async (C) => {
        for (const sizes of sweep(C, existing)) {
          for (const L of limitsFor(design, sizes)) {
            const steps = await shortestViolation(design, sizes, L);
            const expected = L >= leastLimit[design](sizes);
            expect({ ...sizes, L, holds: steps === null }).toEqual({ ...sizes, L, holds: expected });
          }
        }
      },
    );
  });
}
