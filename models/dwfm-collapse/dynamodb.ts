import type { AnyActorRef } from 'xstate';
import { enqueueActions, setup } from 'xstate';

export type DynamodbEvent = { type: 'goDark' } | { type: 'comeBack' };

/** What whoever needs DynamoDB finds out. */
export type DynamodbNews = { type: 'dynamodbIsDown' } | { type: 'dynamodbIsBack' };

interface Dynamodb {
  dependants: readonly AnyActorRef[];
  /** Milliseconds after which an outage is over at the latest; null: it may last for ever, and nobody looks at a clock. */
  longestOutage: number | null;
}

/** DynamoDB as what depends on it sees it, through one outage: its name resolves, then it does not, then again for good. */
export const dynamodb = setup({
  types: { input: {} as Dynamodb, context: {} as Dynamodb, events: {} as DynamodbEvent },
  delays: { longestOutage: ({ context }) => context.longestOutage ?? 0 },
  guards: { endsInTime: ({ context }) => context.longestOutage !== null },
  actions: {
    tellDependants: enqueueActions(({ context, enqueue }, news: DynamodbNews) => {
      for (const dependant of context.dependants) enqueue.sendTo(dependant, news);
    }),
  },
}).createMachine({
  id: 'dynamodb',
  context: ({ input }) => input,
  initial: 'up',
  states: {
    up: {
      tags: 'up',
      description: 'Normal work, before anything has happened.',
      on: { goDark: { description: 'Its record loses all addresses.', target: 'down' } },
    },
    down: {
      tags: 'down',
      entry: { type: 'tellDependants', params: { type: 'dynamodbIsDown' } },
      on: { comeBack: { description: 'Its record is repaired.', target: 'backForGood' } },
      initial: 'forAsLongAsItTakes',
      states: {
        forAsLongAsItTakes: { always: { guard: 'endsInTime', target: 'forSoLongAtMost' } },
        forSoLongAtMost: {
          after: {
            longestOutage: {
              description: 'The outage has lasted as long as it may.',
              target: '#dynamodb.backForGood',
            },
          },
        },
      },
    },
    backForGood: {
      tags: 'up',
      entry: { type: 'tellDependants', params: { type: 'dynamodbIsBack' } },
    },
  },
});
