// M-C4.1 and M-C4.2 of eventbridge-backlog: for which rates is the backlog worked off, and how many ticks does an event
// wait at most? The answers as formulas, and what the search finds at one size.
import { checkSuite } from 'premortem';
import type { DesignName } from 'premortem';
import { describe, expect, test } from 'vitest';
import type { eventbridgeBacklog } from '../../models/eventbridge-backlog/system.ts';
import suite from '../eventbridge-backlog.suite.ts';

export type Design = DesignName<typeof eventbridgeBacklog>;
export const designs = Object.keys(suite.system.designs) as Design[];

/** Events put in a tick, delivered in one while Kinesis is up, held by the backlog, delivered while it is degraded. */
export interface Sizes {
  a: number;
  s: number;
  Q: number;
  d: number;
}

/** The most ticks that a fresh and an old event wait, by the level of Kinesis; Infinity where one may wait for ever. */
export interface Waits {
  fresh: number;
  old: number;
  freshDegraded: number;
  oldDegraded: number;
}

/** At a level at which so many are delivered in a tick. */
const freshFirst = ({ a, Q }: Sizes, served: number) => ({
  fresh: a <= served ? 1 : Infinity,
  old: a < served ? Math.ceil(Q / (served - a)) : Infinity,
});
const inOrder = ({ a, Q }: Sizes, served: number) => ({
  fresh: Math.ceil((Q + Math.min(a, served)) / served),
  old: Math.ceil(Q / served),
});

export function waitsOf(design: Design, sizes: Sizes): Waits {
  const at = design === 'as-deployed' ? freshFirst : inOrder;
  const degraded = at(sizes, Math.min(sizes.s, sizes.d));
  return { ...at(sizes, sizes.s), freshDegraded: degraded.fresh, oldDegraded: degraded.old };
}

const names = {
  fresh: 'a-fresh-event-is-delivered-in-time',
  old: 'an-old-event-is-delivered-in-time',
  freshDegraded: 'a-fresh-event-is-delivered-in-time-while-degraded',
  oldDegraded: 'an-old-event-is-delivered-in-time-while-degraded',
} as const;
export const kinds = Object.keys(names) as (keyof Waits)[];

/** Whether properties hold of a design at one size; workflows of one step, as every event counts alike. */
async function held(design: Design, { a, s, Q, d }: Sizes, B: number, properties: readonly string[]) {
  const report = await checkSuite(suite, {
    designs: [design],
    properties: [...properties],
    set: { arrive: a, serve: s, bound: B, queue: Q, serveDegraded: d, steps: 1 },
  });
  return properties.map((name) => {
    const { verdict, reason } = report.designs[0]!.checks.find(({ property }) => property === name)!;
    if (verdict !== 'violated') expect(verdict, reason ?? '').toBe('holds');
    return verdict === 'holds';
  });
}

/** What comes in the end, once Kinesis is up and while it is degraded. */
export async function inTheEnd(design: Design, sizes: Sizes) {
  const [isWorkedOff, isWorkedOffDegraded, workflows, workflowsDegraded] = await held(design, sizes, 1, [
    'the-backlog-is-worked-off',
    'the-backlog-is-worked-off-while-degraded',
    'a-workflow-gets-through',
    'a-workflow-gets-through-while-degraded',
  ]);
  return { isWorkedOff, isWorkedOffDegraded, workflows, workflowsDegraded };
}

/** The most ticks each kind of event waits, as the search finds it; Infinity for more than `most`. */
export async function waitsFound(design: Design, sizes: Sizes, most: number): Promise<Waits> {
  const found: Waits = { fresh: Infinity, old: Infinity, freshDegraded: Infinity, oldDegraded: Infinity };
  for (let B = 1; B <= most; B++) {
    const open = kinds.filter((kind) => found[kind] === Infinity);
    if (open.length === 0) break;
    const answers = await held(
      design,
      sizes,
      B,
      open.map((kind) => names[kind]),
    );
    for (const [i, kind] of open.entries()) if (answers[i]) found[kind] = B;
  }
  return found;
}

/** Compares the formulas with the search; waits of more than `most` ticks are taken for endless. */
export function describeBacklog(allSizes: readonly Sizes[], most: number): void {
  describe.each(designs)('the backlog of %s', (design) => {
    test.each(allSizes)('a=$a, s=$s, Q=$Q, d=$d', async (sizes) => {
      const { a, s, d } = sizes;
      const [spare, spareDegraded] = [a < s, a < Math.min(s, d)];
      expect(await inTheEnd(design, sizes)).toEqual({
        isWorkedOff: spare,
        isWorkedOffDegraded: spareDegraded,
        workflows: spare || design === 'first-in-first-out',
        workflowsDegraded: spareDegraded || design === 'first-in-first-out',
      });
      const formula = waitsOf(design, sizes);
      for (const kind of kinds) if (formula[kind] > most) formula[kind] = Infinity;
      expect(await waitsFound(design, sizes, most)).toEqual(formula);
    });
  });
}
