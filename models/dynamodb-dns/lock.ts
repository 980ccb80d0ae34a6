import type { AnyActorRef } from 'xstate';
import { assign, sendTo, setup } from 'xstate';

/** What the lock is asked. */
export type LockEvent = { type: 'ACQUIRE'; from: AnyActorRef } | { type: 'RELEASE'; from: AnyActorRef };

/** What the lock answers. */
export interface LockAnswer {
  type: 'LOCK_GRANTED';
}

/**
 * A lock between the Enactors, in the designs that have one. An Enactor that does not get it hears
 * nothing, so its step does not happen. Whoever holds it may ask again and is let through.
 */
export const lock = setup({
  types: {
    context: {} as { holder: AnyActorRef | null },
    events: {} as LockEvent,
  },
  guards: {
    holderAsksAgain: ({ context, event }) => context.holder?.id === event.from.id,
  },
  actions: {
    noteHolder: assign({ holder: ({ event }) => event.from }),
    clearHolder: assign({ holder: null }),
    grant: sendTo(({ event }) => event.from, { type: 'LOCK_GRANTED' } satisfies LockAnswer),
  },
}).createMachine({
  id: 'lock',
  description: 'Lets one Enactor at a time do what the lock covers.',
  context: { holder: null },
  initial: 'free',
  states: {
    free: {
      on: {
        ACQUIRE: {
          target: 'held',
          actions: ['noteHolder', 'grant'],
          description: 'the lock is free: granted',
        },
      },
    },
    held: {
      on: {
        ACQUIRE: [
          { guard: 'holderAsksAgain', actions: 'grant', description: 'the holder is let through' },
          { description: 'another Enactor holds the lock: the step has to wait' },
        ],
        RELEASE: { target: 'free', actions: 'clearHolder', description: 'the lock is given back' },
      },
    },
  },
});
