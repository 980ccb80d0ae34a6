// Granularity is the bug: the table of the README as far as it speaks of one endpoint and of clean-up in one step. The
// whole of it is compared, and written, in the deep tier.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { abstractions, columnOf, readme, rowsOf } from './testing/granularity.ts';

test.each(abstractions)('remedies in the abstraction %s', async (...abstraction) => {
  const { heading, found } = await columnOf(abstraction, 'batch', [1]);
  const lines = readFileSync(readme, 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const column = lines.find((cells) => cells[1] === 'remedy')!.indexOf(heading);
  for (const [design, round, cell] of rowsOf([{ heading, found }])) {
    const row = lines.find((cells) => cells[1] === design && cells[2] === round);
    expect([design, row?.[column]?.split(' / ')[0]]).toEqual([design, cell]);
  }
});
