import type { AnyActorRef } from 'xstate';
import { enqueueActions, setup } from 'xstate';

/**
 * The back-end cells that own the shards. They stayed healthy throughout; all that matters here is that
 * shards may change owner, once, while some front end serves from an old map.
 */
export const backEnd = setup({
  types: {
    input: {} as { frontEnds: readonly AnyActorRef[] },
    context: {} as { frontEnds: readonly AnyActorRef[] },
    events: {} as { type: 'moveShards' },
  },
  actions: {
    tellFrontEnds: enqueueActions(({ context, enqueue }) => {
      for (const frontEnd of context.frontEnds) enqueue.sendTo(frontEnd, { type: 'shardsMoved' });
    }),
  },
}).createMachine({
  id: 'back-end',
  context: ({ input }) => ({ frontEnds: input.frontEnds }),
  initial: 'shardsInPlace',
  states: {
    shardsInPlace: {
      on: {
        moveShards: {
          description: 'Shards move to other back-end cells.',
          target: 'shardsMoved',
          actions: 'tellFrontEnds',
        },
      },
    },
    shardsMoved: {},
  },
});
