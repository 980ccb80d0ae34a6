import type { Judgement, Reason } from '../check/gate.ts';
import { EXIT, exitCode, gateOf, judge, waivesNothing } from '../check/gate.ts';
import type { CheckResult, SuiteReport } from '../check/result.ts';
import type { JsonOptions } from '../report/json.ts';
import { toJsonReport } from '../report/json.ts';
import type { BuildError } from '../system/errors.ts';
import type { CheckFlags } from './check-arguments.ts';
import { refuseUpdate, sortOut } from './check-arguments.ts';
import { compareWithCommitted, unhandledSince, updateCommitted, whyNotCommitted } from './committed.ts';
import { placeCounterexamples } from './counterexample-files.ts';
import { jsonErrors, jsonFailure } from './json-errors.ts';
import type { LoadFailure, Suites } from './load-suites.ts';
import { loadSuites, refuseFailures } from './load-suites.ts';
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
import { namesAlone, namesOf, readArguments } from './suite-arguments.ts';
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
      const gate = gateOnError(given);
      answerJson([], { gate, errors, root: process.cwd(), fileOf: () => null }, output);
    }
    throw thrown;
  }
}

/** Under `--set` nothing is expected, so nothing fails; the exit code and `errors` tell. */
function gateOnError({ set }: CheckFlags): Judgement['gate'] {
  return (set ?? []).length > 0 ? null : 'fail';
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
    // The ledger is of all suites.
    flags.update === true ? [] : namesAlone(suiteArguments),
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

/** What was found, and the suites that could not be checked. */
interface Found {
  readonly reports: readonly SuiteReport[];
  readonly failures: readonly LoadFailure[];
}

async function checkOnly(session: Session): Promise<number> {
  const { project, flags, output } = session;
  const files = new Map<CheckResult, string>();
  const reports: SuiteReport[] = [];
  const failures: LoadFailure[] = [];
  for await (const searched of searchSuites(session.runs, flags, output)) {
    const { run } = searched;
    if ('error' in searched) {
      failures.push(failureOf(searched));
      continue;
    }
    const { report } = searched;
    for (const entry of placeCounterexamples(project.root, report, run.options.set ?? {}, flags.reports)) {
      files.set(...entry);
    }
    reports.push(report);
    if (flags.json !== true) answerReport(report, run, files, output);
  }
  const news = unhandledSince(project.root, reports);
  const remark = failures.length > 0 ? null : ledgerRemark(session, reports, files);
  return conclude(session, { reports, failures }, files, remark, news);
}

async function checkAndUpdate(session: Session): Promise<number> {
  const { project, suites, whole, flags, output } = session;
  const found: { report: SuiteReport; run: Run }[] = [];
  const failures: LoadFailure[] = [];
  for await (const searched of searchSuites(session.runs, flags, output)) {
    if ('error' in searched) failures.push(failureOf(searched));
    else found.push(searched);
  }
  const reports = found.map(({ report }) => report);
  const obstacle =
    failures.length > 0 ? `${failures[0]!.file} could not be checked` : whyNotCommitted(reports);
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
  return conclude(session, { reports, failures }, files, remark, news);
}

function failureOf({ run, error }: { readonly run: Run; readonly error: BuildError }): LoadFailure {
  return { file: run.loaded.file, error };
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
    // Shortest runs may differ there, and states are counted up to renaming.
    flags.symmetry !== true &&
    flags.maxStates === undefined &&
    flags.maxSeconds === undefined &&
    flags.maxMemory === undefined &&
    flags.partialOrder !== true;
  if (!ofLedger) return null;
  const names = whole ? '' : `${runs.map(({ loaded }) => loaded.suite.name).join(' ')} `;
  return compareWithCommitted(project.root, reports, files, `premortem check ${names}--update`);
}

function conclude(
  session: Session,
  { reports, failures }: Found,
  files: Files,
  remark: string | null,
  news: readonly string[],
): number {
  const { flags, output, project } = session;
  // With nothing found there is nothing to tell but why.
  if (reports.length === 0) refuseFailures(failures);
  const judgements = reports.map(judge);
  const reasons = [
    ...judgements.flatMap((judgement) => judgement.reasons),
    ...failures.map(({ file, error }) => notChecked(file, error)),
  ];
  const gate = failures.length > 0 ? gateOnError(flags) : gateOf(judgements);
  if (flags.json === true) {
    const fileOf = (check: CheckResult): string | null => files.get(check) ?? null;
    const errors = [...session.suites.failures, ...failures].map(jsonFailure);
    for (const { error } of failures) output.note(`not checked: ${error.message}`);
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
    for (const { error } of failures) output.note(stackOf(error));
  }
  return exitCode(reasons);
}

function notChecked(file: string, error: BuildError): Reason {
  return {
    code: EXIT.notBuilt,
    where: `${file} / suite`,
    what: error.message,
    todo: 'mend the suite it names',
  };
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
