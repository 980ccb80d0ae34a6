import { checkSuite } from 'premortem';
import { describeSuite } from 'premortem/vitest';
import { expect, test } from 'vitest';
import { createBatchEnactor } from '../models/dynamodb-dns-lock/enactor.ts';
import suite from './dynamodb-dns-lock.suite.ts';
import { expectLockTable } from './testing/lock-table.ts';
import { unexpectedOf, withLogic } from './testing/mutants.ts';

describeSuite(suite, { scopes: ['default'] });

test('the verdicts of the README (UPDATE_TABLES=1 writes it)', () => expectLockTable('default'));

test('V7: with three Enactors the rollback can be as dark as the root', async () => {
  const report = await checkSuite(suite, {
    scope: 'three-enactors',
    designs: ['as-deployed'],
    properties: ['a-dark-root-has-a-rollback'],
  });
  expect(report.designs[0]!.checks[0]).toMatchObject({ verdict: 'violated', steps: 13 });
});

test('runs in which a lock is lost are among those explored', async () => {
  const report = await checkSuite(suite, { designs: ['as-deployed', 'pick-again-after-a-lost-lock'] });
  for (const { coverage } of report.designs) {
    const never = JSON.stringify(coverage);
    // What never happens is listed there, so a lost lock would be too.
    expect(never).toContain('--LOOK_UP_PLANS--> (stays) is never taken');
    expect(never).not.toContain('LOCK_CHANGED');
  }
});

test('a comparison in the batch that is never true turns the gate red', async () => {
  const blind = withLogic('enactor', (logic: ReturnType<typeof createBatchEnactor>) =>
    logic.provide({ guards: { planIsNotNewerThanRoot: () => false } }),
  );
  expect(await unexpectedOf(suite, 'recheck-in-the-batch', blind)).toContain(
    'the-root-resolves: violated 10',
  );
});

test('a clean-up that spares what it found at no time turns the gate red', async () => {
  const unsparing = withLogic('enactor', () => createBatchEnactor({ age: 2 }));
  expect(await unexpectedOf(suite, 'spare-root-and-rollback', unsparing)).toContain(
    'the-root-resolves: violated 10',
  );
});
