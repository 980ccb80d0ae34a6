import { describeSuite } from 'premortem/vitest';
import { test } from 'vitest';
import suite from './dynamodb-dns-trees.suite.ts';
import { expectTreesTable } from './testing/trees-table.ts';

describeSuite(suite, { scopes: ['two-endpoints'] });

test('the verdicts of the README with two endpoints (UPDATE_TABLES=1 writes it)', () =>
  expectTreesTable('two-endpoints'));
