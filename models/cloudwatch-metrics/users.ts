import type { AnyActorRef } from 'xstate';
import { enqueueActions, setup } from 'xstate';
import type { TickPasses } from './clock.ts';
import type { Load, Sample } from './samples.ts';

export type UsersEvent = { type: 'rush' } | TickPasses;

/** The users of a service: their load is the metric, and every tick a sample of it is put to CloudWatch. */
export const users = setup({
  types: {
    /** `takers`: who takes each sample, in this order. */
    input: {} as { takers: readonly AnyActorRef[] },
    context: {} as { takers: readonly AnyActorRef[] },
    events: {} as UsersEvent,
  },
  actions: {
    putSample: enqueueActions(({ context, enqueue }, { load }: { load: Load }) => {
      const sample: Sample = { type: 'sample', load };
      for (const taker of context.takers) enqueue.sendTo(taker, sample);
    }),
  },
}).createMachine({
  id: 'users',
  context: ({ input }) => input,
  initial: 'normal',
  states: {
    normal: {
      on: {
        rush: { description: 'The load rises, and stays high.', target: 'high' },
        tickPasses: { actions: { type: 'putSample', params: { load: 'normal' } } },
      },
    },
    high: { on: { tickPasses: { actions: { type: 'putSample', params: { load: 'high' } } } } },
  },
});
