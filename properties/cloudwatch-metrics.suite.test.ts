import { describeSuite } from 'premortem/vitest';
import { expect, test } from 'vitest';
import { sendTo } from 'xstate';
import type { alarm } from '../models/cloudwatch-metrics/alarm.ts';
import type { ingestion } from '../models/cloudwatch-metrics/ingestion.ts';
import type { localStore } from '../models/cloudwatch-metrics/local-store.ts';
import suite from './cloudwatch-metrics.suite.ts';
import { unexpectedOf, withLogic } from './testing/mutants.ts';

// The other scopes are left to `npm run test:deep`.
describeSuite(suite, { scopes: ['default'] });

test('a local store that the alarm does not read is seen', async () => {
  const readsAsBefore = withLogic('alarm', (logic: typeof alarm) =>
    logic.provide({
      actions: {
        readTheMetric: sendTo(
          ({ system }) => system.get('ingestion'),
          ({ context, self }) => ({ type: 'readLatest', window: context.window, asker: self }),
        ),
      },
    }),
  );
  expect(await unexpectedOf(suite, 'local-store', readsAsBefore)).toEqual([
    'high-load-is-answered-in-time: violated 7',
    'monitoring-is-never-blind: violated 5',
    'blind-small-and-with-a-gap: holds 6',
  ]);
});

test('a backfill that never asks the local store is seen', async () => {
  const neverAsks = withLogic('ingestion', (logic: typeof ingestion) =>
    logic.provide({ guards: { replays: () => false } }),
  );
  expect(await unexpectedOf(suite, 'local-store-and-backfill', neverAsks, 'as-deep-as-the-store')).toEqual([
    'nothing-is-missing-after-recovery: violated 4',
  ]);
});

test('a backfill that gives what the store no longer holds is seen', async () => {
  const givesAll = withLogic('local-store', (logic: typeof localStore) =>
    logic.provide({
      actions: {
        sendAllItHolds: sendTo(
          ({ system }) => system.get('ingestion'),
          () => ({ type: 'replayed', ages: [0, 1, 2, 3] }),
        ),
      },
    }),
  );
  expect(await unexpectedOf(suite, 'local-store-and-backfill', givesAll)).toEqual([
    'nothing-is-missing-after-recovery: holds',
  ]);
});
