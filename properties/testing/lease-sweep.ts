// ec2-leases at other sizes: how long an outage may last before a refusal is false, as a formula and as the search finds it.
import { checkSuite } from 'premortem';
import type { DesignName } from 'premortem';
import { describe, expect, test } from 'vitest';
import type { ec2Leases } from '../../models/ec2-leases/system.ts';
import suite from '../ec2-leases.suite.ts';

export type Design = DesignName<typeof ec2Leases>;

/** Droplets, ticks a lease lasts, from check to check, and of grace. */
export interface Sizes {
  D: number;
  T: number;
  p: number;
  G: number;
}

/** The shortest outage in which a launch is refused though a host is free. */
export const shortestOutage = ({ T, p, G }: Sizes): number => Math.max(1, T - p + G);

async function held(design: Design, { D, T, p, G }: Sizes, W: number, property: string): Promise<boolean> {
  const report = await checkSuite(suite, {
    designs: [design],
    properties: [property],
    set: { droplets: D, lifetime: T, checkEvery: p, grace: Math.max(1, G), outage: W },
  });
  const { verdict, reason } = report.designs[0]!.checks[0]!;
  if (verdict !== 'violated') expect(verdict, reason ?? '').toMatch(/holds|vacuous/);
  return verdict !== 'violated';
}

/** The shortest outage in which a droplet is given out twice, where a lease keeps others out; never without grace. */
export const shortestForTwo = ({ T, p, G }: Sizes): number => (G === 0 ? Infinity : Math.max(1, T - p));

/** The same as the search finds them; Infinity for more than `most` ticks. */
export async function shortestFound(sizes: Sizes, most: number): Promise<{ refused: number; twice: number }> {
  const { G } = sizes;
  return {
    refused: await shortest(most, (W) =>
      held(
        G === 0 ? 'as-deployed' : 'lapsed-leases-usable-for-a-while',
        sizes,
        W,
        'a-refusal-tells-the-truth',
      ),
    ),
    twice: await shortest(most, (W) =>
      held(
        G === 0 ? 'as-deployed-leases-keep-others-out' : 'usable-for-a-while-leases-keep-others-out',
        sizes,
        W,
        'no-droplet-is-given-out-twice',
      ),
    ),
  };
}

async function shortest(most: number, holdsAt: (W: number) => Promise<boolean>): Promise<number> {
  for (let W = 1; W <= most; W++) if (!(await holdsAt(W))) return W;
  return Infinity;
}

export function describeLeases(allSizes: readonly Sizes[]): void {
  describe('the shortest outage that makes a refusal false, and a droplet given out twice', () => {
    test.each(allSizes)('D=$D, T=$T, p=$p, G=$G', async (sizes) => {
      const refused = shortestOutage(sizes);
      expect(await shortestFound(sizes, refused + 1)).toEqual({ refused, twice: shortestForTwo(sizes) });
    });
  });
}
