// P5: for which sizes does P1 hold for all runs? The formula and the table of the model's README are compared with
// the search. `UPDATE_TABLES=1` writes the table; larger fleets are in kinesis-threads.threshold.deep.test.ts.
import { test } from 'vitest';
import { expectInReadme } from './testing/readme-table.ts';
import type { Design, Sizes } from './testing/threshold.ts';
import {
  allLimits,
  describeThreshold,
  inTable,
  leastLimit,
  shortestViolation,
  sweep,
} from './testing/threshold.ts';

const existing = [2, 3];

describeThreshold([2]);
describeThreshold([3], inTable);

test('the threshold table of the README is what the sweep finds (UPDATE_TABLES=1 writes it)', async () => {
  const readme = new URL('../models/kinesis-threads/README.md', import.meta.url);
  expectInReadme(readme, 'threshold', `\n${await thresholdTable()}\n`);
});

async function thresholdTable(): Promise<string> {
  const rows: string[] = [
    '| N | M | k | one fleet: P1 broken at L (steps) | holds from L | k·(N+M−1) | two cells: P1 broken at L (steps) | holds from L | k·(⌈(N+M)/2⌉−1) |',
    '|---|---|---|---|---|---|---|---|---|',
  ];
  for (const sizes of sweep(1, existing)) {
    const { N, M, k } = sizes;
    const cells = { ...sizes, C: 2 };
    const one = await column('as-deployed', sizes);
    const two = await column('front-end-cells', cells);
    rows.push(
      `| ${N} | ${M} | ${k} | ${one} | ${leastLimit['as-deployed'](sizes)} | ${two} | ${leastLimit['front-end-cells'](cells)} |`,
    );
  }
  return `${rows.join('\n')}\n`;
}

/** Two cells of a row: the limits at which P1 is broken, each with the steps it takes, and the first at which it holds. */
async function column(design: Design, sizes: Sizes): Promise<string> {
  const broken: string[] = [];
  let holdsFrom: number | null = null;
  for (const L of allLimits(sizes)) {
    const steps = await shortestViolation(design, sizes, L);
    if (steps !== null) broken.push(`${L} (${steps})`);
    else holdsFrom ??= L;
  }
  return `${broken.join(', ') || 'none'} | ${holdsFrom}`;
}
