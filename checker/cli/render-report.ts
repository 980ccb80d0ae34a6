import { judge } from '../check/gate.ts';
import type { CheckResult, SuiteReport } from '../check/result.ts';
import { lossLines } from '../report/loss-words.ts';
import { lines } from '../report/layout.ts';
import { prospectLines } from '../report/prospect-words.ts';
import { reductionLines } from '../report/reduction-words.ts';
import { scopeWords } from '../report/scope-words.ts';
import { visible } from '../report/value-text.ts';
import { renderVerdictTable } from '../report/verdict-table.ts';
import type { AnySystem } from '../system/define-system.ts';
import { count, duration } from '../report/figures.ts';
import type { Layout } from './render-gate.ts';

/** What a report is printed with. */
export interface ReportOptions extends Layout {
  /** The file of each counterexample, relative to the project's root. */
  readonly files: ReadonlyMap<CheckResult, string>;
  /** The system that was checked, and the values that replaced its scope's. */
  readonly system: AnySystem;
  readonly set: Readonly<Record<string, number | string>>;
}

/** Seconds from which a search's figures are worth a line. */
const SLOW = 2;

/** The report of a suite for the terminal: its verdicts, and where its runs are. Ends with an empty line. */
export function renderReport(report: SuiteReport, options: ReportOptions): string {
  const sections = [
    heading(report, options),
    renderVerdictTable(report, options),
    remarks(report, options),
    whereRunsAre(report, options),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function heading(report: SuiteReport, { colour: c, width, system, set }: ReportOptions): string {
  const ref = report.systemRef === null ? '' : c.dim(` (${visible(report.systemRef)})`);
  const designs = report.designs.map(({ design }) => design);
  const { values, fixed } = scopeWords(system, report.scope, { set, designs });
  const name = `scope ${report.scope}${report.set ? ' changed by --set' : ''}`;
  const flush = { first: '', rest: '' };
  return [
    c.bold(c.underline(report.suite)) + ref,
    ...lines(visible(report.description.replaceAll(/\s+/g, ' ').trim()), width, flush),
    ...lines(c.dim(visible(values === '' ? name : `${name}: ${values}`)), width, flush),
    ...(fixed === '' ? [] : lines(c.dim(visible(`fixed by a design itself: ${fixed}`)), width, flush)),
  ].join('\n');
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
    ...grown.flatMap((text) => line(c.yellow(visible(text)))),
    ...[
      ...bySymmetry(report),
      ...untimed(report),
      ...reductionLines(report),
      ...prospectLines(report),
      ...slow,
      ...asides(report),
    ].flatMap((text) => line(c.dim(visible(text)))),
  ].join('\n');
}

/** What was counted up to the names of actors, and what was not though that was asked for. */
function bySymmetry(report: SuiteReport): string[] {
  const reduced = new Map<string, CheckResult>();
  for (const { design, checks } of report.designs)
    for (const check of checks) if (check.search?.mode === 'symmetry') reduced.set(design, check);
  const names = [...reduced.keys()];
  const all = names.length === report.designs.length ? 'all designs' : names.join(', ');
  const notes = new Map<string, string[]>();
  for (const { design, notes: own } of report.designs)
    for (const note of own) notes.set(note, [...(notes.get(note) ?? []), design]);
  return [
    ...(names.length === 0
      ? []
      : [`by symmetry (${all}): states are counted up to the renaming of interchangeable actors`]),
    ...[...notes].map(([note, designs]) => `${designs.join(', ')}: ${note}`),
  ];
}

/** What a verdict is worth where any pending timer may fire. */
function untimed(report: SuiteReport): string[] {
  const checks = report.designs.flatMap((design) => design.checks);
  if (!checks.some(({ time }) => time === 'untimed')) return [];
  return [
    'untimed: any pending timer may fire, so a violation, a witness or a verdict about the end may need an order that real delays forbid; what holds of every state or step, and what is unreachable, stays so with any delays',
  ];
}

function asides(report: SuiteReport): string[] {
  const coverage = report.designs.flatMap((design) => design.coverage ?? []);
  const judged = judge(report).gate !== null;
  const never = report.designs.flatMap((design) =>
    (design.coverage?.never ?? []).map((text) => `${design.design}: ${text}`),
  );
  const blocked = report.designs.flatMap(({ design, search }) =>
    search === null || search.blocked === 0 ? [] : [`${design} (${count(search.blocked, 'step')})`],
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
    ...lossLines(coverage.flatMap(({ dropped }) => dropped)).flatMap(({ title, messages }) =>
      aside(title, messages),
    ),
    ...aside(
      'offered but changes nothing, so no step',
      coverage.flatMap(({ selfLoops }) => selfLoops),
    ),
    ...aside('kept waiting by a full channel', blocked),
    ...aside('waived, with the reason in the suite', few(waived)),
  ];
}

/** The first of a list, and how many more there are. */
function few(items: readonly string[], most = 4): string[] {
  const list = [...new Set(items)];
  return list.length <= most ? list : [...list.slice(0, most), `${list.length - most} more`];
}

/** Where the runs of a suite are: those committed in a line, others one by one. */
function whereRunsAre(report: SuiteReport, { colour: c, width, files }: ReportOptions): string {
  const all = report.designs.flatMap(({ checks }) => checks).flatMap((check) => files.get(check) ?? []);
  const committed = all.filter((file) => file.startsWith('counterexamples/'));
  const generated = all.filter((file) => !file.startsWith('counterexamples/'));
  const folder = `counterexamples/${report.system}/<design>/<property>.md`;
  const many =
    committed.length === 1
      ? `1 run, committed as ${committed[0]!}`
      : `${committed.length} runs, committed as ${folder}`;
  return [...(committed.length === 0 ? [] : [many]), ...generated]
    .flatMap((text) => lines(c.dim(text), width, { first: '  ', rest: '    ' }))
    .join('\n');
}
