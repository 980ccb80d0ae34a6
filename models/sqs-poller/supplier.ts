import type { AnyActorRef } from 'xstate';
import { assertEvent, enqueueActions, sendTo, setup } from 'xstate';

export interface SupplierInput {
  /** Who goes down with it in the same moment. */
  dependants: readonly AnyActorRef[];
}

/**
 * A service that others need, and its one outage: DynamoDB for the poller of Lambda, launches and credentials for
 * Redshift, the sign-in of a region for its users. It serves whoever asks, or it does not.
 *
 * @param initially whether the outage is still to come, or under way at the start
 */
export const supplier = (initially: 'up' | 'down') =>
  setup({
    types: {
      input: {} as SupplierInput,
      context: {} as SupplierInput,
      events: {} as { type: 'goDown' } | { type: 'comeBack' } | { type: 'ask'; who: AnyActorRef },
      tags: {} as 'up',
    },
    actions: {
      takeDependantsAlong: enqueueActions(({ context, enqueue }) => {
        for (const dependant of context.dependants) enqueue.sendTo(dependant, { type: 'supplierDown' });
      }),
      serve: sendTo(
        ({ event }) => {
          assertEvent(event, 'ask');
          return event.who;
        },
        { type: 'served' },
      ),
      refuse: sendTo(
        ({ event }) => {
          assertEvent(event, 'ask');
          return event.who;
        },
        { type: 'refused' },
      ),
    },
  }).createMachine({
    id: 'supplier',
    context: ({ input }) => input,
    initial: initially,
    states: {
      up: {
        tags: 'up',
        on: {
          goDown: { description: 'The service goes down.', target: 'down', actions: 'takeDependantsAlong' },
          ask: { actions: 'serve' },
        },
      },
      down: {
        on: {
          comeBack: { description: 'The service is back, for good.', target: 'upAgain' },
          ask: { actions: 'refuse' },
        },
      },
      upAgain: { tags: 'up', on: { ask: { actions: 'serve' } } },
    },
  });
