import type { AnyActorRef } from 'xstate';
import { enqueueActions, setup } from 'xstate';

export interface RoundInput {
  workers: readonly AnyActorRef[];
  buffer: AnyActorRef;
  /** Events that Kinesis takes in a tick, if it is up. */
  drains: number;
}

/**
 * The pace: in every tick each worker that is free takes a request, then Kinesis takes events, and then workers that
 * are blocked try again.
 */
export const round = setup({
  types: { input: {} as RoundInput, context: {} as RoundInput },
  delays: { aTick: 1 },
  actions: {
    playRound: enqueueActions(({ context, enqueue }) => {
      for (const worker of context.workers) enqueue.sendTo(worker, { type: 'takeRequest' });
      for (let i = 0; i < context.drains; i++) enqueue.sendTo(context.buffer, { type: 'drain' });
      for (const worker of context.workers) enqueue.sendTo(worker, { type: 'unblock' });
    }),
  },
}).createMachine({
  id: 'round',
  context: ({ input }) => input,
  initial: 'waiting',
  states: {
    waiting: {
      after: {
        aTick: {
          description: 'A tick is over: the next round.',
          target: 'waiting',
          reenter: true,
          actions: 'playRound',
        },
      },
    },
  },
});
