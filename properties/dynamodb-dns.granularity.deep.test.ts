// Granularity is the bug: the whole table of the README. UPDATE_TABLES=1 writes it.
import { test } from 'vitest';
import { abstractions, columnOf, readme, rowsOf } from './testing/granularity.ts';
import { expectInReadme } from './testing/readme-table.ts';

test('which remedy holds where, at which granularity', async () => {
  const columns: Awaited<ReturnType<typeof columnOf>>[] = [];
  for (const abstraction of abstractions)
    for (const cleanup of ['batch', 'single'] as const)
      columns.push(await columnOf(abstraction, cleanup, [1, 2]));
  const headings = ['remedy', 'one round', ...columns.map(({ heading }) => heading)];
  const rows = [headings, headings.map(() => '---'), ...rowsOf(columns)];
  const table = rows.map((row) => `| ${row.join(' | ')} |\n`).join('');
  expectInReadme(readme, 'granularity', `\n${table}\n`);
}, 300_000);
