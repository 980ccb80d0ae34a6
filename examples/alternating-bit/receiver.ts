import { assertEvent, assign, sendTo, setup } from 'xstate';
import type { Acknowledgement, Bit, Frame } from './frame.ts';

/**
 * The receiver: takes a frame with the bit it expects, and acknowledges every frame with its own bit. One that it has
 * already got it does not take again.
 */
export const receiver = setup({
  types: {
    context: {} as {
      expected: Bit;
      taken: ReadonlySet<number>;
      /** The first message that it took though it was not the next: the receiver does not notice, a property does. */
      outOfTurn: number | null;
    },
    events: {} as Frame,
  },
  guards: {
    isNew: ({ context, event }) => {
      assertEvent(event, 'frame');
      return event.bit === context.expected;
    },
  },
  actions: {
    take: assign({
      outOfTurn: ({ context, event }) =>
        context.outOfTurn ?? (event.message === Math.max(0, ...context.taken) + 1 ? null : event.message),
      taken: ({ context, event }) => new Set([...context.taken, event.message]),
      expected: ({ context }) => (context.expected === 0 ? 1 : 0),
    }),
    acknowledge: sendTo(
      ({ system }) => system.get('sender'),
      ({ event }) => ({ type: 'acknowledge', bit: event.bit }) satisfies Acknowledgement,
    ),
  },
}).createMachine({
  id: 'receiver',
  context: { expected: 0, taken: new Set(), outOfTurn: null },
  initial: 'listening',
  states: {
    listening: {
      on: {
        frame: [
          { guard: 'isNew', actions: ['take', 'acknowledge'], description: 'a new message: it is taken' },
          {
            actions: 'acknowledge',
            description: 'it has this message already, and only its acknowledgement may be missing',
          },
        ],
      },
    },
  },
});
