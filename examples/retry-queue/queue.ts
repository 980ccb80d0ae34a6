import { assign, sendTo, setup } from 'xstate';

/** Gives the worker one job at a time, again if it fails, and puts it aside when it has failed too often. */
export const queue = setup({
  types: {
    input: {} as { attempts: number },
    context: {} as {
      attempts: number;
      /** The first is the one the worker has. */
      waiting: readonly number[];
      failures: number;
      deadLetters: readonly number[];
    },
    events: {} as { type: 'submit'; job: number } | { type: 'ack' } | { type: 'nack' },
  },
  guards: {
    hasNext: ({ context }) => context.waiting.length > 1,
    mayTryAgain: ({ context }) => context.failures + 1 < context.attempts,
  },
  actions: {
    add: assign({
      waiting: ({ context, event }) =>
        event.type === 'submit' ? [...context.waiting, event.job] : context.waiting,
    }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    putAside: assign({ deadLetters: ({ context }) => [...context.deadLetters, context.waiting[0]!] }),
    remove: assign({ waiting: ({ context }) => context.waiting.slice(1), failures: 0 }),
    giveFirst: sendTo(
      ({ system }) => system.get('worker'),
      ({ context }) => ({ type: 'job', job: context.waiting[0] }),
    ),
  },
}).createMachine({
  id: 'queue',
  context: ({ input }) => ({ attempts: input.attempts, waiting: [], failures: 0, deadLetters: [] }),
  initial: 'empty',
  states: {
    empty: {
      on: { submit: { target: 'busy', actions: ['add', 'giveFirst'] } },
    },
    busy: {
      on: {
        submit: { actions: 'add' },
        ack: [
          { guard: 'hasNext', actions: ['remove', 'giveFirst'] },
          { target: 'empty', actions: 'remove' },
        ],
        nack: [
          { guard: 'mayTryAgain', actions: ['countFailure', 'giveFirst'] },
          { guard: 'hasNext', actions: ['putAside', 'remove', 'giveFirst'] },
          { target: 'empty', actions: ['putAside', 'remove'] },
        ],
      },
    },
  },
});
