import { assign, sendTo, setup } from 'xstate';
import type { Charge, Charged } from './client.ts';

/**
 * A server that charges at once and answers when its work is done: it may have several requests in work at a time. With
 * idempotency keys it charges a key that it knows only once, and answers every request all the same.
 */
export const server = setup({
  types: {
    input: {} as { work: number },
    context: {} as {
      /** How long an answer takes, in milliseconds. */
      work: number;
      /** The keys it has charged, in this order. */
      charged: readonly number[];
    },
    events: {} as Charge,
  },
  guards: {
    isKnown: ({ context, event }) => context.charged.includes(event.key),
  },
  actions: {
    chargeCustomer: assign({ charged: ({ context, event }) => [...context.charged, event.key] }),
    answerLater: sendTo(
      ({ system }) => system.get('client'),
      ({ event }) => ({ type: 'charged', key: event.key }) satisfies Charged,
      { delay: 'work' },
    ),
  },
  delays: {
    work: ({ context }) => context.work,
  },
}).createMachine({
  id: 'server',
  context: ({ input }) => ({ work: input.work, charged: [] }),
  initial: 'serving',
  states: {
    serving: {
      on: {
        charge: [
          {
            guard: 'isKnown',
            actions: 'answerLater',
            description: 'the server knows this key: it answers, and charges nobody again',
          },
          {
            actions: ['chargeCustomer', 'answerLater'],
            description: 'the server charges the customer, and answers when it is done',
          },
        ],
      },
    },
  },
});
