import { describeSuite } from 'premortem/vitest';
import { expect, test } from 'vitest';
import { raise } from 'xstate';
import type { cluster } from '../models/redshift-replacement/cluster.ts';
import suite from './redshift-replacement.suite.ts';
import { unexpectedOf, withLogic } from './testing/mutants.ts';
import { expectInReadme } from './testing/readme-table.ts';
import { verdictTable } from './testing/verdict-table.ts';

describeSuite(suite);

test('a replacement that no longer asks whether a launch is possible turns the gate red', async () => {
  const mutation = withLogic('cluster', (logic: typeof cluster) =>
    logic.provide({ guards: { asksFirst: () => false } }),
  );
  expect(await unexpectedOf(suite, 'launch-checked-first', mutation)).toEqual([
    'a-replacement-ends-without-launches: violated 3',
    'a-cluster-recovers-with-its-credentials: violated 4',
    'modifying-for-want-of-a-host: holds 4',
  ]);
});

test('a host whose credentials are never renewed again turns the gate red', async () => {
  const mutation = withLogic('cluster', (logic: typeof cluster) =>
    logic.provide({ actions: { askForCredentials: raise({ type: 'refused' }) } }),
  );
  expect(await unexpectedOf(suite, 'launch-checked-first', mutation)).toEqual(
    expect.arrayContaining(['a-cluster-recovers-with-its-credentials: violated 1']),
  );
});

const columns = [
  ['a-replacement-ends', '.1'],
  ['a-replacement-ends-without-launches', '.1-down'],
  ['a-cluster-recovers-with-its-credentials', '.1-credentials'],
  ['modifying-for-want-of-a-host', '.1-headline'],
] as const;

test.each(['default', 'launches-fail-later'] as const)(
  'the table of scope %s in the README is what the search finds (UPDATE_TABLES=1 writes it)',
  async (scope) => {
    const readme = new URL('../models/redshift-replacement/README.md', import.meta.url);
    expectInReadme(readme, `verdicts-${scope}`, `\n${await verdictTable(suite, scope, columns)}\n`);
  },
);
