import type { AnyActorRef } from 'xstate';
import { sendTo, setup } from 'xstate';
import { TICK } from './time.ts';

/**
 * The word of one newcomer on its way to one member of its cell: it comes at any moment within the discovery
 * time, and no later (ASSUME-4).
 */
export const wordOfANewcomer = setup({
  types: {
    /** `delay`: the discovery time in ticks. */
    input: {} as { newcomer: AnyActorRef; to: AnyActorRef; delay: number },
    context: {} as { newcomer: AnyActorRef; to: AnyActorRef; delay: number },
    events: {} as { type: 'joined' } | { type: 'arrive' },
  },
  delays: { discoveryTime: ({ context }) => context.delay * TICK },
  actions: {
    tell: sendTo(
      ({ context }) => context.to,
      ({ context }) => ({ type: 'hearOf', server: context.newcomer }),
    ),
  },
}).createMachine({
  id: 'word-of-a-newcomer',
  context: ({ input }) => input,
  initial: 'nothingToTell',
  states: {
    nothingToTell: { on: { joined: 'onItsWay' } },
    onItsWay: {
      on: { arrive: { description: 'A member hears of a newcomer.', target: 'arrived' } },
      after: {
        discoveryTime: {
          description: 'The discovery time is over: the member hears of the newcomer now.',
          target: 'arrived',
        },
      },
    },
    arrived: { entry: 'tell' },
  },
});
