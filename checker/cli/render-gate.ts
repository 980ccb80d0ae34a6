import type { Colors } from 'picocolors/types.js';
import type { Judgement, Reason } from '../check/gate.ts';
import { judge } from '../check/gate.ts';
import type { SuiteReport } from '../check/result.ts';
import { lines } from '../report/layout.ts';
import { count, duration } from '../report/figures.ts';
import { visible } from '../report/value-text.ts';

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
  { remark, news = [] }: { readonly remark: string | null; readonly news?: readonly string[] },
  layout: Layout,
): string {
  const { colour: c, width } = layout;
  const verdict =
    gate === 'pass'
      ? c.green(c.bold('gate: pass'))
      : gate === 'fail'
        ? c.red(c.bold('gate: fail'))
        : c.bold('gate: not judged');
  const folded = fold(reasons);
  const indent = { first: '  ', rest: '      ' };
  return [
    // Such a thing shows nowhere else, and is often what the reasons come from.
    ...(reasons.length === 0 ? [] : news).flatMap((text) => lines(c.yellow(visible(text)), width, indent)),
    ...byTodo(folded).flatMap(({ todo, group }) => [
      ...group.flatMap(({ where, what }) =>
        lines(`${c.bold(visible(where))}: ${visible(what.replaceAll(/\s+/g, ' '))}`, width, indent),
      ),
      ...lines(`To do: ${todo}.`, width, indent),
      '',
    ]),
    ...(remark === null ? [] : lines(remark, width, { first: '', rest: '  ' })),
    ...lines(`${verdict}  ${c.dim(tally(reports, gate, folded.length))}`, width, { first: '', rest: '  ' }),
  ].join('\n');
}

type Folded = Pick<Reason, 'where' | 'what' | 'todo'>;

/** Reasons that are the same in several designs of a suite, as one that names the designs. */
function fold(reasons: readonly Reason[]): Folded[] {
  const groups = new Map<
    string,
    { suite: string; designs: string[]; about: string[]; what: string; todo: string }
  >();
  for (const { where, what, todo } of reasons) {
    const [suite = '', design = '', ...about] = where.split(' / ');
    const key = JSON.stringify([suite, about, what, todo]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { suite, designs: [design], about, what, todo });
    else group.designs.push(design);
  }
  return [...groups.values()].map(({ suite, designs, about, what, todo }) => ({
    where: [suite, designs.join(', '), ...about].join(' / '),
    what,
    todo,
  }));
}

/** Reasons with the same thing to do together, in the order of the first of each. */
function byTodo(reasons: readonly Folded[]): { todo: string; group: Folded[] }[] {
  return [...new Set(reasons.map(({ todo }) => todo))].map((todo) => ({
    todo,
    group: reasons.filter((reason) => reason.todo === todo),
  }));
}

function tally(reports: readonly SuiteReport[], gate: Judgement['gate'], reasons: number): string {
  const designs = reports.flatMap((report) => report.designs);
  const checks = designs.flatMap((design) => design.checks);
  const states = designs.reduce((sum, { search }) => sum + (search?.states ?? 0), 0);
  const seconds = reports.reduce((sum, report) => sum + report.seconds, 0);
  const size = `${count(reports.length, 'suite')}, ${count(designs.length, 'design')}, ${count(states, 'state')} in ${duration(seconds)}`;
  if (gate === null) return `${whyOpen(reports)}; ${count(checks.length, 'verdict')}; ${size}`;
  const asExpected = checks.filter((check) => check.asExpected === true).length;
  const why = gate === 'fail' ? `${count(reasons, 'reason')} above; ` : '';
  const broken = checks.filter(
    (check) => check.asExpected === true && check.expected?.verdict === 'violated',
  );
  const known = broken.filter(({ kind }) => kind !== 'reachable').length;
  const among = known === 0 ? '' : `, ${count(known, 'violation')} among them`;
  return `${why}${asExpected} of ${count(checks.length, 'verdict')} as expected${among}; ${size}`;
}

function whyOpen(reports: readonly SuiteReport[]): string {
  if (reports.some(({ set }) => set)) return 'nothing is expected under --set';
  const open = reports.find((report) => judge(report).gate === null);
  return `${open?.suite} expects nothing at scope ${open?.scope}`;
}
