import { assign, setup } from 'xstate';

/** The books: what was charged, in order. */
export const ledger = setup({
  types: {
    context: {} as { charged: readonly number[] },
    events: {} as { type: 'charge'; job: number },
  },
  guards: {
    isNew: ({ context, event }) => !context.charged.includes(event.job),
  },
  actions: {
    write: assign({ charged: ({ context, event }) => [...context.charged, event.job] }),
  },
}).createMachine({
  id: 'ledger',
  context: { charged: [] },
  on: {
    charge: { guard: 'isNew', actions: 'write' },
  },
});
