import type { CheckResult, DesignReport, SuiteReport } from '../check/result.ts';
import { lines } from '../report/layout.ts';
import { renderTrace } from '../report/trace-terminal.ts';
import type { Counterexample } from '../trace/trace.ts';
import { count } from '../report/figures.ts';
import type { Layout } from './render-gate.ts';

/** Unexpected runs that are told in full; of the others their files are named. */
const UNEXPECTED_TOLD = 3;

/** What the runs are told with. */
export interface RunsOptions extends Layout {
  /** The file of each counterexample, relative to the project's root. */
  readonly files: ReadonlyMap<CheckResult, string>;
  /** Whether the gate has nothing to say: then headlines are told, else what broke. */
  readonly fine: boolean;
  /** Whether sizes were changed by `--set`. */
  readonly changed: boolean;
}

type Shown = CheckResult & { readonly counterexample: Counterexample };

/**
 * The runs worth reading in full, step by step; empty where there are none. Where something is not as
 * expected, only what broke is told, so that it stands right above the gate; else the headlines of the suites,
 * or the one check that was asked for.
 */
export function renderRuns(reports: readonly SuiteReport[], options: RunsOptions): string {
  const designs = reports.flatMap((report) => report.designs);
  const checks = designs.flatMap((design) => design.checks);
  const failures = designs.flatMap((design) => failure(design, options));
  const unexpected = checks.filter(({ asExpected }) => asExpected === false);
  if (!options.fine) return [...failures, ...untold(unexpected.filter(hasRun), options)].join('\n\n');
  const chosen = checks.length === 1 ? checks : reports.flatMap(headlines);
  return [...failures, ...chosen.filter(hasRun).map((check) => told(check, options))].join('\n\n');
}

/** The first of the unexpected runs in full, and the files of the others before them. */
function untold(unexpected: readonly Shown[], options: RunsOptions): string[] {
  const { colour: c, width, files } = options;
  const shown = unexpected.slice(0, UNEXPECTED_TOLD);
  const others = unexpected.slice(UNEXPECTED_TOLD);
  const names = others.flatMap((check) =>
    lines(c.dim(files.get(check) ?? `${check.system} / ${check.design} / ${check.property}`), width, {
      first: '    ',
      rest: '      ',
    }),
  );
  const list =
    others.length === 0
      ? []
      : [[`  not as expected either: ${count(others.length, 'run')}`, ...names].join('\n')];
  return [...list, ...shown.map((check) => told(check, options))];
}

/** The counterexamples that a suite wants read first, in its order. */
function headlines(report: SuiteReport): CheckResult[] {
  const checks = report.designs.flatMap((design) => design.checks);
  return report.headlines.flatMap(({ design, property }) =>
    checks.filter((check) => check.design === design && check.property === property),
  );
}

function hasRun(check: CheckResult): check is Shown {
  return check.counterexample !== null;
}

function told(check: Shown, { colour: c, width, files, changed }: RunsOptions): string {
  const file = files.get(check);
  const trace = renderTrace(check.counterexample, { width, colour: c, changed });
  return file === undefined ? trace : `${trace}\n${c.dim(file)}`;
}

/** The run to where user code failed, unless it is the start itself; the gate's reasons say what happened. */
function failure({ failure: failed }: DesignReport, { colour: c, width }: RunsOptions): string[] {
  const trace = failed?.trace ?? null;
  return trace === null || trace.steps.length === 0
    ? []
    : [renderTrace(trace, { width, colour: c, failing: true })];
}
