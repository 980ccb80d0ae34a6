import { describeSuite } from 'premortem/vitest';
import { test } from 'vitest';
import suite from './dynamodb-dns-recovery.suite.ts';
import { expectRecoveryTable } from './testing/recovery-table.ts';

describeSuite(suite, { scopes: ['three-enactors'] });

test('the verdicts of the README with three Enactors (UPDATE_TABLES=1 writes it)', () =>
  expectRecoveryTable('three-enactors'));
