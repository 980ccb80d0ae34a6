import { describe } from 'vitest';
import { checkSuite } from '../check/check-suite.ts';
import type { SuiteReport } from '../check/result.ts';
import type { Suite } from '../property/suite.ts';
import { messageOf } from '../system/errors.ts';
import { linesOfSuite } from './counterexample-files.ts';
import { declareLine } from './declare-line.ts';
import type { Line } from './line.ts';
import { linesOf } from './line.ts';

/** What {@link describeSuite} is to check. */
export interface DescribeOptions {
  /** All scopes at which the suite expects verdicts, unless given. */
  readonly scopes?: readonly string[];
  /** All designs unless given; with some, what no design ever does is not judged. */
  readonly designs?: readonly string[];
  /** Searches one state of each orbit of interchangeable actors; see `docs/reductions.md`. */
  readonly symmetry?: boolean;
  /** Stops each design's search; its open verdicts are then inconclusive. */
  readonly maxStates?: number;
  readonly maxSeconds?: number;
  readonly maxMemory?: number;
  /** A folder of counterexample files, from the working directory: those of this suite are replayed. */
  readonly counterexamples?: string;
}

/**
 * Checks a suite as a `describe` block: a line for each design × property, one for coverage, and one for each
 * counterexample file. A line passes when the verdict is the one the suite expects, with the length it
 * expects, so an unexpected pass fails like an unexpected violation; one that fails shows the run.
 *
 * Each design is searched once, while vitest collects the tests: only then can a title say what was found.
 */
export function describeSuite(suite: Suite, options: DescribeOptions = {}): void {
  const { scopes = Object.keys(suite.expect), counterexamples, ...limits } = options;
  describe(suite.name, async () => {
    for (const scope of scopes) {
      const lines = await linesAt(suite, scope, limits);
      if (scopes.length === 1) lines.forEach(declareLine);
      else describe(`scope ${scope}`, () => lines.forEach(declareLine));
    }
    if (counterexamples !== undefined) linesOfSuite(counterexamples, suite).forEach(declareLine);
  });
}

/** What was found of suites, whole and at a scope. */
const found = new WeakMap<Suite, Map<string, Promise<SuiteReport>>>();

/**
 * What {@link describeSuite} has found of a whole suite at a scope, for further tests of the same file: a table in a README, say. It is
 * searched for where it was not described.
 *
 * @throws as `checkSuite` does
 */
export async function reportOf(suite: Suite, scope = 'default'): Promise<SuiteReport> {
  const scopes = found.get(suite) ?? new Map<string, Promise<SuiteReport>>();
  found.set(suite, scopes);
  const report = scopes.get(scope) ?? checkSuite(suite, { scope });
  scopes.set(scope, report);
  return report;
}

async function linesAt(
  suite: Suite,
  scope: string,
  limits: Omit<DescribeOptions, 'scopes' | 'counterexamples'>,
): Promise<Line[]> {
  try {
    const isWhole = Object.values(limits).every((limit) => limit === undefined);
    return linesOf(isWhole ? await reportOf(suite, scope) : await checkSuite(suite, { ...limits, scope }));
  } catch (thrown) {
    return [{ title: `can be checked at scope ${scope}`, failure: messageOf(thrown), declaredAt: null }];
  }
}
