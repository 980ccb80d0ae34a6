import { judge } from '../check/gate.ts';
import type { CheckResult, DesignReport, SuiteReport } from '../check/result.ts';
import { lines } from '../report/layout.ts';
import { renderTrace } from '../report/trace-terminal.ts';
import { renderVerdictTable } from '../report/verdict-table.ts';
import type { Counterexample } from '../trace/trace.ts';
import { count, duration } from './figures.ts';
import type { Layout } from './render-gate.ts';

/** What a report is printed with. */
export interface ReportOptions extends Layout {
  /** The file of each counterexample, relative to the project's root. */
  readonly files: ReadonlyMap<CheckResult, string>;
}

/** Seconds from which a search's figures are worth a line. */
const SLOW = 2;

/** The report of a suite for the terminal. Ends with an empty line. */
export function renderReport(report: SuiteReport, options: ReportOptions): string {
  const shown = checksToShow(report);
  const sections = [
    heading(report, options),
    renderVerdictTable(report, options),
    remarks(report, options),
    ...report.designs.flatMap((design) => failure(design, options)),
    ...shown.map((check) => traceOf(check, options)),
    otherFiles(report, shown, options),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function heading(report: SuiteReport, { colour: c, width }: ReportOptions): string {
  const ref = report.systemRef === null ? '' : c.dim(` (${report.systemRef})`);
  const values = commonParameters(report).map(([name, value]) => `${name} ${value}`);
  const name = `scope ${report.scope}${report.set ? ' changed by --set' : ''}`;
  const flush = { first: '', rest: '' };
  return [
    c.bold(c.underline(report.suite)) + ref,
    ...lines(report.description.replaceAll(/\s+/g, ' ').trim(), width, flush),
    ...lines(c.dim(values.length === 0 ? name : `${name}: ${values.join(', ')}`), width, flush),
  ].join('\n');
}

/** Values that are the same in every design; a design may fix some itself. */
function commonParameters(report: SuiteReport): [string, number | string][] {
  const all = report.designs.flatMap(({ checks }) => checks.slice(0, 1).map(({ parameters }) => parameters));
  return Object.entries(all[0] ?? {}).filter(([name, value]) =>
    all.every((parameters) => parameters[name] === value),
  );
}

/** Lines of note that decide nothing: what grew, what took long, what the model does in vain. */
function remarks(report: SuiteReport, { colour: c, width }: ReportOptions): string {
  const line = (text: string): string[] => lines(text, width, { first: '  ', rest: '    ' });
  const grown = report.designs.flatMap(({ design, growth }) =>
    growth.map(
      ({ where, values, example }) =>
        `${design} grows: ${where} took ${count(values, 'value')}, one of the last ${example}`,
    ),
  );
  const slow = report.designs.flatMap(({ design, search }) => {
    if (search === null || search.seconds < SLOW) return [];
    const { states, transitions, depth, seconds } = search;
    return [
      `${design}: ${count(states, 'state')}, ${count(transitions, 'transition')}, depth ${depth}, ${duration(seconds)}`,
    ];
  });
  return [
    ...grown.flatMap((text) => line(c.yellow(text))),
    ...[...slow, ...asides(report)].flatMap((text) => line(c.dim(text))),
  ].join('\n');
}

function asides(report: SuiteReport): string[] {
  const coverage = report.designs.flatMap((design) => design.coverage ?? []);
  const judged = judge(report).gate !== null;
  const never = report.designs.flatMap((design) =>
    (design.coverage?.never ?? []).map((text) => `${design.design}: ${text}`),
  );
  const blocked = report.designs.flatMap(({ design, search }) =>
    search === null || search.blocked === 0 ? [] : [`${design} ${search.blocked.toLocaleString('en')} times`],
  );
  const waived = [...coverage.flatMap((each) => each.waived), ...(report.together?.waived ?? [])].map(
    ({ never: what }) => what,
  );
  const aside = (title: string, items: Iterable<string>): string[] => {
    const list = [...new Set(items)];
    return list.length === 0 ? [] : [`${title}: ${list.join(', ')}`];
  };
  return [
    ...(judged ? [] : aside('never happens (not judged here)', never)),
    ...aside(
      'arrives and is not handled',
      coverage.flatMap(({ unhandled }) => unhandled.map(({ message }) => message)),
    ),
    ...aside(
      'lost to a full channel',
      coverage.flatMap(({ dropped }) =>
        dropped.map(({ message, atStart }) => (atStart > 0 ? `${message} (at the start)` : message)),
      ),
    ),
    ...aside(
      'offered but changes nothing, so no step',
      coverage.flatMap(({ selfLoops }) => selfLoops),
    ),
    ...aside('steps disabled by a full channel', blocked),
    ...aside('waived, with the reason in the suite', few(waived)),
  ];
}

/** The first of a list, and how many more there are. */
function few(items: readonly string[], most = 4): string[] {
  const list = [...new Set(items)];
  return list.length <= most ? list : [...list.slice(0, most), `${list.length - most} more`];
}

/** The run to where user code failed, unless it is the start itself; the gate's reasons say what happened. */
function failure({ failure: failed }: DesignReport, { colour: c, width }: ReportOptions): string[] {
  const trace = failed?.trace ?? null;
  return trace === null || trace.steps.length === 0 ? [] : [renderTrace(trace, { width, colour: c })];
}

/** The checks whose runs are told in full: those not as expected, the headlines, and one asked for alone. */
function checksToShow(report: SuiteReport): (CheckResult & { counterexample: Counterexample })[] {
  const checks = report.designs.flatMap((design) => design.checks);
  const headline = (check: CheckResult): boolean =>
    report.headlines.some(({ design, property }) => design === check.design && property === check.property);
  const unexpected = checks.filter(({ asExpected }) => asExpected === false);
  const headlines = checks.filter(headline);
  const alone = checks.length === 1 ? checks : [];
  return [...new Set([...unexpected, ...headlines, ...alone])].filter(hasCounterexample);
}

function hasCounterexample(check: CheckResult): check is CheckResult & { counterexample: Counterexample } {
  return check.counterexample !== null;
}

function traceOf(
  check: CheckResult & { counterexample: Counterexample },
  { colour: c, width, files }: ReportOptions,
): string {
  const file = files.get(check);
  const trace = renderTrace(check.counterexample, { width, colour: c });
  return file === undefined ? trace : `${trace}\n${c.dim(file)}`;
}

/** Where the runs are that are not told here: those committed in a line, others one by one. */
function otherFiles(
  report: SuiteReport,
  shown: readonly CheckResult[],
  { colour: c, width, files }: ReportOptions,
): string {
  const others = report.designs
    .flatMap(({ checks }) => checks)
    .flatMap((check) => (shown.includes(check) ? [] : (files.get(check) ?? [])));
  const committed = others.filter((file) => file.startsWith('counterexamples/'));
  const generated = others.filter((file) => !file.startsWith('counterexamples/'));
  const folder = `counterexamples/${report.system}/<design>/<property>.md`;
  const many = committed.length === 1 ? committed[0]! : `${committed.length} more runs: ${folder}`;
  return [...(committed.length === 0 ? [] : [many]), ...generated]
    .flatMap((text) => lines(c.dim(text), width, { first: '  ', rest: '    ' }))
    .join('\n');
}
