import type { AnyActorRef } from 'xstate';
import { enqueueActions, setup } from 'xstate';

/** What everyone who does something every tick is told. */
export interface TickPasses {
  type: 'tickPasses';
}

/**
 * Begins a round every tick: it tells everyone on its list in turn, and the next only when all that the one
 * before set going is done. What happens in one round is one step.
 */
export const clock = setup({
  types: {
    /** `tick`: milliseconds of a round. */
    input: {} as { tick: number; tells: readonly AnyActorRef[] },
    context: {} as { tick: number; tells: readonly AnyActorRef[] },
  },
  delays: { tick: ({ context }) => context.tick },
  actions: {
    tellEveryone: enqueueActions(({ context, enqueue }) => {
      for (const one of context.tells) enqueue.sendTo(one, { type: 'tickPasses' });
    }),
  },
}).createMachine({
  id: 'clock',
  context: ({ input }) => input,
  initial: 'betweenRounds',
  states: {
    betweenRounds: {
      after: {
        tick: {
          description: 'A round begins.',
          target: 'betweenRounds',
          reenter: true,
          actions: 'tellEveryone',
        },
      },
    },
  },
});
