import { assign, sendTo, setup } from 'xstate';

/** Hands in jobs, numbered from 1. */
export const producer = setup({
  types: {
    input: {} as { jobs: number },
    context: {} as { jobs: number; produced: number },
    events: {} as { type: 'produce' },
  },
  guards: {
    hasMore: ({ context }) => context.produced < context.jobs,
  },
  actions: {
    produce: assign({ produced: ({ context }) => context.produced + 1 }),
    handIn: sendTo(
      ({ system }) => system.get('queue'),
      ({ context }) => ({ type: 'submit', job: context.produced }),
    ),
  },
}).createMachine({
  id: 'producer',
  context: ({ input }) => ({ jobs: input.jobs, produced: 0 }),
  on: {
    produce: { guard: 'hasMore', actions: ['produce', 'handIn'] },
  },
});
