import { checkSuite } from 'premortem';
import type { DesignName } from 'premortem';
import { describeSuite } from 'premortem/vitest';
import { expect, test } from 'vitest';
import type { kinesisDiagnosis } from '../models/kinesis-diagnosis/system.ts';
import type { team } from '../models/kinesis-diagnosis/team.ts';
import suite from './kinesis-diagnosis.suite.ts';
import { unexpectedOf, withLogic } from './testing/mutants.ts';
import { expectInReadme } from './testing/readme-table.ts';
import { verdictTable } from './testing/verdict-table.ts';

describeSuite(suite);

test('a team that no longer waits for the cause turns the gate red', async () => {
  const mutation = withLogic('team', (logic: typeof team) =>
    logic.provide({ guards: { waits: () => false } }),
  );
  expect(await unexpectedOf(suite, 'wait-for-the-cause-with-capacity-in', mutation)).toEqual(
    expect.arrayContaining([
      'recovered-in-one-round-from-threads: violated 2',
      'no-restart-before-the-cause-is-known-or-harmless: violated 2',
    ]),
  );
});

test('a restart while the capacity is still on its way out turns the gate red', async () => {
  const mutation = withLogic('team', (logic: typeof team) =>
    logic.provide({ guards: { capacityIsOut: () => true } }),
  );
  expect(await unexpectedOf(suite, 'restart-on-the-favourite-with-capacity-out', mutation)).toEqual(
    expect.arrayContaining([
      'recovered-in-one-round: violated 2',
      'no-restart-before-the-cause-is-known-or-harmless: violated 2',
    ]),
  );
});

test('one round is enough exactly if the peers fit the limit at that moment, whatever is suspected', async () => {
  const designs: [DesignName<typeof kinesisDiagnosis>, (N: number, M: number) => number][] = [
    ['wait-for-the-cause-with-capacity-out', (N) => N - 1],
    ['restart-on-the-favourite-with-capacity-out', (N) => N - 1],
    ['wait-for-the-cause-with-capacity-in', (N, M) => N + M - 1],
    ['restart-on-the-favourite-with-capacity-in', (N, M) => N + M - 1],
  ];
  for (const [existing, newcomers] of [
    [3, 1],
    [3, 2],
  ] as const) {
    for (const threadLimit of [1, 2, 3, 4]) {
      for (const [design, peers] of designs) {
        const sizes = { existing, newcomers, threadLimit, threadsPerPeer: 1 };
        const report = await checkSuite(suite, {
          designs: [design],
          properties: ['recovered-in-one-round'],
          set: sizes,
        });
        const { verdict } = report.designs[0]!.checks[0]!;
        const expected = peers(existing, newcomers) <= threadLimit ? 'holds' : 'violated';
        expect({ design, ...sizes, verdict }).toEqual({ design, ...sizes, verdict: expected });
      }
    }
  }
});

test('the table of the README is what the search finds (UPDATE_TABLES=1 writes it)', async () => {
  const table = await verdictTable(suite, 'default', [
    ['recovered-in-one-round', '.1-one'],
    ['recovered-in-two-rounds', '.1-two'],
    ['recovered-in-one-round-from-threads', '.1-one-threads'],
    ['recovered-in-two-rounds-from-threads', '.1-two-threads'],
    ['recovered-in-the-end', '.1-ends'],
    ['every-restart-without-the-added-capacity-helps', '.1-capacity'],
    ['only-the-right-fix-helps-with-the-capacity-in', '.1-fix'],
    ['no-restart-before-the-cause-is-known-or-harmless', '.2'],
    ['the-first-restart-recovers-though-its-fix-is-wrong', '.1-luck'],
  ]);
  const readme = new URL('../models/kinesis-diagnosis/README.md', import.meta.url);
  expectInReadme(readme, 'verdicts', `\n${table}\n`);
});
