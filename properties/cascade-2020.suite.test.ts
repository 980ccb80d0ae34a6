import { describeSuite } from 'premortem/vitest';
import { expect, test } from 'vitest';
import { enqueueActions } from 'xstate';
import type { service } from '../models/cascade-2020/service.ts';
import suite from './cascade-2020.suite.ts';
import { columns, readme } from './testing/cascade-2020-graph.ts';
import { unexpectedOf, withLogic } from './testing/mutants.ts';
import { expectInReadme } from './testing/readme-table.ts';
import { verdictTable } from './testing/verdict-table.ts';

// The cold start is left to `npm run test:deep`; its verdicts are in the README.
describeSuite(suite, { scopes: ['default'] });

test('the verdicts in the README at default (UPDATE_TABLES=1 writes them)', async () => {
  expectInReadme(readme, 'verdicts-default', `\n${await verdictTable(suite, 'default', columns)}\n`);
});

// Deliberate changes to designs: the suite must notice each.

test('a remedy half applied: errors of Kinesis still come through to Cognito', async () => {
  const notTolerated = withLogic('cognito', (logic: typeof service) =>
    logic.provide({
      guards: { aSupplierTakesItDown: ({ context }) => context.seen['kinesis-api'] === 'down' },
    }),
  );
  expect(await unexpectedOf(suite, 'all-remedies', notTolerated)).toEqual([
    'all-ok-in-the-end-without-a-repair: violated 8',
    'best-effort-stays-ok: violated 3',
    'cognito-is-hurt: holds 3',
    'sign-in-is-hurt: holds 4',
    'shd-primary-tool-is-hurt: holds 4',
  ]);
});

test('a guard taken out: the front end is repaired without what that needs', async () => {
  const fromNothing = withLogic('kinesis-front-end', (logic: typeof service) =>
    logic.provide({ guards: { whatRepairNeedsIsThere: () => true } }),
  );
  expect(await unexpectedOf(suite, 'all-remedies', fromNothing, 'cold-start')).toEqual([
    // Repaired, it still has no peer to keep its map with.
    'all-ok-is-possible-once-repaired: violated 2',
    'all-ok-in-the-end-once-repaired: violated 6',
    'the-root-can-always-be-repaired: holds',
    'nobody-repairs-blind: holds',
  ]);
});

test('a service that does not say when it is well again', async () => {
  const silent = withLogic('kinesis-api', (logic: typeof service) =>
    logic.provide({
      actions: {
        tellConsumers: enqueueActions(({ context, enqueue }, { status }) => {
          if (status === 'ok') return;
          for (const consumer of context.consumers)
            enqueue.sendTo(consumer, { type: 'supplierIs', supplier: context.name, status });
        }),
      },
    }),
  );
  expect(await unexpectedOf(suite, 'all-remedies', silent)).toEqual([
    'all-ok-is-possible-once-repaired: violated 4',
    'all-ok-in-the-end-once-repaired: violated 7',
  ]);
});
