import { describeSuite } from 'premortem/vitest';
import { test } from 'vitest';
import suite from './dynamodb-dns-lock.suite.ts';
import { expectLockTable } from './testing/lock-table.ts';

describeSuite(suite, { scopes: ['three-enactors'] });

test('the verdicts of the README with three Enactors (UPDATE_TABLES=1 writes it)', () =>
  expectLockTable('three-enactors'));
