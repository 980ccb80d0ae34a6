import { checkSuite } from 'premortem';
import { describeSuite } from 'premortem/vitest';
import { expect, test } from 'vitest';
import { communicationsTeam } from '../models/status-dashboard/communications-team.ts';
import { primaryTool } from '../models/status-dashboard/primary-tool.ts';
import suite from './status-dashboard.suite.ts';
import { unexpectedOf, withLogic } from './testing/mutants.ts';
import { expectInReadme } from './testing/readme-table.ts';
import { verdictTable } from './testing/verdict-table.ts';

describeSuite(suite);

test('a backup tool that signs in through Cognito too turns the gate red', async () => {
  const mutation = withLogic('backup-tool', () => primaryTool);
  expect(await unexpectedOf(suite, 'as-deployed', mutation)).toEqual(
    expect.arrayContaining(['an-incident-is-posted: violated 3', 'the-backup-tool-stands-alone: violated 2']),
  );
});

test('drills of the tool alone, and not of the decision to use it, turn the gate red', async () => {
  const hesitant = communicationsTeam.provide({ delays: { atOnce: 1_200_000 } });
  const mutation = withLogic('communications-team', () => hesitant);
  expect(await unexpectedOf(suite, 'regular-drills', mutation)).toEqual(
    expect.arrayContaining(['posted-within-the-bound: violated 5']),
  );
});

/** T2 at these sizes: the steps of the shortest run that is late, null where none is. */
async function late(design: string, set: { trainedDelay: number; untrainedDelay: number; bound: number }) {
  const report = await checkSuite(suite, {
    designs: [design],
    properties: ['posted-within-the-bound'],
    set,
  });
  const { verdict, reason, steps } = report.designs[0]!.checks[0]!;
  expect(verdict, reason ?? '').toBe(steps === null ? 'holds' : 'violated');
  return steps;
}

test('T2 holds exactly if the bound is no less than the delay of the people there are', async () => {
  for (const [trainedDelay, untrainedDelay] of [
    [1, 2],
    [2, 3],
  ] as const) {
    for (let bound = 0; bound <= 4; bound += 1) {
      const sizes = { trainedDelay, untrainedDelay, bound };
      const expected = (delay: number) => (bound >= delay ? null : bound + 3);
      expect([sizes, await late('as-deployed', sizes)]).toEqual([sizes, expected(untrainedDelay)]);
      expect([sizes, await late('regular-drills', sizes)]).toEqual([sizes, expected(trainedDelay)]);
    }
  }
});

test('the table of the README is what the search finds (UPDATE_TABLES=1 writes it)', async () => {
  const table = await verdictTable(suite, 'default', [
    ['an-incident-is-posted', 'T1'],
    ['refused-and-late', 'T1-headline'],
    ['posted-within-the-bound', 'T2'],
    ['posted-sooner-than-either-delay', 'T2-below'],
    ['posted-between-the-delays', 'T2-between'],
    ['posted-within-the-longer-delay', 'T2-above'],
    ['the-primary-tool-stands-alone', 'T3-primary'],
    ['the-backup-tool-stands-alone', 'T3-backup'],
    ['the-personal-pages-stand-alone', 'T3-personal'],
  ]);
  const readme = new URL('../models/status-dashboard/README.md', import.meta.url);
  expectInReadme(readme, 'verdicts', `\n${table}\n`);
});
