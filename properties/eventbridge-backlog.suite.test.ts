import { describeSuite } from 'premortem/vitest';
import { expect, test } from 'vitest';
import { enqueueActions } from 'xstate';
import type { kinesis } from '../models/cloudwatch-metrics/kinesis.ts';
import type { containerService } from '../models/eventbridge-backlog/container-service.ts';
import suite from './eventbridge-backlog.suite.ts';
import { unexpectedOf, withLogic } from './testing/mutants.ts';

// The other scope is left to `npm run test:deep`.
describeSuite(suite, { scopes: ['default'] });

test('a workflow that takes any step for its last one is seen', async () => {
  const anyStepIsLast = withLogic('container-service', (logic: typeof containerService) =>
    logic.provide({ guards: { isLastStep: () => true } }),
  );
  expect(await unexpectedOf(suite, 'first-in-first-out', anyStepIsLast)).toEqual([
    'running-tasks-are-left-alone: violated 4',
  ]);
});

test('a bus that is never told that Kinesis is back is seen', async () => {
  const neverBack = withLogic('kinesis', (logic: typeof kinesis) =>
    logic.provide({
      actions: {
        tellCallers: enqueueActions(({ context, enqueue }, news) => {
          if (news.type === 'kinesisIsBack') return;
          for (const caller of context.callers) enqueue.sendTo(caller, news);
        }),
      },
    }),
  );
  expect(await unexpectedOf(suite, 'first-in-first-out', neverBack)).toEqual([
    'the-backlog-is-worked-off: violated 7',
    'a-fresh-event-is-delivered-in-time: violated 9',
    'an-old-event-is-delivered-in-time: violated 11',
    'a-workflow-gets-through: violated 14',
  ]);
});
