// Two deliberate changes to designs that protect the fleet: the suite must notice each.
import { expect, test } from 'vitest';
import type { frontEndServer } from '../models/kinesis-threads/front-end-server.ts';
import suite from './kinesis-threads.suite.ts';
import type { Mutation } from './testing/mutants.ts';
import { unexpectedOf, withLogic } from './testing/mutants.ts';

type Server = typeof frontEndServer;

/** Servers that say of themselves that one more peer does no harm. */
const unconcerned = (who: 'front-end' | 'newcomer') =>
  withLogic(who, (logic: Server) => logic.provide({ guards: { oneMorePassesTheLevel: () => false } }));

test('a thread alarm to which no server answers', async () => {
  const deaf: Mutation = (built) => unconcerned('front-end')(unconcerned('newcomer')(built));
  expect(await unexpectedOf(suite, 'alarm-at-the-limit', deaf)).toContain(
    'no-member-has-a-useless-map: violated 2',
  );
});

test('a thread pool for the servers there are, and none for those that are added', async () => {
  const half = withLogic('newcomer', (logic: Server) =>
    logic.provide({
      guards: {
        threadsForAllFit: ({ context, event }) =>
          event.type === 'fleetIs' && event.members.size * context.threadsPerPeer <= context.threadLimit,
      },
    }),
  );
  expect(await unexpectedOf(suite, 'thread-pool', half)).toEqual([
    'no-member-has-a-useless-map: violated 2',
    'no-step-costs-another-server-its-map: violated 3',
  ]);
});
