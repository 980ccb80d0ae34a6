// dwfm-collapse at other sizes: from how many droplets it collapses, which limits and how many restarts help. The
// answers as formulas, and what the search finds at one size.
import { checkSuite } from 'premortem';
import type { DesignName, Suite } from 'premortem';
import { expect } from 'vitest';
import type { dwfmCollapse } from '../../models/dwfm-collapse/system.ts';
import suite from '../dwfm-collapse.suite.ts';

type Design = DesignName<typeof dwfmCollapse>;

/** Droplets, ticks after which an attempt is worthless, attempts served in a tick. */
export interface Sizes {
  D: number;
  TO: number;
  c: number;
}

/** The fewest droplets with which the recovery collapses. */
export const fewestDroplets = ({ TO, c }: Omit<Sizes, 'D'>): number => 2 * c * (TO + 1);
/** The highest limit on the queue under which every service is useful, whatever the droplets. */
export const highestLimit = ({ TO, c }: Omit<Sizes, 'D'>): number => c * (TO + 1);
/** The fewest restarts with which all leases can come back, each at the right moment. */
export const fewestRestarts = ({ D, TO, c }: Sizes): number =>
  Math.max(0, Math.floor(D / (c * (TO + 1))) - 1);

interface Further {
  limit?: number;
  clears?: number;
  spare?: number;
  queue?: number;
}

/** Whether properties hold of a design at one size. */
export async function held(
  design: Design,
  { D, TO, c }: Sizes,
  properties: readonly string[],
  further: Further = {},
): Promise<boolean[]> {
  const report = await checkSuite(suite as Suite, {
    designs: [design],
    properties: [...properties],
    set: { droplets: D, timeout: TO, serve: c, ...further },
  });
  return properties.map((name) => {
    const { verdict, reason } = report.designs[0]!.checks.find(({ property }) => property === name)!;
    if (verdict !== 'violated') expect(verdict, reason ?? '').toBe('holds');
    return verdict === 'holds';
  });
}

export async function recovers(design: Design, sizes: Sizes, further?: Further): Promise<boolean> {
  const [allLeased, progress] = await held(
    design,
    sizes,
    ['all-leases-come-back', 'the-recovery-never-goes-round-without-progress'],
    further,
  );
  expect(progress, `W3 of ${design} as W1`).toBe(allLeased);
  return allLeased!;
}

/** The least number from the first to the last with which it is so; Infinity if there is none. */
export async function least(
  [first, last]: readonly [number, number],
  isSo: (n: number) => Promise<boolean>,
): Promise<number> {
  for (let n = first; n <= last; n++) if (await isSo(n)) return n;
  return Infinity;
}
