// From how many droplets it collapses, which limits work, how many restarts are needed, and leases that run out. The
// tables of the model's README are compared with what is found. `UPDATE_TABLES=1` writes them; more sizes are in
// dwfm-collapse.sweep.deep.test.ts.
import { expect, test } from 'vitest';
import suite from './dwfm-collapse.suite.ts';
import {
  fewestDroplets,
  fewestRestarts,
  held,
  highestLimit,
  least,
  recovers,
} from './testing/collapse-sweep.ts';
import { expectInReadme } from './testing/readme-table.ts';
import { simulateRenewals } from './testing/renewals.ts';
import { verdictTable } from './testing/verdict-table.ts';

const readme = new URL('../models/dwfm-collapse/README.md', import.meta.url);
const table = (rows: readonly string[]): string => `\n${rows.join('\n')}\n\n`;
const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no');

test('from how many droplets it collapses (UPDATE_TABLES=1 writes the table)', async () => {
  const rows = ['| TO | c | fewest droplets that collapse |', '|---|---|---|'];
  for (const [TO, c] of [
    [1, 1],
    [2, 1],
    [3, 1],
    [1, 2],
  ] as const) {
    const expected = fewestDroplets({ TO, c });
    // Fewer still are looked at in the deep test.
    const around = [expected - 2, expected] as const;
    const found = await least(around, async (D) => !(await recovers('as-deployed', { D, TO, c })));
    expect({ TO, c, found }).toEqual({ TO, c, found: expected });
    rows.push(`| ${TO} | ${c} | ${found} |`);
  }
  expectInReadme(readme, 'droplets', table(rows));
});

test('which limits work (UPDATE_TABLES=1 writes the table)', async () => {
  const limits = [1, 2, 3, 4, 5];
  const rows = [`| D | TO | ${limits.join(' | ')} |`, `|---|---|${limits.map(() => '---').join('|')}|`];
  for (const [D, TO] of [
    [6, 1],
    [8, 1],
    [6, 2],
    [8, 2],
  ] as const) {
    const cells: string[] = [];
    for (const limit of limits) {
      const works = await recovers('throttle', { D, TO, c: 1 }, { limit });
      expect({ D, TO, limit, works }).toEqual({ D, TO, limit, works: limit <= highestLimit({ TO, c: 1 }) });
      cells.push(yesOrNo(works));
    }
    rows.push(`| ${D} | ${TO} | ${cells.join(' | ')} |`);
  }
  expectInReadme(readme, 'limits', table(rows));
});

test('how many restarts are needed (UPDATE_TABLES=1 writes the table)', async () => {
  const rows = ['| D | TO | restarts, each at the right moment |', '|---|---|---|'];
  for (const [D, TO] of [
    [4, 1],
    [6, 1],
    [8, 1],
    [8, 2],
  ] as const) {
    const found = await least([0, 5], async (clears) => {
      const properties = ['all-leases-can-come-back'];
      return (await held('hosts-restarted-often', { D, TO, c: 1 }, properties, { clears }))[0]!;
    });
    expect({ D, TO, found }).toEqual({ D, TO, found: fewestRestarts({ D, TO, c: 1 }) });
    rows.push(`| ${D} | ${TO} | ${found} |`);
  }
  expectInReadme(readme, 'restarts', table(rows));
});

test('how long a throttle takes that comes late (UPDATE_TABLES=1 writes the table)', async () => {
  const rows = [
    '| bound of the queue | ticks at most | the same from a restart under the throttle |',
    '|---|---|---|',
  ];
  const sizes = { D: 6, TO: 1, c: 1 };
  for (const queue of [8, 12]) {
    const ticks: number[] = [];
    for (const [property, around] of [
      ['recovered-in-time-under-the-throttle', [queue - highestLimit(sizes) - 1, queue]],
      ['recovered-in-time-after-throttle-and-restart', [0, queue]],
    ] as const) {
      const spare = await least(around, async (n) => {
        const further = { queue, spare: n };
        return (await held('throttled-in-the-collapse-and-restart', sizes, [property], further))[0]!;
      });
      ticks.push(sizes.D + spare);
    }
    expect(ticks).toEqual([queue + sizes.D - highestLimit(sizes), sizes.D]);
    rows.push(`| ${queue} | ${ticks.join(' | ')} |`);
  }
  expectInReadme(readme, 'late', table(rows));
});

test('leases that run out (UPDATE_TABLES=1 writes the table)', () => {
  const rows = [
    '| limit | most leases valid at once | valid at the end | services wasted | attempts queued at the end |',
    '|---|---|---|---|---|',
  ];
  for (const limit of [null, 1, 2, 3, 4, 5]) {
    const { valid, served, wasted, queued } = simulateRenewals(
      { droplets: 12, timeout: 3, serve: 1, validity: 12, limit },
      400,
    );
    const cells = [limit ?? 'none', Math.max(...valid), valid.at(-1), `${wasted} of ${served}`, queued];
    rows.push(`| ${cells.join(' | ')} |`);
  }
  expectInReadme(readme, 'renewals', table(rows));
});

test.each(['default', 'fewest-droplets'])('the verdicts of %s in the README', async (scope) => {
  const verdicts = await verdictTable(
    suite,
    scope,
    Object.entries(suite.properties).map(([name, { ref }]) => [name, ref!]),
  );
  expectInReadme(readme, `verdicts ${scope}`, `\n${verdicts}\n`);
});
