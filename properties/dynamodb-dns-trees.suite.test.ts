import { describeSuite } from 'premortem/vitest';
import { expect, test } from 'vitest';
import { createEnactor } from '../models/dynamodb-dns/enactor.ts';
import type { createRoute53 } from '../models/dynamodb-dns/route53.ts';
import suite from './dynamodb-dns-trees.suite.ts';
import { unexpectedOf, withLogic } from './testing/mutants.ts';
import { expectTreesTable } from './testing/trees-table.ts';

describeSuite(suite);

test('the verdicts of the README (UPDATE_TABLES=1 writes it)', () => expectTreesTable('default'));

test('a recheck whose condition nobody looks at turns the gate red', async () => {
  const unchecked = withLogic('route53', (logic: ReturnType<typeof createRoute53>) =>
    logic.provide({ guards: { conditionFails: () => false } }),
  );
  expect(await unexpectedOf(suite, 'recheck-on-apply', unchecked)).toContain(
    'every-endpoint-resolves: violated 8',
  );
});

test('a clean-up that looks a step before it deletes turns the gate red', async () => {
  const halfApplied = withLogic('enactor', () =>
    createEnactor({
      abstraction: 'tree',
      endpoints: 1,
      age: 2,
      cleanup: 'batch',
      spareActive: 'test-then-delete',
    }),
  );
  expect(await unexpectedOf(suite, 'spare-active-plans', halfApplied)).toContain(
    'every-endpoint-resolves: violated 13',
  );
});
