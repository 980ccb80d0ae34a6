// The formulas of M-K3 beside what the search finds.
import {
  actor,
  checkSuite,
  defineSuite,
  defineSystem,
  holds,
  integer,
  leadsTo,
  oneOf,
  stepProperty,
} from 'premortem';
import { match } from 'ts-pattern';
import { describe, expect, test } from 'vitest';
import { designs } from '../../models/kinesis-restart/designs.ts';
import { fleet } from '../../models/kinesis-restart/fleet.ts';
import { healthChecker } from '../../models/kinesis-restart/health-checker.ts';
import { restartOperator } from '../../models/kinesis-restart/operator.ts';
import type { RestartLimit } from '../../models/kinesis-restart/restart-limit.ts';
import timed from '../kinesis-restart-timed.suite.ts';
import suite from '../kinesis-restart.suite.ts';

export type Design = keyof typeof designs;
export const allDesigns = Object.keys(designs) as Design[];

export const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** The most servers that start at once while so many serve. */
const mostStarting = (limit: RestartLimit, serve: number, N: number): number =>
  Math.min(typeof limit === 'number' ? limit : limit === 'all' ? N : serve, N - serve);

/** Which of Q1, Q1-round, Q2 and Q3 are violated, as formulas of N and c. */
function violatedAt(design: Design, N: number, c: number): Record<string, boolean> {
  const { source, seed, limit } = designs[design].options;
  const nobodyServes = source === 'peers' && seed === 0;
  // With one server in service, and with two, those that start may cost more than that.
  const losesTheOnlyOne = !nobodyServes && mostStarting(limit, 1, N) * c > 1;
  const losesOneOfTwo = !nobodyServes && mostStarting(limit, 2, N) * c > 2;
  return {
    Q1: nobodyServes || losesTheOnlyOne,
    // From neighbours a round needs one server that is spared.
    'Q1-round': source === 'store' ? losesTheOnlyOne : losesOneOfTwo,
    Q2: losesTheOnlyOne,
    Q3: nobodyServes || (source === 'peers' && losesTheOnlyOne),
  };
}

/** Q1 to Q3 are violated where the formulas say. */
export function describeSizes(sizes: readonly number[], costs: readonly number[]): void {
  describe.each(sizes)('%i servers: Q1 to Q3 are violated where the formulas say', (servers) => {
    test.each(costs)('at a cost of %i', async (bootCost) => {
      const report = await checkSuite(suite, { set: { servers, bootCost } });
      for (const { design, checks } of report.designs) {
        const expected = violatedAt(design as Design, servers, bootCost);
        const found = Object.fromEntries(
          checks.flatMap(({ propertyRef, verdict }) =>
            propertyRef! in expected ? [[propertyRef, verdict === 'violated']] : [],
          ),
        );
        expect({ design, ...found }).toEqual({ design, ...expected });
      }
    });
  });
}

// Restart only while (boot + 1)·c ≤ serve, at any number of servers that serve at the start.
const ruled = defineSystem({
  name: 'restart-by-the-rule',
  description: 'Restarts are limited by what those that serve can bear.',
  parameters: {
    servers: integer({ min: 2, max: 6, description: 'N' }),
    bootCost: integer({ min: 0, max: 3, description: 'c' }),
    seed: integer({ min: 0, max: 3, description: 'servers that serve at the start' }),
    source: oneOf(['peers', 'store'], 'where maps come from'),
  },
  scopes: { default: { servers: 6, bootCost: 1, seed: 1, source: 'peers' } },
  designs: { rule: { description: 'The rule.' } },
  build: ({ parameters }) => ({
    actors: {
      operator: actor(restartOperator, { environment: true, stimuli: ['restartServer'] }),
      fleet: actor(fleet, {
        input: { ...parameters, limit: 'as many as leave nobody slow' },
        stimuli: ['mapBuilt'],
      }),
      'health-checker': actor(healthChecker, { environment: true, stimuli: ['check'] }),
    },
    delivery: 'sync',
  }),
});
const ruledSuite = defineSuite({
  system: ruled,
  properties: {
    Q1: leadsTo(ruled, {
      description: 'Every server serves in the end.',
      observes: ['fleet'],
      when: () => true,
      eventually: ({ fleet: { context } }) => context.serve === context.servers,
      fairness: { defaults: false, weak: { Restart: { actor: 'operator' }, MapBuilt: { actor: 'fleet' } } },
    }),
    Q2: stepProperty(ruled, {
      description: 'The number of servers that serve never falls.',
      observes: ['fleet'],
      holds: (before, _step, after) => after.fleet.context.serve >= before.fleet.context.serve,
    }),
  },
  expect: { default: { rule: { Q1: holds, Q2: holds } } },
});

/** With the rule Q2 holds at any size, and Q1 where the first server can start. */
export function describeRule(sizes: readonly number[], costs: readonly number[]): void {
  describe('restarts only while (boot + 1)·c ≤ serve', () => {
    test.each(['peers', 'store'] as const)(
      '%s: Q2 always, and Q1 where there is a beginning',
      async (source) => {
        for (const servers of sizes) {
          for (const bootCost of costs) {
            for (const seed of range(0, 3)) {
              const set = { servers, bootCost, seed, source };
              const [Q1, Q2] = (await checkSuite(ruledSuite, { set })).designs[0]!.checks;
              const begins =
                source === 'peers'
                  ? seed >= Math.max(1, bootCost)
                  : seed >= bootCost || (seed === 0 && bootCost === 1);
              expect({ ...set, Q1: Q1!.verdict !== 'violated', Q2: Q2!.verdict !== 'violated' }).toEqual({
                ...set,
                Q1: begins,
                Q2: true,
              });
            }
          }
        }
      },
    );
  });
}

/** Far more ticks than any restart that ends takes. */
const LONG = 30;

/** Whether Q4 holds of a design at so many servers and with so large a bound. */
async function isInTime(design: Design, servers: number, bound: number): Promise<boolean> {
  const { designs: found } = await checkSuite(timed, { designs: [design], set: { servers, bound } });
  const { verdict, reason } = found[0]!.checks[0]!;
  if (verdict !== 'holds') expect(verdict, reason ?? '').toBe('violated');
  return verdict === 'holds';
}

/**
 * The least bound of Q4: map times that one at a time, or as many as serve, take. The search has to agree at that bound
 * and at the one below it; null where not even a long time is enough.
 */
export async function leastBound(design: Design, N: number): Promise<number | null> {
  const { source, seed, limit } = designs[design].options;
  const never = (source === 'peers' && seed === 0) || mostStarting(limit, 1, N) > 1;
  const doublings = Math.ceil(Math.log2(N)) + (seed === 0 ? 1 : 0);
  const inTurn = (atOnce: number): number => Math.ceil((N - seed) / atOnce);
  const bound = match<RestartLimit, number | null>(limit)
    .when(
      () => never,
      () => null,
    )
    .with('as many as serve', () => doublings)
    .with('all', () => inTurn(N))
    .otherwise((atOnce) => inTurn(Number(atOnce)));
  const found =
    bound === null
      ? [await isInTime(design, N, LONG)]
      : [await isInTime(design, N, bound - 1), await isInTime(design, N, bound)];
  expect({ design, N, found }).toEqual({ design, N, found: bound === null ? [false] : [false, true] });
  return bound;
}
