import type { AnyActorRef } from 'xstate';
import { enqueueActions, setup } from 'xstate';

/** The one store in which the services of all cells keep what they know. It fails once, for good. */
export const configStore = setup({
  types: {
    input: {} as { users: readonly AnyActorRef[] },
    context: {} as { users: readonly AnyActorRef[] },
    events: {} as { type: 'fail' },
  },
  actions: {
    tellUsersItIsDown: enqueueActions(({ context, enqueue }) => {
      for (const user of context.users) enqueue.sendTo(user, { type: 'storeDown' });
    }),
  },
}).createMachine({
  id: 'config-store',
  context: ({ input }) => ({ users: input.users }),
  initial: 'up',
  states: {
    up: {
      on: {
        fail: {
          description: 'The store that all cells share fails.',
          target: 'down',
          actions: 'tellUsersItIsDown',
        },
      },
    },
    down: {},
  },
});
