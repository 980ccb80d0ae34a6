// For which rates is the backlog worked off, and how long does an event wait at most? The formulas and the tables of the
// model's README are compared with the search. `UPDATE_TABLES=1` writes the tables; more sizes are in
// eventbridge-backlog.waits.deep.test.ts.
import { test } from 'vitest';
import suite from './eventbridge-backlog.suite.ts';
import type { Sizes } from './testing/backlog-sweep.ts';
import { describeBacklog, designs, inTheEnd, kinds, waitsFound } from './testing/backlog-sweep.ts';
import { expectInReadme } from './testing/readme-table.ts';
import { verdictTable } from './testing/verdict-table.ts';

const readme = new URL('../models/eventbridge-backlog/README.md', import.meta.url);
const MOST = 5;

describeBacklog([{ a: 1, s: 2, Q: 1, d: 2 }], 2);

test('for which rates the backlog is worked off (UPDATE_TABLES=1 writes the table)', async () => {
  const rows = ['| a | s | worked off |', '|---|---|---|'];
  for (const [a, s] of [
    [1, 1],
    [1, 2],
    [2, 2],
    [2, 3],
    [3, 2],
  ] as const) {
    const answers = new Set<boolean>();
    for (const design of designs) {
      const { isWorkedOff } = await inTheEnd(design, { a, s, Q: 1, d: 1 });
      answers.add(isWorkedOff!);
    }
    rows.push(
      `| ${a} | ${s} | ${answers.size > 1 ? 'depends on the order' : answers.has(true) ? 'yes' : 'no'} |`,
    );
  }
  expectInReadme(readme, 'rates', `\n${rows.join('\n')}\n\n`);
});

test('how long an event waits (UPDATE_TABLES=1 writes the table)', async () => {
  const rows = [
    '| a | s | d | Q | design | fresh, up | old, up | fresh, degraded | old, degraded |',
    '|---|---|---|---|---|---|---|---|---|',
  ];
  const inTable: Sizes[] = [
    { a: 1, s: 2, d: 1, Q: 4 },
    { a: 2, s: 2, d: 1, Q: 4 },
  ];
  for (const sizes of inTable) {
    for (const design of designs) {
      const found = await waitsFound(design, sizes, MOST);
      const cells = kinds.map((kind) => (found[kind] === Infinity ? `more than ${MOST}` : `${found[kind]}`));
      const { a, s, d, Q } = sizes;
      rows.push(`| ${a} | ${s} | ${d} | ${Q} | \`${design}\` | ${cells.join(' | ')} |`);
    }
  }
  expectInReadme(readme, 'waits', `\n${rows.join('\n')}\n\n`);
});

test.each(['default', 'no-spare-capacity'])('the verdicts of %s in the README', async (scope) => {
  const table = await verdictTable(
    suite,
    scope,
    Object.entries(suite.properties).map(([name, { ref }]) => [name, ref!.replace('M-C4', '')]),
  );
  expectInReadme(readme, `verdicts ${scope}`, `\n${table}\n`);
});
