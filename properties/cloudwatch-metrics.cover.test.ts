// How long an outage does each design cover, in ticks and in depths of the local store? The formulas and the table of the
// model's README are compared with the search. `UPDATE_TABLES=1` writes the table; more sizes are in
// cloudwatch-metrics.cover.deep.test.ts.
import { test } from 'vitest';
import suite from './cloudwatch-metrics.suite.ts';
import { describeCover, designs, heldWith, refs } from './testing/outage-sweep.ts';
import { expectInReadme } from './testing/readme-table.ts';
import { verdictTable } from './testing/verdict-table.ts';

const readme = new URL('../models/cloudwatch-metrics/README.md', import.meta.url);
const inTable = { H: 2, w: 2, B: 2 };
const longest = 2 * inTable.H;

// The alarm looks back further than the store is deep.
describeCover([{ H: 1, w: 3, B: 3 }], () => 2);

test('the table of outages in the README is what the sweep finds (UPDATE_TABLES=1 writes it)', async () => {
  const rows = ['| design | S1 | S2 | S3 |', '|---|---|---|---|'];
  for (const design of designs) {
    const held: Awaited<ReturnType<typeof heldWith>>[] = [];
    for (let outage = 1; outage <= longest; outage++) held.push(await heldWith(design, inTable, outage));
    const cells = refs.map((ref) => {
      const first = held.findIndex((properties) => !properties[ref]);
      return first < 0 ? `all (to ${longest})` : first === 0 ? 'none' : inDepths(first);
    });
    rows.push(`| \`${design}\` | ${cells.join(' | ')} |`);
  }
  expectInReadme(readme, 'cover', `\n${rows.join('\n')}\n\n`);
});

const inDepths = (ticks: number): string =>
  `${ticks} ${ticks === 1 ? 'tick' : 'ticks'} (${ticks % inTable.H === 0 ? ticks / inTable.H : `${ticks}/${inTable.H}`} H)`;

test.each(['default', 'as-deep-as-the-store'])('the verdicts of %s in the README', async (scope) => {
  const table = await verdictTable(suite, scope, [
    ['high-load-is-answered-in-time', 'S1'],
    ['monitoring-is-never-blind', 'S2'],
    ['nothing-is-missing-after-recovery', 'S3'],
    ['blind-small-and-with-a-gap', 'all at once'],
  ]);
  expectInReadme(readme, `verdicts ${scope}`, `\n${table}\n`);
});
