import { describeSuite } from 'premortem/vitest';
import { expect, test } from 'vitest';
import { createEnactor } from '../models/dynamodb-dns/enactor.ts';
import type { createRoute53 } from '../models/dynamodb-dns/route53.ts';
import suite from './dynamodb-dns-copies.suite.ts';
import { unexpectedOf, withLogic } from './testing/mutants.ts';
import { expectInReadme } from './testing/readme-table.ts';
import { verdictTable } from './testing/verdict-table.ts';

describeSuite(suite, { scopes: ['default', 'two-endpoints'] });

test.each(['default', 'two-endpoints'])(
  'the verdicts of the README at %s (UPDATE_TABLES=1 writes it)',
  async (scope) => {
    const table = await verdictTable(suite, scope, [
      ['no-record-is-empty', 'V1'],
      ['never-an-older-plan', 'V2'],
      ['an-empty-record-is-repaired', 'V4'],
      ['the-newest-plan-wins', 'V5'],
      ['applied-then-deleted-then-wiped', 'V6, apply first'],
      ['deleted-then-applied-then-wiped', 'V6, delete first'],
      ['the-automation-can-repair', 'V4-possible'],
    ]);
    expectInReadme(
      new URL('../models/dynamodb-dns-copies/README.md', import.meta.url),
      scope,
      `\n${table}\n`,
    );
  },
);

test('a recheck whose condition nobody looks at turns the gate red', async () => {
  const unchecked = withLogic('route53', (logic: ReturnType<typeof createRoute53>) =>
    logic.provide({ guards: { conditionFails: () => false } }),
  );
  expect(await unexpectedOf(suite, 'recheck-on-apply', unchecked)).toContain(
    'no-record-is-empty: violated 9',
  );
});

test('a refusal that asks and does not listen turns the gate red', async () => {
  const deaf = withLogic('enactor', (logic: ReturnType<typeof createEnactor>) =>
    logic.provide({ guards: { ownPlanIsMissing: () => false } }),
  );
  expect(await unexpectedOf(suite, 'refuse-deleted-plans', deaf)).toEqual([
    'deleted-then-applied-then-wiped: holds 9',
  ]);
});

test('a lock around everything that nobody takes turns the gate red', async () => {
  const unlocked = withLogic('enactor', () =>
    createEnactor({ abstraction: 'copy', endpoints: 1, age: 2, cleanup: 'batch' }),
  );
  expect(await unexpectedOf(suite, 'lock-around-everything', unlocked)).toContain(
    'no-record-is-empty: violated 9',
  );
});
