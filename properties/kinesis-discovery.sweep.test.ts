// The safe waiting time and the delay of the alarm: formulas compared with the search around their bounds.
// `UPDATE_TABLES=1` writes the tables of the README; whole ranges are in kinesis-discovery.sweep.deep.test.ts.
import { checkSuite } from 'premortem';
import { test } from 'vitest';
import suite from './kinesis-discovery.suite.ts';
import {
  delaysFor0515,
  testAlarmDelays,
  testInTime,
  testSafeWait,
  watches,
} from './testing/discovery-sweep.ts';
import { expectInReadme } from './testing/readme-table.ts';
import { verdictTable } from './testing/verdict-table.ts';

const readme = new URL('../models/kinesis-discovery/README.md', import.meta.url);

for (const watch of watches) {
  const [D, A] = [2, 1];
  const longest = watch === 'every-server' ? A : D + A;
  testSafeWait(watch, D, A, [longest, longest + 1]);
}
testAlarmDelays('every-server', 2, 6, [8, 9]);
testAlarmDelays('existing-servers', 2, 6, [2, 3, 9]);
testInTime('existing-servers', 1, [5, 6]);

test('which delay of the alarm gives 05:15: the table of the README (UPDATE_TABLES=1 writes it)', () => {
  const rows = watches.flatMap((watch) =>
    ([2, 1] as const).flatMap((first) =>
      (watch === 'every-server' ? [6] : [6, 8, 9]).map((D) => {
        const all = delaysFor0515(watch, first, D);
        const minutes = (ticks: number) => `${ticks * 10}`;
        const least = all[0]!;
        const most = all.at(-1)!;
        const range = least === most ? minutes(least) : `${minutes(least)} to ${minutes(most)}`;
        return `| ${watch} | newcomer-${first} | ${minutes(D)} | ${range} |\n`;
      }),
    ),
  );
  const heading = '| watched | first that does not fit | D, minutes | A, minutes |\n|---|---|---|---|\n';
  expectInReadme(readme, 'alarm-delays', `\n${heading}${rows.join('')}\n`);
});

test('waiting times below, at and above the delay: the table of the README (UPDATE_TABLES=1 writes it)', async () => {
  const columns = {
    'no-member-has-a-useless-map': 'P1',
    'no-existing-server-has-a-useless-map': 'P1-quiet',
    'nothing-is-added-to-a-broken-fleet': 'P1-stops',
    'every-map-is-useless': 'P2',
  };
  let table = `| | T | ${Object.values(columns).join(' | ')} |\n|---|---|${'---|'.repeat(4)}\n`;
  for (const scope of ['first-newcomer-breaks', 'two-cells'] as const) {
    for (const quiet of [3, 6, 7]) {
      const report = await checkSuite(suite, {
        scope,
        set: { quiet },
        designs: ['quiet-time-between-steps'],
        properties: Object.keys(columns),
      });
      const cells = report.designs[0]!.checks.map(({ kind, verdict, steps }) => {
        if (kind === 'reachable') return verdict === 'holds' ? `reached ${steps}` : 'never';
        return steps === null ? verdict : `${verdict} ${steps}`;
      });
      table += `| ${scope === 'two-cells' ? 'two cells' : 'one fleet'} | ${quiet} | ${cells.join(' | ')} |\n`;
    }
  }
  expectInReadme(readme, 'waits', `\n${table}\n`);
});

test.each(['default', 'first-newcomer-breaks', 'two-cells'])(
  'the verdicts of the README at the scope %s',
  async (scope) => {
    const table = await verdictTable(suite, scope, [
      ['every-old-server-hears-within-the-delay', 'M-K2.1'],
      ['the-alarm-comes-within-its-delay', 'M-K2.2'],
      ['the-alarm-comes-long-after-the-change', 'M-K2.3'],
      ['the-alarm-comes-while-servers-are-added', 'in time'],
      ['the-first-alarm-comes-at-05-15', 'M-K2.4'],
      ['no-member-has-a-useless-map', 'P1'],
      ['no-existing-server-has-a-useless-map', 'P1-quiet'],
      ['nothing-is-added-to-a-broken-fleet', 'P1-stops'],
      ['every-map-is-useless', 'P2'],
    ]);
    expectInReadme(readme, scope, `\n${table}\n`);
  },
);
