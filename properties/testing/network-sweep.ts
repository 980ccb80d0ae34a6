// network-manager at other sizes: when an overload ends, and how long an instance waits, as formulas and as the search
// finds it.
import { checkSuite } from 'premortem';
import type { DesignName } from 'premortem';
import { describe, expect, test } from 'vitest';
import type { networkManagerBacklog } from '../../models/network-manager/system.ts';
import suite from '../network-manager.suite.ts';

export type Design = DesignName<typeof networkManagerBacklog>;
export const designs = Object.keys(suite.system.designs) as Design[];

/** Changes that wait at first, launches asked for in a tick, changes carried out in one, and in one while too many wait. */
export interface Sizes {
  q: number;
  a: number;
  s: number;
  slow: number;
}
/** As many may wait before each takes longer: of all sizes here. */
export const KNEE = 3;

/** Whether the overload ends for good, below capacity, by design; those with a throttle let nothing in at first. */
export const overloadEnds: Record<Design, (sizes: Sizes) => boolean> = {
  'as-deployed': ({ q, a, s, slow }) => a < s && (q <= KNEE || a < slow),
  'throttle-relaxed-at-once': ({ q, a, s, slow }) => a < s && (q <= KNEE || a < slow),
  'throttle-relaxed-step-by-step': ({ q, a, s, slow }) => a < s && (q <= KNEE || slow > 0),
  'launches-admitted-while-the-queue-is-short': ({ q, slow }) => q <= KNEE || slow > 0,
};

export async function held(
  design: Design,
  { q, a, s, slow }: Sizes,
  property: string,
  further: { bound?: number; queue?: number } = {},
): Promise<boolean> {
  const report = await checkSuite(suite, {
    designs: [design],
    properties: [property],
    set: { backlog: q, arrive: a, serve: s, serveOverloaded: slow, knee: KNEE, ...further },
  });
  const { verdict, reason } = report.designs[0]!.checks[0]!;
  if (verdict !== 'violated') expect(verdict, reason ?? '').toMatch(/holds|vacuous/);
  return verdict !== 'violated';
}

/** The fewest ticks within which every instance is networked; Infinity for more than `most`. */
export async function longestWait(
  design: Design,
  sizes: Sizes,
  queue: number,
  most: number,
): Promise<number> {
  for (let bound = 0; bound <= most; bound++) {
    if (await held(design, sizes, 'an-instance-is-networked-in-time', { bound, queue })) return bound;
  }
  return Infinity;
}

export function describeOverload(allSizes: readonly Sizes[], which: readonly Design[] = designs): void {
  describe.each(which)('whether an overload ends under %s', (design) => {
    test.each(allSizes)('q=$q, a=$a, s=$s, slow=$slow', async (sizes) => {
      const ends = await held(design, sizes, 'the-overload-ends-for-good');
      expect({ ...sizes, ends }).toEqual({ ...sizes, ends: overloadEnds[design](sizes) });
    });
  });
}
