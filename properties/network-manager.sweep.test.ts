// When an overload ends, how long an instance waits, and what admission costs. `UPDATE_TABLES=1` writes the tables of the
// model's README; more sizes are in network-manager.sweep.deep.test.ts.
import { expect, test } from 'vitest';
import { round } from '../models/network-manager/round.ts';
import suite from './network-manager.suite.ts';
import { KNEE, designs, held, longestWait, overloadEnds } from './testing/network-sweep.ts';
import { expectInReadme } from './testing/readme-table.ts';
import { verdictTable } from './testing/verdict-table.ts';

const readme = new URL('../models/network-manager/README.md', import.meta.url);

test('when the overload ends (UPDATE_TABLES=1 writes the table)', async () => {
  const rows = [
    `| q | a | s | s′ | ${designs.map((design) => `\`${design}\``).join(' | ')} |`,
    `|---|---|---|---|${designs.map(() => '---|').join('')}`,
  ];
  for (const [q, a, s, slow] of [
    [3, 1, 2, 1],
    [6, 1, 2, 1],
    [6, 1, 3, 2],
    [6, 2, 2, 1],
  ] as const) {
    const sizes = { q, a, s, slow };
    const cells: string[] = [];
    for (const design of designs) {
      const ends = await held(design, sizes, 'the-overload-ends-for-good');
      if (a < s) expect({ ...sizes, ends }).toEqual({ ...sizes, ends: overloadEnds[design](sizes) });
      cells.push(ends ? 'yes' : 'no');
    }
    rows.push(`| ${q} | ${a} | ${s} | ${slow} | ${cells.join(' | ')} |`);
  }
  expectInReadme(readme, 'overload', `\n${rows.join('\n')}\n\n`);
});

test('how long an instance waits (UPDATE_TABLES=1 writes the table)', async () => {
  const rows = ['| design | Q=6 | Q=8 |', '|---|---|---|'];
  for (const design of designs) {
    const waits: number[] = [];
    for (const queue of [6, 8])
      waits.push(await longestWait(design, { q: 6, a: 1, s: 2, slow: 1 }, queue, 8));
    rows.push(`| \`${design}\` | ${waits.join(' | ')} |`);
  }
  expectInReadme(readme, 'waits', `\n${rows.join('\n')}\n\n`);
});

test('what admission costs (UPDATE_TABLES=1 writes the table)', () => {
  const rows = [
    '| q | a | launches refused in the first 40 ticks | of those asked for |',
    '|---|---|---|---|',
  ];
  const settings = { serve: 2, serveOverloaded: 1, knee: KNEE, queue: 12, admitBelow: KNEE };
  for (const [q, a] of [
    [6, 1],
    [12, 1],
    [6, 2],
    [6, 3],
  ] as const) {
    let [waiting, refused] = [q as number, 0];
    for (let tick = 0; tick < 40; tick++) {
      const after = round(waiting, a, null, settings);
      waiting = after.waiting;
      refused += after.refused;
    }
    rows.push(`| ${q} | ${a} | ${refused} | ${40 * a} |`);
  }
  expectInReadme(readme, 'price', `\n${rows.join('\n')}\n\n`);
});

test.each(['default', 'overload-stops-it'])('the verdicts of %s in the README', async (scope) => {
  const verdicts = await verdictTable(
    suite,
    scope,
    Object.entries(suite.properties).map(([name, { ref }]) => [name, ref!]),
  );
  expectInReadme(readme, `verdicts ${scope}`, `\n${verdicts}\n`);
});
