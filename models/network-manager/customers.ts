import type { AnyActorRef } from 'xstate';
import { sendTo, setup } from 'xstate';

export type CustomersEvent = { type: 'wantMany' } | { type: 'wantNone' };

interface Customers {
  networkManager: AnyActorRef;
  /** Launches they ask for in a tick when they want many (a). */
  many: number;
}

/** Those who launch instances: at times many in a tick, at times none. */
export const customers = setup({
  types: { input: {} as Customers, context: {} as Customers, events: {} as CustomersEvent },
  actions: {
    ask: sendTo(
      ({ context }) => context.networkManager,
      (_, { launches }: { launches: number }) => ({ type: 'demandIs', launches }),
    ),
  },
}).createMachine({
  id: 'customers',
  context: ({ input }) => input,
  initial: 'low',
  states: {
    low: {
      on: {
        wantMany: {
          target: 'high',
          actions: { type: 'ask', params: ({ context }) => ({ launches: context.many }) },
        },
      },
    },
    high: { on: { wantNone: { target: 'low', actions: { type: 'ask', params: { launches: 0 } } } } },
  },
});
