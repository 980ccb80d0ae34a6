import { describeSuite } from 'premortem/vitest';
import { expect, test } from 'vitest';
import type { internalNetwork } from '../models/dynamodb-dns-recovery/internal-network.ts';
import type { createEnactor } from '../models/dynamodb-dns/enactor.ts';
import suite from './dynamodb-dns-recovery.suite.ts';
import { expectRecoveryTable } from './testing/recovery-table.ts';
import { unexpectedOf, withLogic } from './testing/mutants.ts';

describeSuite(suite, { scopes: ['default'] });

test('the verdicts of the README (UPDATE_TABLES=1 writes it)', () => expectRecoveryTable('default'));

test('Enactors that do not mind a missing plan turn the gate red', async () => {
  const careless = withLogic('enactor', (logic: ReturnType<typeof createEnactor>) =>
    logic.provide({ guards: { activePlanIsMissing: () => false } }),
  );
  expect(await unexpectedOf(suite, 'as-deployed', careless)).not.toEqual([]);
});

test('an override that nobody sets where the record is empty turns the gate red', async () => {
  const unhelpful = withLogic('internal-network', (logic: typeof internalNetwork) =>
    logic.provide({ guards: { activePlanIsMissing: () => false } }),
  );
  expect(await unexpectedOf(suite, 'as-deployed', unhelpful)).toContain(
    'internal-services-do-not-wait-for-the-public-fix: violated 9',
  );
});
