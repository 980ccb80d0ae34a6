// All services of both years: in the quick tier only those that a restart of Kinesis has to do with.
import { describeSuite } from 'premortem/vitest';
import { test } from 'vitest';
import suite from './cascade-combined.suite.ts';
import { columns, readme } from './testing/cascade-combined-table.ts';
import { expectInReadme } from './testing/readme-table.ts';
import { verdictTable } from './testing/verdict-table.ts';

describeSuite(suite, { scopes: ['dynamodb-alone'] });

test.each(['default', 'dynamodb-alone'])(
  'the verdicts in the README at %s (UPDATE_TABLES=1 writes them)',
  async (scope) => {
    expectInReadme(readme, `verdicts-${scope}`, `\n${await verdictTable(suite, scope, columns)}\n`);
  },
);
