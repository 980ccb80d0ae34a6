import { assertEvent, assign, sendTo, setup } from 'xstate';

/** What a client asks: the same key each time it asks for the same thing. */
export interface Charge {
  type: 'charge';
  key: number;
}

/** What it is answered. */
export interface Charged {
  type: 'charged';
  key: number;
}

/**
 * A client that wants a customer charged, each order once: it asks, asks again when no answer has come after so long, and
 * gives up when it has asked so often.
 */
export const client = setup({
  types: {
    input: {} as { orders: number; attempts: number; timeout: number },
    context: {} as {
      orders: number;
      attempts: number;
      /** How long it waits for an answer, in milliseconds. */
      timeout: number;
      /** The order it asks about, from 1; 0 before the first. */
      order: number;
      /** How often it has asked about this order. */
      asked: number;
    },
    events: {} as { type: 'next' } | Charged,
  },
  guards: {
    moreToOrder: ({ context }) => context.order < context.orders,
    isItsOrder: ({ context, event }) => {
      assertEvent(event, 'charged');
      return event.key === context.order;
    },
    mayAskAgain: ({ context }) => context.asked < context.attempts,
  },
  actions: {
    takeNext: assign({ order: ({ context }) => context.order + 1, asked: 0 }),
    countAttempt: assign({ asked: ({ context }) => context.asked + 1 }),
    ask: sendTo(
      ({ system }) => system.get('server'),
      ({ context }) => ({ type: 'charge', key: context.order }) satisfies Charge,
    ),
  },
  delays: {
    timeout: ({ context }) => context.timeout,
  },
}).createMachine({
  id: 'client',
  context: ({ input }) => ({ ...input, order: 0, asked: 0 }),
  initial: 'idle',
  on: {
    charged: { description: 'an answer that the client no longer waits for' },
  },
  states: {
    idle: {
      on: {
        next: {
          guard: 'moreToOrder',
          target: 'waiting',
          actions: 'takeNext',
          description: 'the client has an order to be charged',
        },
      },
    },
    waiting: {
      entry: ['countAttempt', 'ask'],
      after: {
        timeout: [
          {
            guard: 'mayAskAgain',
            target: 'waiting',
            reenter: true,
            description: 'no answer in time: the client asks again',
          },
          { target: 'gaveUp', description: 'no answer in time, and it has asked often enough' },
        ],
      },
      on: {
        charged: {
          guard: 'isItsOrder',
          target: 'idle',
          description: 'the client hears that the order is charged',
        },
      },
    },
    gaveUp: { description: 'It does not know whether the order was charged.' },
  },
});
