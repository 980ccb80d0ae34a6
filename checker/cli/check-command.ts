import { exitCode, gateOf, judge, waivesNothing } from '../check/gate.ts';
import type { CheckResult, SuiteReport } from '../check/result.ts';
import type { JsonOptions } from '../report/json.ts';
import { toJsonReport } from '../report/json.ts';
import type { CheckFlags } from './check-arguments.ts';
import { refuseUpdate, sortOut } from './check-arguments.ts';
import { compareWithCommitted, unhandledSince, updateCommitted, whyNotCommitted } from './committed.ts';
import { placeCounterexamples } from './counterexample-files.ts';
import { jsonErrors, jsonFailure } from './json-errors.ts';
import type { Suites } from './load-suites.ts';
import { loadSuites } from './load-suites.ts';
import type { Output } from './output.ts';
import type { Project } from './project.ts';
import { findProject } from './project.ts';
import { renderGate } from './render-gate.ts';
import { renderReport } from './render-report.ts';
import { renderRuns } from './render-runs.ts';
import type { Run } from './select-runs.ts';
import { searchSuites } from './search-suites.ts';
import { selectRuns } from './select-runs.ts';
import { stackOf } from './stack.ts';
import { namesOf, readArguments } from './suite-arguments.ts';
import { withoutControls } from '../trace/counterexample-file.ts';
import { version } from './version.ts';

/** Which file holds the counterexample of each check, relative to the project's root. */
type Files = ReadonlyMap<CheckResult, string>;

/** `premortem check`: searches, prints, writes; gives the exit code. With `--json` an error is an object too. */
export async function check(args: readonly string[], given: CheckFlags, output: Output): Promise<number> {
  try {
    return await searchAndGate(args, given, output);
  } catch (thrown) {
    if (given.json === true) {
      const errors = jsonErrors(thrown);
      answerJson([], { gate: 'fail', errors, root: process.cwd(), fileOf: () => null }, output);
    }
    throw thrown;
  }
}

async function searchAndGate(args: readonly string[], given: CheckFlags, output: Output): Promise<number> {
  const { set, suites: named } = sortOut(args, given.set ?? []);
  const flags = { ...given, set };
  if (flags.update === true) refuseUpdate(flags);
  const project = await findProject(process.cwd());
  const suiteArguments = await readArguments(named);
  const suites = await loadSuites(
    project,
    suiteArguments.flatMap(({ files }) => files ?? []),
  );
  const asked = namesOf(suiteArguments, suites, project);
  const { runs, leftOut } = selectRuns(suites, {
    suites: asked,
    named,
    designs: flags.design ?? [],
    properties: flags.property ?? [],
    scope: flags.scope,
    set,
  });
  for (const { error } of suites.failures) output.note(`left out: ${error.message}`);
  for (const { suite, why } of leftOut) output.note(`left out: ${suite} ${why}.`);
  const session: Session = { project, suites, runs, flags, whole: asked.length === 0, output };
  return flags.update === true ? await checkAndUpdate(session) : await checkOnly(session);
}

/** One call of the command. */
interface Session {
  readonly project: Project;
  readonly suites: Suites;
  readonly runs: readonly Run[];
  readonly flags: CheckFlags;
  /** Whether all suites of the project are checked. */
  readonly whole: boolean;
  readonly output: Output;
}

async function checkOnly(session: Session): Promise<number> {
  const { project, flags, output } = session;
  const files = new Map<CheckResult, string>();
  const reports: SuiteReport[] = [];
  for await (const { report, run } of searchSuites(session.runs, flags, output)) {
    for (const entry of placeCounterexamples(project.root, report, run.options.set ?? {}, flags.reports)) {
      files.set(...entry);
    }
    reports.push(report);
    if (flags.json !== true) answerReport(report, run, files, output);
  }
  const news = unhandledSince(project.root, reports);
  return conclude(session, reports, files, ledgerRemark(session, reports, files), news);
}

async function checkAndUpdate(session: Session): Promise<number> {
  const { project, suites, whole, flags, output } = session;
  const found: { report: SuiteReport; run: Run }[] = [];
  for await (const each of searchSuites(session.runs, flags, output)) found.push(each);
  const reports = found.map(({ report }) => report);
  const obstacle = whyNotCommitted(reports);
  const everything = whole && suites.failures.length === 0;
  const news = unhandledSince(project.root, reports);
  const remark =
    obstacle === null
      ? updateCommitted(project.root, reports, suites, everything)
      : `counterexamples/ and reports/ are not updated: ${obstacle}.`;
  const files = new Map(
    reports.flatMap((report) => [...placeCounterexamples(project.root, report, {}, true)]),
  );
  if (flags.json !== true) for (const { report, run } of found) answerReport(report, run, files, output);
  return conclude(session, reports, files, remark, news);
}

function answerReport(report: SuiteReport, { loaded, options }: Run, files: Files, output: Output): void {
  const { system } = loaded.suite;
  output.answer(renderReport(report, { ...output, files, system, set: options.set ?? {} }));
}

/** Says where what is committed differs, when the run is one that it speaks of. */
function ledgerRemark(
  { project, flags, whole, runs }: Session,
  reports: readonly SuiteReport[],
  files: Files,
): string | null {
  const ofLedger =
    (flags.scope ?? 'default') === 'default' &&
    (flags.set ?? []).length === 0 &&
    flags.maxStates === undefined &&
    flags.maxSeconds === undefined &&
    flags.maxMemory === undefined;
  if (!ofLedger) return null;
  const names = whole ? '' : `${runs.map(({ loaded }) => loaded.suite.name).join(' ')} `;
  return compareWithCommitted(project.root, reports, files, `premortem check ${names}--update`);
}

function conclude(
  session: Session,
  reports: readonly SuiteReport[],
  files: Files,
  remark: string | null,
  news: readonly string[],
): number {
  const { flags, output, project } = session;
  const judgements = reports.map(judge);
  const reasons = judgements.flatMap((judgement) => judgement.reasons);
  const gate = gateOf(judgements);
  if (flags.json === true) {
    const fileOf = (check: CheckResult): string | null => files.get(check) ?? null;
    const errors = session.suites.failures.map(jsonFailure);
    answerJson(reports, { gate, errors, root: project.root, fileOf }, output);
    if (remark !== null) output.note(remark);
    // What else fails the gate stands in the object itself.
    for (const { suite, scope, staleWaivers } of reports)
      for (const waiver of staleWaivers) output.note(`${suite}: ${waivesNothing(waiver, scope)}.`);
  } else {
    const runs = renderRuns(reports, {
      ...output,
      files,
      fine: reasons.length === 0,
      changed: (flags.set ?? []).length > 0,
    });
    if (runs !== '') output.answer(`${runs}\n`);
    output.answer(renderGate(reports, gate, reasons, { remark, news }, output));
  }
  if (flags.debug === true) {
    const designs = reports.flatMap((report) => report.designs);
    for (const { failure, notBuilt } of designs) {
      const failed = failure ?? notBuilt;
      if (failed !== null) output.note(stackOf(failed.thrown));
    }
  }
  return exitCode(reasons);
}

/** The one object that `--json` prints. */
function answerJson(
  reports: readonly SuiteReport[],
  options: Omit<JsonOptions, 'version'>,
  output: Output,
): void {
  const json = toJsonReport(reports, { version: version(), ...options });
  output.answer(withoutControls(JSON.stringify(json, null, 2)));
}
