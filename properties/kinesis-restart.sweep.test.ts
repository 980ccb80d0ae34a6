// The rule on `boot`, `serve` and `c`, the sizes at which Q1 to Q3 hold, and the least bound of Q4: formulas compared
// with the search. `UPDATE_TABLES=1` writes the tables of the README; more sizes are in
// kinesis-restart.sweep.deep.test.ts.
import { expect, test } from 'vitest';
import suite from './kinesis-restart.suite.ts';
import { expectInReadme } from './testing/readme-table.ts';
import { allDesigns, describeRule, describeSizes, leastBound } from './testing/restart-sweep.ts';
import { verdictTable } from './testing/verdict-table.ts';

const readme = new URL('../models/kinesis-restart/README.md', import.meta.url);

describeSizes([5], [2]);
describeRule([4], [2]);

test('Q4: the least bound is that of the formula, and the README has it (UPDATE_TABLES=1 writes it)', async () => {
  const sizes = [4, 6];
  const rows = ['design', ...sizes.map((N) => `N=${N}`)].map(String);
  let table = `| ${rows.join(' | ')} |\n| ${rows.map(() => '---').join(' | ')} |\n`;
  for (const design of allDesigns) {
    const bounds: (number | null)[] = [];
    for (const N of sizes) bounds.push(await leastBound(design, N));
    table += `| \`${design}\` | ${bounds.map((bound) => bound ?? 'none').join(' | ')} |\n`;
  }
  expect(table).toContain('none');
  expectInReadme(readme, 'bounds', `\n${table}\n`);
});

test.each(['default', 'four-servers'])('the verdicts of the README at the scope %s', async (scope) => {
  const table = await verdictTable(suite, scope, [
    ['every-server-serves-in-the-end', 'Q1'],
    ['it-does-not-go-round-for-ever', 'Q1-round'],
    ['the-restart-can-still-succeed', 'Q1-possible'],
    ['no-step-takes-a-serving-server-away', 'Q2'],
    ['the-restart-is-never-stuck', 'Q3'],
  ]);
  expectInReadme(readme, scope, `\n${table}\n`);
});
