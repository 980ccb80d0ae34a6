import { checkSuite } from 'premortem';
import { describeSuite } from 'premortem/vitest';
import { expect, test } from 'vitest';
import { frontEndServer } from '../models/kinesis-threads/front-end-server.ts';
import type { rollOut } from '../models/kinesis-cells/roll-out.ts';
import suite from './kinesis-cells.suite.ts';
import { expectVerdicts, twoCellsHurt } from './testing/kinesis-cells-sweep.ts';
import { unexpectedOf, withLogic } from './testing/mutants.ts';

describeSuite(suite);

test('a roll-out whose watch is switched off turns the gate red', async () => {
  const mutation = withLogic('operator', (logic: typeof rollOut) =>
    logic.provide({ guards: { theseErrorsCount: () => false } }),
  );
  expect(await unexpectedOf(suite, 'cell-by-cell', mutation, 'cells-at-the-limit')).toEqual([
    'at-most-one-cell-has-useless-maps: violated 11',
    'tenants-outside-each-touched-cell-are-served: violated 11',
    'every-tenant-is-down: holds 13',
  ]);
});

test('newcomers whose errors nobody can see: half the watch is enough as long as the quiet time is', async () => {
  const mutation = withLogic('newcomer', () => frontEndServer);
  expect(await unexpectedOf(suite, 'cell-by-cell', mutation, 'cells-at-the-limit')).toEqual([]);
});

test('a quiet time that is left out turns the gate red where old servers alone are watched', async () => {
  const mutation = withLogic('operator', (logic: typeof rollOut) =>
    logic.provide({ delays: { quietTime: 0 } }),
  );
  const design = 'cell-by-cell-watching-old-servers';
  expect(await unexpectedOf(suite, design, mutation, 'cells-at-the-limit')).toContain(
    'at-most-one-cell-has-useless-maps: violated 5',
  );
});

test('a quiet time as long as the discovery time is too short, one tick more is enough', async () => {
  const design = 'cell-by-cell-watching-old-servers';
  expect(await twoCellsHurt(design, { delay: 2, quiet: 2 })).toBe(8);
  expect(await twoCellsHurt(design, { delay: 2, quiet: 3 })).toBeNull();
});

test('the verdict table of the README is what the search finds (UPDATE_TABLES=1 writes it)', () =>
  expectVerdicts('default'));

test('fewer servers than cells: said as a reason, not as a failure', async () => {
  const { designs } = await checkSuite(suite, { set: { existing: 1, cells: 3 } });
  const answers = designs.map(({ design, notBuilt, checks }) => ({
    design,
    notBuilt: notBuilt?.message,
    verdicts: new Set(checks.map(({ verdict }) => verdict)),
  }));
  expect(answers.find(({ design }) => design === 'as-deployed')).toMatchObject({ notBuilt: undefined });
  for (const answer of answers.filter(({ design }) => design !== 'as-deployed'))
    expect(answer).toMatchObject({
      notBuilt: expect.stringContaining('3 cells need a server each, and there are 1') as unknown,
      verdicts: new Set(['inconclusive']),
    });
});
