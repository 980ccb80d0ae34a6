import colours from 'picocolors';
import { verdictInSteps, waivesNothing } from '../check/gate.ts';
import type { CheckResult, DesignReport, SuiteReport } from '../check/result.ts';
import { count } from '../report/figures.ts';
import { renderTrace } from '../report/trace-terminal.ts';
import type { Counterexample } from '../trace/trace.ts';

/** One line of a test run: a title that says what was found, and a message where that is not as it should be. */
export interface Line {
  readonly title: string;
  /** What was found, what was expected, the run that shows it, and what to do; null for a pass. */
  readonly failure: string | null;
  /** `file:line` of the property, for the code frame of a failure. */
  readonly declaredAt: string | null;
}

/** The lines of a report: each design × property in order, then coverage. */
export function linesOf(report: SuiteReport): Line[] {
  const checks = report.designs.flatMap((design) =>
    design.checks.map((check) => checkLine(report, design, check)),
  );
  return report.set ? checks : [...checks, coverageLine(report)];
}

function checkLine(report: SuiteReport, design: DesignReport, check: CheckResult): Line {
  const { asExpected, declaredAt } = check;
  const name = `${check.design} · ${check.property}`;
  if (asExpected === true)
    return { title: `${name} ${asFound(check)}${expectedToo(check)}`, failure: null, declaredAt };
  const title = `${name} ${asFound(check)}, expected: ${expectation(check)}`;
  const parts = [
    `${title}.`,
    check.reason,
    check.counterexample === null ? null : trace(check.counterexample),
    check.verdict === 'error' && design.failure?.trace ? trace(design.failure.trace) : null,
    advice(report, check),
  ];
  return { title, failure: parts.filter((part) => part !== null).join('\n\n'), declaredAt };
}

/** `holds (1,234 states)`, `is violated in 8 steps`, `is reached in 4 steps`, `is inconclusive`. */
function asFound(check: CheckResult): string {
  const { kind, verdict, steps, search } = check;
  const verb = verdict === 'holds' && kind !== 'reachable' ? '' : 'is ';
  const states = search === null ? '' : ` (${count(search.states, 'state')})`;
  return `${verb}${verdictInSteps(kind, verdict, steps)}${steps === null ? states : ''}`;
}

/** A pass that holds needs no comment; whatever else passes does so because the suite says so. */
function expectedToo({ kind, verdict }: CheckResult): string {
  return verdict === 'holds' && kind !== 'reachable' ? '' : ', as expected';
}

function expectation({ kind, expected }: CheckResult): string {
  return expected === null ? 'nothing' : verdictInSteps(kind, expected.verdict, expected.steps);
}

function advice(report: SuiteReport, check: CheckResult): string {
  const { verdict, expected, kind, design, property, scope } = check;
  const entry = `${report.suite}, expect.${scope}, ${design}, ${property}`;
  if (expected === null) return `The suite expects nothing here: write down what it should be (${entry}).`;
  const found = verdictInSteps(kind, verdict, check.steps);
  if (verdict === 'error') return 'Mend the statechart or property it names: nothing was decided without it.';
  if (verdict === 'inconclusive') return 'Raise the limit that ended the search, or choose a smaller scope.';
  if (verdict === 'vacuous')
    return 'Mend the `when` or `on` clause that never applied, or expect `vacuous` if that is the point.';
  if (expected.verdict === 'violated' && verdict === 'holds') {
    return `The failure that the suite knows of is gone. If the design was mended, expect "${found}" (${entry}); if not, the model has lost what made it fail.`;
  }
  if (expected.verdict === verdict) {
    return `The verdict is the expected one, the shortest run is not. If the change of the model is meant, expect "${found}" (${entry}).`;
  }
  return `Read the run, then mend the design; or expect "${found}" if that is what the design does (${entry}).`;
}

function coverageLine(report: SuiteReport): Line {
  const judged = report.designs.filter(({ coverage }) => coverage !== null);
  const open = report.designs.filter(({ coverage }) => coverage === null).map(({ design }) => design);
  const never = judged.flatMap(({ design, coverage }) => coverage!.never.map((text) => `${design}: ${text}`));
  const together = report.together?.never.map((text) => `all designs: ${text}`) ?? [];
  const waived = [...judged.flatMap(({ coverage }) => coverage!.waived), ...(report.together?.waived ?? [])]
    .length;
  const stale = report.staleWaivers.map((waiver) => waivesNothing(waiver, report.scope));
  const missing = [...never, ...together];
  const notes = [
    ...(waived === 0 ? [] : [`${waived} waived`]),
    ...(open.length === 0 ? [] : [`not judged, as they were not searched whole: ${open.join(', ')}`]),
  ];
  const noted = notes.length === 0 ? '' : ` (${notes.join('; ')})`;
  if (judged.length === 0) {
    const title = `coverage cannot be judged${noted}`;
    return { title, failure: `${title}. Mend what kept the designs from being searched.`, declaredAt: null };
  }
  if (missing.length === 0 && stale.length > 0) {
    const title = `coverage: ${count(stale.length, 'waiver')} without use${noted}`;
    return { title, failure: [`${title}.`, ...stale].join('\n\n'), declaredAt: null };
  }
  if (missing.length === 0)
    return { title: `coverage: all there is to happen happens${noted}`, failure: null, declaredAt: null };
  const title = `coverage: ${count(missing.length, 'thing')} never happen${missing.length === 1 ? 's' : ''}${noted}`;
  const failure = [
    `${title}:`,
    missing.map((text) => `  ${text}`).join('\n'),
    'What never happens was not checked. Mend the model, widen the scope, or waive it in the suite with a reason.',
  ].join('\n\n');
  return { title, failure, declaredAt: null };
}

/** Columns of a trace in a failure message. */
const WIDTH = 100;

function trace(counterexample: Counterexample): string {
  return renderTrace(counterexample, { width: WIDTH, colour: colours.createColors(false) });
}
