// R9: would a clean-up that spares more plans have helped? The formula and the table of the model's README are
// compared with the search. `UPDATE_TABLES=1` writes the table; larger sizes are in dynamodb-dns.sweep.deep.test.ts.
import { expect, test } from 'vitest';
import { expectFormula, range, shortest, sizes, wholeSpace } from './testing/clean-up-sweep.ts';
import { expectInReadme } from './testing/readme-table.ts';

test('an endpoint can go dark from G = AGE + 2 on, in AGE + 6 steps and one for each complication', () =>
  expectFormula(sizes({ enactors: [2], endpoints: [1, 2], age: [1, 2], beyondAge: [1, 2] })));

test('one Enactor never goes dark, a third changes nothing', () =>
  expectFormula(sizes({ enactors: [1, 3], endpoints: [1], age: [1, 2], beyondAge: [1, 2] })));

test('V2 does not depend on AGE: two Enactors and three plans are enough', async () => {
  for (const age of [1, 3, 12]) {
    const set = { enactors: 2, endpoints: 1, age, cleanup: 'batch' } as const;
    expect(await shortest({ ...set, generations: 2 }, 'never-an-older-plan')).toBeNull();
    expect(await shortest({ ...set, generations: 3 }, 'never-an-older-plan')).toBe(6);
  }
});

test('the table of the README is what the search finds (UPDATE_TABLES=1 writes it)', async () => {
  const generations = range(2, 6);
  const rows: string[] = [];
  for (const age of range(1, 4)) {
    const cells: string[] = [];
    for (const G of generations) {
      const found = await wholeSpace({ enactors: 2, endpoints: 1, age, generations: G, cleanup: 'batch' });
      cells.push(`${found.steps ?? 'holds'} (${found.states.toLocaleString('en')})`);
    }
    rows.push(`| ${age} | ${cells.join(' | ')} |`);
  }
  const table = [
    `| AGE | ${generations.map((G) => `G=${G}`).join(' | ')} |`,
    `|---|${'---|'.repeat(generations.length)}`,
    ...rows,
  ];
  const readme = new URL('../models/dynamodb-dns/README.md', import.meta.url);
  expectInReadme(readme, 'sweep', `\n${table.join('\n')}\n\n`);
});
