import type { Colors } from 'picocolors/types.js';
import type { Judgement, Reason } from '../check/gate.ts';
import { judge } from '../check/gate.ts';
import type { SuiteReport } from '../check/result.ts';
import { lines } from '../report/layout.ts';
import { count, duration } from './figures.ts';

/** How text is laid out. */
export interface Layout {
  readonly colour: Colors;
  readonly width: number;
}

/** The last lines of the answer: what the gate says, why, and what to do. */
export function renderGate(
  reports: readonly SuiteReport[],
  gate: Judgement['gate'],
  reasons: readonly Reason[],
  remark: string | null,
  layout: Layout,
): string {
  const { colour: c, width } = layout;
  const verdict =
    gate === 'pass'
      ? c.green(c.bold('gate: pass'))
      : gate === 'fail'
        ? c.red(c.bold('gate: fail'))
        : c.bold('gate: not judged');
  return [
    ...reasons.flatMap(({ where, what }) =>
      lines(`${c.bold(where)}: ${what.replaceAll(/\s+/g, ' ')}`, width, { first: '  ', rest: '      ' }),
    ),
    ...(reasons.length === 0 ? [] : ['']),
    ...todos(reasons).flatMap((todo) => lines(`To do: ${todo}`, width, { first: '  ', rest: '      ' })),
    ...(reasons.length === 0 ? [] : ['']),
    ...(remark === null ? [] : lines(remark, width, { first: '', rest: '  ' })),
    ...lines(`${verdict}  ${c.dim(tally(reports, gate, reasons.length))}`, width, { first: '', rest: '  ' }),
  ].join('\n');
}

/** What there is to do, each thing once. */
function todos(reasons: readonly Reason[]): string[] {
  return [...new Set(reasons.map(({ todo }) => `${todo}.`))];
}

function tally(reports: readonly SuiteReport[], gate: Judgement['gate'], reasons: number): string {
  const designs = reports.flatMap((report) => report.designs);
  const checks = designs.flatMap((design) => design.checks);
  const states = designs.reduce((sum, { search }) => sum + (search?.states ?? 0), 0);
  const seconds = designs.reduce((sum, { search }) => sum + (search?.seconds ?? 0), 0);
  const size = `${count(reports.length, 'suite')}, ${count(designs.length, 'design')}, ${count(states, 'state')} in ${duration(seconds)}`;
  if (gate === null) return `${whyOpen(reports)}; ${count(checks.length, 'verdict')}; ${size}`;
  const asExpected = checks.filter((check) => check.asExpected === true).length;
  const why = gate === 'fail' ? `${count(reasons, 'reason')} above; ` : '';
  return `${why}${asExpected} of ${count(checks.length, 'verdict')} as expected; ${size}`;
}

function whyOpen(reports: readonly SuiteReport[]): string {
  if (reports.some(({ set }) => set)) return 'nothing is expected under --set';
  const open = reports.find((report) => judge(report).gate === null);
  return `${open?.suite} expects nothing at scope ${open?.scope}`;
}
