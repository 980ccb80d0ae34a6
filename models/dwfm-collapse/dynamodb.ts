import type { AnyActorRef } from 'xstate';
import { enqueueActions, setup } from 'xstate';

export type DynamodbEvent = { type: 'goDark' } | { type: 'comeBack' };

/** What whoever needs DynamoDB finds out. */
export type DynamodbNews = { type: 'dynamodbIsDown' } | { type: 'dynamodbIsBack' };

/** DynamoDB as what depends on it sees it, through one outage: its name resolves, then it does not, then again for good. */
export const dynamodb = setup({
  types: {
    input: {} as { dependants: readonly AnyActorRef[] },
    context: {} as { dependants: readonly AnyActorRef[] },
    events: {} as DynamodbEvent,
  },
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
    },
    backForGood: {
      tags: 'up',
      entry: { type: 'tellDependants', params: { type: 'dynamodbIsBack' } },
    },
  },
});
