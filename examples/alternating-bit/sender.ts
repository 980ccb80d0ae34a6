import { assertEvent, assign, sendTo, setup } from 'xstate';
import type { Acknowledgement, Bit, Frame } from './frame.ts';

const parts = setup({
  types: {
    input: {} as { messages: number },
    context: {} as {
      messages: number;
      /** The message it is sending or has sent last; they are numbered from 1. */
      current: number;
      bit: Bit;
    },
    events: {} as { type: 'send' | 'retransmit' } | Acknowledgement,
  },
  guards: {
    moreToSend: ({ context }) => context.current < context.messages,
    hasItsBit: ({ context, event }) => {
      assertEvent(event, 'acknowledge');
      return event.bit === context.bit;
    },
  },
  actions: {
    takeNext: assign({ current: ({ context }) => context.current + 1 }),
    transmit: sendTo(
      ({ system }) => system.get('receiver'),
      ({ context }) => ({ type: 'frame', message: context.current, bit: context.bit }) satisfies Frame,
    ),
    flipBit: assign({ bit: ({ context }) => (context.bit === 0 ? 1 : 0) }),
  },
  delays: {
    patience: 1000,
  },
});

/**
 * The sender of the alternating-bit protocol (K. A. Bartlett, R. A. Scantlebury and P. T. Wilkinson, "A note on reliable
 * full-duplex transmission over half-duplex links", 1969): one message at a time, marked with a bit, again and again until an
 * acknowledgement with that bit comes; then the next, with the other bit.
 *
 * When it sends again is its own affair: `retransmit` may come at any moment.
 *
 * @param timer whether a timer decides instead
 */
export function createSender(timer: boolean) {
  return parts.createMachine({
    id: 'sender',
    context: ({ input }) => ({ messages: input.messages, current: 0, bit: 0 }),
    initial: 'ready',
    states: {
      ready: {
        on: {
          send: {
            guard: 'moreToSend',
            target: 'waiting',
            actions: ['takeNext', 'transmit'],
            description: 'the sender takes the next message and sends it',
          },
          acknowledge: { description: 'an acknowledgement that is no longer needed' },
        },
      },
      waiting: {
        ...(timer && { after: { patience: AGAIN } }),
        on: {
          ...(!timer && { retransmit: AGAIN }),
          acknowledge: [
            {
              guard: 'hasItsBit',
              target: 'ready',
              actions: 'flipBit',
              description: 'the message has arrived; the next gets the other bit',
            },
            { description: 'an acknowledgement of the message before' },
          ],
        },
      },
    },
  });
}

const AGAIN = {
  target: 'waiting',
  reenter: true,
  actions: 'transmit',
  description: 'no acknowledgement yet: the sender sends again',
} as const;
