import { assign, not, sendTo, setup } from 'xstate';

/** A client that wants the lock, may lose patience while it waits, and lets go of it in the end. */
export const client = setup({
  types: {
    input: {} as { patience: number },
    /** How often it may still give up waiting. */
    context: {} as { patience: number },
    events: {} as { type: 'want' | 'giveUp' | 'leave' | 'granted' | 'released' },
  },
  guards: {
    mayGiveUp: ({ context }) => context.patience > 0,
    waitsForConfirmation: () => true,
  },
  actions: {
    losePatience: assign({ patience: ({ context }) => context.patience - 1 }),
    acquire: sendTo(
      ({ system }) => system.get('lock'),
      ({ self }) => ({ type: 'acquire', client: self }),
    ),
    release: sendTo(
      ({ system }) => system.get('lock'),
      ({ self }) => ({ type: 'release', client: self }),
    ),
  },
}).createMachine({
  id: 'client',
  context: ({ input }) => ({ patience: input.patience }),
  initial: 'idle',
  // Answers that come too late to matter.
  on: { granted: {}, released: {} },
  states: {
    idle: {
      on: { want: { target: 'waiting', actions: 'acquire' } },
    },
    waiting: {
      on: {
        granted: 'inside',
        giveUp: { guard: 'mayGiveUp', target: 'leaving', actions: ['losePatience', 'release'] },
      },
    },
    inside: {
      description: 'It holds the lock and works on what the lock protects.',
      on: { leave: { target: 'leaving', actions: 'release' } },
    },
    leaving: {
      description: 'It waits until the lock knows, so that no grant for it can be under way.',
      always: { guard: not('waitsForConfirmation'), target: 'idle' },
      on: { released: 'idle' },
    },
  },
});
