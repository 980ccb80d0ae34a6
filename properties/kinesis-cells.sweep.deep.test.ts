// The formulas of the model's README at more sizes. `UPDATE_TABLES=1` writes the table of quiet times.
import { expect, test } from 'vitest';
import { expectVerdicts, readme, twoCellsHurt } from './testing/kinesis-cells-sweep.ts';
import { expectInReadme } from './testing/readme-table.ts';

test('all cells at once: one cell at most is hurt exactly if all but the largest have threads to spare', async () => {
  for (const existing of [2, 3, 4]) {
    for (const newcomers of [1, 2]) {
      for (const threadLimit of [1, 2]) {
        const sizes = { existing, newcomers, threadLimit };
        const secondLargest = Math.ceil((existing + newcomers - 1) / 2);
        const safe = secondLargest - 1 <= threadLimit;
        const steps = await twoCellsHurt('all-cells-at-once', { ...sizes, delay: 1 });
        expect({ ...sizes, safe: steps === null }).toEqual({ ...sizes, safe });
      }
    }
  }
});

test('the quiet-time table of the README is what the sweep finds (UPDATE_TABLES=1 writes it)', async () => {
  const designs = ['cell-by-cell', 'cell-by-cell-watching-old-servers', 'cell-by-cell-unwatched'] as const;
  const rows: string[] = [];
  for (const delay of [1, 2, 3]) {
    for (let quiet = 0; quiet <= delay + 2; quiet += 1) {
      const found: (number | null)[] = [];
      for (const design of designs) found.push(await twoCellsHurt(design, { delay, quiet }));
      expect([delay, quiet, found[0], found[1] === null]).toEqual([delay, quiet, null, quiet > delay]);
      rows.push(
        `| ${delay} | ${quiet} | ${found.map((steps) => (steps === null ? 'one' : `two, ${steps}`)).join(' | ')} |`,
      );
    }
  }
  const head = `| D | T | ${designs.map((design) => `\`${design}\``).join(' | ')} |\n|---|---|---|---|---|`;
  expectInReadme(readme, 'quiet', `\n${head}\n${rows.join('\n')}\n\n`);
});

test('the verdict table of the second scope is what the search finds (UPDATE_TABLES=1 writes it)', () =>
  expectVerdicts('cells-at-the-limit'));
