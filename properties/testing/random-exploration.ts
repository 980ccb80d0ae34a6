import fc from 'fast-check';
import { test } from '@fast-check/vitest';
import { checkSuite } from 'premortem';
import type { Suite, SuiteReport, Verdict } from 'premortem';
import type { Exploration } from 'premortem/fast-check';
import {
  exploration,
  findAll,
  findIn,
  instantiate,
  reduce,
  scheduleProperty,
  schedules,
  ScheduleFailure,
} from 'premortem/fast-check';
import { describe, expect } from 'vitest';

type Values = Readonly<Record<string, number | string>>;

/** How a suite's systems are explored at random, beside the exhaustive search. */
export interface RandomExploration {
  readonly seed: number;
  /** Values of parameters near the default scope, small enough to be searched whole in no time. */
  readonly near: fc.Arbitrary<Values>;
  /** Schedules of the property over design × scope × schedule. */
  readonly numRuns: number;
  /** Schedules of each design that look for what the search rules out. */
  readonly ruledOutRuns: number;
  /** Designs whose runs are too rare for the quick tier. */
  readonly except?: readonly string[];
}

/**
 * Explores a suite's designs with random schedules and compares with what the exhaustive search says:
 * - whatever it finds at the default scope, random schedules find too, never in fewer steps; reduced to what
 *   matters of their own steps, at least a third of them are exactly as short;
 * - what it rules out, they do not find;
 * - over all designs, at the default scope and others near it, whatever a schedule finds is found there by the
 *   search as well, and the designs with a violation are the same.
 */
export function describeRandomExploration(
  suite: Suite,
  { seed, near, numRuns, ruledOutRuns, except = [] }: RandomExploration,
): void {
  const parameters = exploration({ seed, numRuns: 50_000 });
  describe(`${suite.name} at random (seed ${parameters.seed})`, () => {
    const reduced: { steps: number; shortest: number }[] = [];
    for (const [design, expected] of Object.entries(suite.expect['default']!)) {
      if (except.includes(design)) continue;
      for (const [property, { verdict, steps }] of Object.entries(expected)) {
        if (!isFound(suite, property, verdict)) continue;
        test(`${design} · ${property}: found, in no fewer than ${steps} ${steps === 1 ? 'step' : 'steps'}`, () => {
          reduced.push({
            steps: findAndReduce(suite, design, property, steps!, parameters),
            shortest: steps!,
          });
        });
      }
      const ruledOut = pick(suite, (name) => !isFound(suite, name, expected[name]!.verdict));
      if (Object.keys(ruledOut).length === 0) continue;
      const instance = instantiate(suite.system, { design });
      test.prop([schedules()], { ...parameters, numRuns: ruledOutRuns })(
        `${design}: ${ruledOutRuns} schedules find nothing that is ruled out`,
        (schedule) => {
          expect(findIn(instance, ruledOut, schedule)?.property).toBeUndefined();
        },
      );
    }
    test('at least a third of the reduced runs are as short as the shortest', () => {
      const exact = reduced.filter(({ steps, shortest }) => steps === shortest).length;
      console.log(
        `${suite.name}, seed ${parameters.seed}: ${exact} of ${reduced.length} reduced runs are as short as the shortest`,
      );
      expect(reduced).not.toEqual([]);
      expect(exact).toBeGreaterThanOrEqual(reduced.length / 3);
    });
    test(`design × scope × schedule: ${numRuns} of them agree with the exhaustive verdicts`, () =>
      agree(suite, near, { ...parameters, numRuns }));
  });
}

const SHOWN_BY_SCHEDULES: readonly string[] = ['invariant', 'step-property', 'reachable', 'deadlock-free'];

/** Whether a verdict comes with a run: a violation, or for `reachable` a witness. */
function isFound(suite: Suite, property: string, verdict: Verdict): boolean {
  const { kind } = suite.properties[property]!;
  // A schedule ends after some steps: what happens in the end it cannot show.
  return SHOWN_BY_SCHEDULES.includes(kind) && verdict === (kind === 'reachable' ? 'holds' : 'violated');
}

function pick(suite: Suite, wanted: (name: string) => boolean): Suite['properties'] {
  return Object.fromEntries(Object.entries(suite.properties).filter(([name]) => wanted(name)));
}

/** Finds a property at random, reduces the schedule it was shrunk to, and gives the steps that leaves. */
function findAndReduce(
  suite: Suite,
  design: string,
  property: string,
  shortest: number,
  parameters: Exploration,
): number {
  const { failed, counterexample, errorInstance, numRuns } = fc.check(
    scheduleProperty(suite, { design, properties: [property] }),
    parameters,
  );
  if (!failed)
    throw new Error(
      `none of ${numRuns} schedules from seed ${parameters.seed} finds it; the search does, and another seed may (PREMORTEM_SEED)`,
    );
  if (!(errorInstance instanceof ScheduleFailure) || counterexample === null) throw errorInstance;
  const { steps } = reduce(
    instantiate(suite.system, { design }),
    suite.properties[property]!,
    counterexample[0],
  );
  expect(errorInstance.steps).toBeGreaterThanOrEqual(steps.length);
  // A random run is a run: none can be shorter than the shortest.
  expect(steps.length).toBeGreaterThanOrEqual(shortest);
  return steps.length;
}

async function agree(suite: Suite, near: fc.Arbitrary<Values>, parameters: Exploration): Promise<void> {
  const designs = Object.keys(suite.system.designs);
  const violating = new Set<string>();
  const reports = new Map<string, Promise<SuiteReport>>();
  /** What the search says: at the default scope as the suite has it, which its own tests check. */
  const exhaustive = async (design: string, set: Values, property: string) => {
    if (Object.keys(set).length === 0) return suite.expect['default']![design]![property]!;
    const key = JSON.stringify([design, set]);
    const report = reports.get(key) ?? checkSuite(suite, { designs: [design], set });
    reports.set(key, report);
    return (await report).designs[0]!.checks.find((check) => check.property === property)!;
  };
  const everything = fc.record({
    design: fc.constantFrom(...designs),
    scope: fc.oneof({ weight: 14, arbitrary: fc.constant<Values>({}) }, { weight: 1, arbitrary: near }),
    schedule: schedules(),
  });
  await fc.assert(
    fc.asyncProperty(everything, async ({ design, scope, schedule }) => {
      const instance = instantiate(suite.system, { design, set: scope });
      for (const { property, run } of findAll(instance, suite.properties, schedule)) {
        const { verdict, steps } = await exhaustive(design, scope, property);
        expect({ property, found: isFound(suite, property, verdict) }).toEqual({ property, found: true });
        expect(run.steps.length).toBeGreaterThanOrEqual(steps!);
        if (Object.keys(scope).length === 0 && verdict === 'violated') violating.add(design);
      }
    }),
    parameters,
  );
  const expected = designs.filter((design) =>
    Object.entries(suite.expect['default']![design]!).some(
      ([name, { verdict }]) => verdict === 'violated' && isFound(suite, name, verdict),
    ),
  );
  expect([...violating].sort()).toEqual(expected.sort());
}
