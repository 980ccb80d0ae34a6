// S1, S2 and S3 of cloudwatch-metrics: how long an outage does each design cover? The answer as a formula, and what
// the search finds at one size.
import { checkSuite } from 'premortem';
import type { DesignName } from 'premortem';
import { describe, expect, test } from 'vitest';
import type { cloudwatchMetrics } from '../../models/cloudwatch-metrics/system.ts';
import suite from '../cloudwatch-metrics.suite.ts';

export type Design = DesignName<typeof cloudwatchMetrics>;
export const designs = Object.keys(suite.system.designs) as Design[];

/** Ticks the local store is deep, ticks the alarm looks back, ticks in which high load must be answered. */
export interface Sizes {
  H: number;
  w: number;
  B: number;
}

/** The longest outage in ticks with which each property holds; Infinity where any outage will do. */
export interface Cover {
  S1: number;
  S2: number;
  S3: number;
}

const any = { S1: Infinity, S2: Infinity, S3: Infinity };

export const coverOf: Record<Design, (sizes: Sizes) => Cover> = {
  'as-deployed': ({ w, B }) => ({ S1: B - 1, S2: w - 1, S3: 0 }),
  'local-store': () => ({ ...any, S3: 0 }),
  // The ring turns on while nothing is written to it: an alarm cannot look further back than it is deep.
  'local-store-behind-kinesis': ({ H, w, B }) => ({ S1: B - 1, S2: Math.min(w, H) - 1, S3: 0 }),
  'local-store-and-backfill': ({ H }) => ({ ...any, S3: H }),
  'own-kinesis-fleet': () => any,
};

const names = {
  S1: 'high-load-is-answered-in-time',
  S2: 'monitoring-is-never-blind',
  S3: 'nothing-is-missing-after-recovery',
} as const;
export const refs = ['S1', 'S2', 'S3'] as const;

const known = new Map<string, Promise<Record<keyof Cover, boolean>>>();

/** Which of the properties hold of a design where Kinesis is down for so many ticks at most. */
export function heldWith(
  design: Design,
  sizes: Sizes,
  outage: number,
): Promise<Record<keyof Cover, boolean>> {
  const key = JSON.stringify([design, sizes, outage]);
  const found = known.get(key) ?? search(design, sizes, outage);
  known.set(key, found);
  return found;
}

async function search(design: Design, { H, w, B }: Sizes, outage: number) {
  const report = await checkSuite(suite, {
    designs: [design],
    properties: Object.values(names),
    set: { keep: H, window: w, scaleWithin: B, outage },
  });
  const { checks } = report.designs[0]!;
  const holds = (ref: keyof Cover): boolean => {
    const { verdict, reason } = checks.find(({ property }) => property === names[ref])!;
    if (verdict !== 'violated') expect(verdict, reason ?? '').toBe('holds');
    return verdict === 'holds';
  };
  return { S1: holds('S1'), S2: holds('S2'), S3: holds('S3') };
}

/** Compares the formula of each design with the search, at outages of one tick up to `longest`. */
export function describeCover(allSizes: readonly Sizes[], longest: (sizes: Sizes) => number): void {
  describe.each(designs)('what outage %s covers', (design) => {
    test.each(allSizes)('H=$H, w=$w, B=$B', async (sizes) => {
      const cover = coverOf[design](sizes);
      for (let outage = 1; outage <= longest(sizes); outage++) {
        const expected = { S1: outage <= cover.S1, S2: outage <= cover.S2, S3: outage <= cover.S3 };
        expect({ outage, ...(await heldWith(design, sizes, outage)) }).toEqual({ outage, ...expected });
      }
    });
  });
}
