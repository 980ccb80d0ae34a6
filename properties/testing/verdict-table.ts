import type { Suite } from 'premortem';
import { reportOf } from 'premortem/vitest';

/** Numbers in READMEs: 1,105. */
const inWords = (number: number): string => number.toLocaleString('en-US');

/**
 * The verdicts of a suite at one scope as a table, a row for each design: with the length of the shortest run that
 * shows it, and for a `reachable` whether it is reached.
 *
 * @param columns the properties in the order of the table, each with its heading
 */
export async function verdictTable(
  suite: Suite,
  scope: string,
  columns: readonly (readonly [property: string, heading: string])[],
): Promise<string> {
  const { designs } = await reportOf(suite, scope);
  const headings = ['design', ...columns.map(([, heading]) => heading), 'states', 'transitions', 'depth'];
  const rows = designs.map(({ design, checks, search }) => [
    `\`${design}\``,
    ...columns.map(([property]) => cellOf(checks.find((check) => check.property === property)!)),
    ...[search!.states, search!.transitions, search!.depth].map(inWords),
  ]);
  return [headings, headings.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('');
}

type Check = Awaited<ReturnType<typeof reportOf>>['designs'][number]['checks'][number];

function cellOf({ kind, verdict, steps, counterexample }: Check): string {
  if (kind === 'reachable') return verdict === 'holds' ? `reached ${steps}` : 'never';
  if (verdict !== 'violated') return verdict;
  const forever = counterexample?.forever ?? null;
  if (forever === null) return `violated ${steps}`;
  return `violated ${steps}, ${forever.kind === 'cycle' ? 'goes round' : 'ends'}`;
}
