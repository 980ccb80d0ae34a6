import type { Waiver } from '../property/suite.ts';
import type { CheckResult, DesignReport, SuiteReport } from './result.ts';

/** Exit codes of the command, by what went wrong. */
export const EXIT = {
  asExpected: 0,
  differs: 1,
  usage: 2,
  notDecided: 3,
  deadlock: 11,
  safety: 12,
  liveness: 13,
  userCode: 75,
  notBuilt: 150,
} as const;

/** One reason why a run is not as it should be. */
export interface Reason {
  readonly code: number;
  /** What it is about: `suite / design`, with the property where it is about one. */
  readonly where: string;
  readonly what: string;
  /** What to do about it. */
  readonly todo: string;
}

/** What a suite's report comes to. */
export interface Judgement {
  /** Null where nothing was expected: under `set`, and at a scope without expectations. */
  readonly gate: 'pass' | 'fail' | null;
  readonly reasons: readonly Reason[];
}

/** Judges one suite: verdicts against what is expected, and coverage. */
export function judge(report: SuiteReport): Judgement {
  const expected = report.designs.some(({ checks }) => checks.some((check) => check.expected !== null));
  // At the scope `default` something is expected of everything; what is not written down is no pass.
  const judged = !report.set && (expected || report.scope === 'default');
  const reasons = [
    ...report.designs.flatMap((design) => reasonsOf(report, design)),
    ...(judged
      ? [...report.designs.flatMap((design) => nothingExpected(report, design)), ...coverageReasons(report)]
      : []),
  ];
  return { gate: judged ? (reasons.length === 0 ? 'pass' : 'fail') : null, reasons };
}

/** One gate for several suites: one that fails decides; else one that was not judged leaves it open. */
export function gateOf(judgements: readonly Judgement[]): Judgement['gate'] {
  const gates = judgements.map(({ gate }) => gate);
  return gates.includes('fail') ? 'fail' : gates.includes(null) ? null : 'pass';
}

/** Of several reasons the gravest decides; 11 to 13 only when all that is left is of that one kind. */
export function exitCode(reasons: readonly Reason[]): number {
  const codes = new Set(reasons.map(({ code }) => code));
  for (const code of [EXIT.usage, EXIT.notBuilt, EXIT.userCode, EXIT.notDecided])
    if (codes.has(code)) return code;
  const [only, another] = codes;
  if (only === undefined) return EXIT.asExpected;
  return another === undefined ? only : EXIT.differs;
}

function reasonsOf(report: SuiteReport, design: DesignReport): Reason[] {
  const where = `${report.suite} / ${design.design}`;
  const differing = design.checks.flatMap((check): Reason[] => {
    const code = differs(check);
    if (code === null) return [];
    const todo =
      check.verdict === 'violated'
        ? 'read its trace, then mend the design, or the verdict that the suite expects'
        : 'see whether the change is meant, then mend the design, or the verdict that the suite expects';
    return [
      {
        code,
        where: `${where} / ${check.property}`,
        what: `${found(check)}, expected ${expectation(check)}`,
        todo,
      },
    ];
  });
  return [...differing, ...undecided(report, design, where), ...failing(design, where)];
}

/** Code that failed where every verdict was decided all the same: what it would have led to was not searched. */
function failing(design: DesignReport, where: string): Reason[] {
  const { failure, checks } = design;
  if (failure === null || checks.some(({ verdict }) => verdict === 'error')) return [];
  return [
    {
      code: EXIT.userCode,
      where: `${where} / code`,
      what: `error: ${failure.message}`,
      todo: 'mend the statechart or property it names; what it would lead to was not searched',
    },
  ];
}

/** Null when the verdict is as expected, or nothing is, or it is no verdict that decides anything. */
function differs(check: CheckResult): number | null {
  if (check.asExpected !== false || (check.verdict !== 'violated' && check.verdict !== 'holds')) return null;
  if (check.verdict === 'holds' || check.expected?.verdict === 'violated') return EXIT.differs;
  switch (check.kind) {
    case 'deadlock-free':
      return EXIT.deadlock;
    case 'invariant':
    case 'step-property':
    case 'within':
      return EXIT.safety;
    case 'monitor':
      // It has come to a state that violates it, or stays for ever where something is pending.
      return check.counterexample?.forever === undefined ? EXIT.safety : EXIT.liveness;
    case 'leads-to':
    case 'eventually':
    case 'always-eventually':
    case 'eventually-always':
    case 'until':
    case 'always-possible':
      return EXIT.liveness;
    case 'reachable':
      // That nothing reaches a state is no run that breaks safety.
      return EXIT.differs;
  }
}

/** Checks that came to no decision: those of one design with one reason in common are one reason. */
function undecided(report: SuiteReport, design: DesignReport, where: string): Reason[] {
  const groups = new Map<string, CheckResult[]>();
  for (const check of design.checks) {
    // A model that fails shows nothing, whatever was expected of it.
    const asExpected = check.asExpected === true && check.verdict !== 'error';
    if (asExpected || check.verdict === 'violated' || check.verdict === 'holds') continue;
    const key = `${check.verdict} ${check.reason}`;
    groups.set(key, [...(groups.get(key) ?? []), check]);
  }
  return [...groups.values()].map((checks): Reason => {
    const { verdict, reason, property } = checks[0]!;
    const all = checks.length === design.checks.length && checks.length > 1;
    const which =
      checks.length === 1 ? property : all ? 'all properties' : checks.map((c) => c.property).join(', ');
    return {
      where: `${where} / ${which}`,
      what: `${verdict}: ${reason}`,
      ...undecidedTodo(report, design, verdict),
    };
  });
}

function undecidedTodo(
  report: SuiteReport,
  design: DesignReport,
  verdict: CheckResult['verdict'],
): Pick<Reason, 'code' | 'todo'> {
  if (verdict === 'error') {
    return design.notBuilt === null
      ? {
          code: EXIT.userCode,
          todo: 'mend the statechart or property it names; nothing was decided without it',
        }
      : { code: EXIT.notBuilt, todo: 'mend the system it names' };
  }
  if (verdict === 'vacuous') {
    return {
      code: EXIT.notDecided,
      todo: report.set
        ? 'name with --design the designs that make sense at these sizes; under --set no `vacuous` is expected'
        : 'mend the `when` or `on` clause that never applied, or expect `vacuous` if that is the point',
    };
  }
  return { code: EXIT.notDecided, todo: searchOn(design) };
}

/** What to do about a search that is not the whole space. */
function searchOn({ incomplete, notBuilt }: DesignReport): string {
  if (notBuilt !== null) return 'choose values that the design can have, or leave it out with --design';
  switch (incomplete?.why) {
    case 'interrupted':
      return 'run it again and let it come to its end';
    case 'full-channel':
      return 'give the channel more capacity, or say `whenFull`, or choose a smaller scope';
    case 'out-of-memory':
      return 'choose a smaller scope, or give Node more memory (NODE_OPTIONS=--max-old-space-size=…)';
    case 'max-states':
    case 'max-seconds':
    case 'max-memory':
    case 'decided':
    case undefined:
      return 'raise the limit that ended the search, or choose a smaller scope';
  }
}

/** Checks of which the suite says nothing: a verdict nobody wrote down would otherwise always pass. */
function nothingExpected(report: SuiteReport, design: DesignReport): Reason[] {
  return design.checks
    .filter((check) => check.expected === null && (check.verdict === 'holds' || check.verdict === 'violated'))
    .map((check) => ({
      code: EXIT.notDecided,
      where: `${report.suite} / ${design.design} / ${check.property}`,
      what: `${found(check)}, and the suite expects no verdict of it`,
      todo: "write the verdict into the suite's `expect`",
    }));
}

/** A search that a limit ended shows no coverage, even where every verdict it came to is as expected. */
function coverageNotJudged(report: SuiteReport, design: DesignReport): Reason[] {
  if (report.some || design.search === null || design.search.complete) return [];
  if (reasonsOf(report, design).length > 0) return [];
  return [
    {
      code: EXIT.notDecided,
      where: `${report.suite} / ${design.design} / coverage`,
      what: 'not judged: the search is not the whole space',
      todo: searchOn(design),
    },
  ];
}

function coverageReasons(report: SuiteReport): Reason[] {
  const todo = 'mend the model, widen the scope, or waive it in the suite with a reason';
  const reason = (where: string, what: string): Reason => ({ code: EXIT.notDecided, where, what, todo });
  return [
    ...report.designs.flatMap((design) => coverageNotJudged(report, design)),
    ...report.designs.flatMap(({ design, coverage }) =>
      (coverage?.never ?? []).map((never) => reason(`${report.suite} / ${design} / coverage`, never)),
    ),
    ...(report.together?.never ?? []).map((never) =>
      reason(`${report.suite} / all designs / coverage`, never),
    ),
    ...report.staleWaivers.map((waiver) => ({
      code: EXIT.notDecided,
      where: `${report.suite} / waivers`,
      what: waivesNothing(waiver, report.scope),
      todo: 'remove a waiver that waives nothing, or mend its wording, designs or scopes',
    })),
  ];
}

/** Says of a stale waiver that it is one. */
export function waivesNothing({ never, designs }: Waiver<string>, scope: string): string {
  const where = designs === 'all' ? 'any design' : designs.join(', ');
  return `the waiver of "${never}" waives nothing: at scope ${scope}, nothing of the kind is missing in ${where}`;
}

function found(check: CheckResult): string {
  return verdictInSteps(check.kind, check.verdict, check.steps);
}

function expectation(check: CheckResult): string {
  const { expected } = check;
  return expected === null ? 'nothing' : verdictInSteps(check.kind, expected.verdict, expected.steps);
}

/** `violated in 8 steps`; of `reachable`, `reached in 4 steps` and `unreachable`. */
export function verdictInSteps(
  kind: CheckResult['kind'],
  verdict: CheckResult['verdict'],
  steps: number | null,
): string {
  const inSteps = steps === null ? '' : ` in ${steps} ${steps === 1 ? 'step' : 'steps'}`;
  if (kind !== 'reachable') return `${verdict}${inSteps}`;
  return verdict === 'violated' ? 'unreachable' : verdict === 'holds' ? `reached${inSteps}` : verdict;
}
