import type { AnyActorRef } from 'xstate';
import { assertEvent, assign, enqueueActions, sendTo, setup } from 'xstate';
import { inOrder } from '../kinesis-threads/in-order.ts';
import { TICK } from './ticks.ts';

export interface NewsInput {
  /** The newcomer. */
  about: AnyActorRef;
  /** The servers of its cell that were there before it. */
  listeners: readonly AnyActorRef[];
  /** Ticks within which each of them hears of it (D). */
  delay: number;
}

export type NewsEvent =
  | { type: 'joined' }
  /** Of its own accord, at any time: word reaches one of the servers. */
  | { type: 'reach'; listener: AnyActorRef };

/**
 * Word of one newcomer. Each server of its cell hears of it at a time of its own, later than it joins and no later
 * than the discovery delay (ASSUME-4).
 */
export const news = setup({
  types: {
    input: {} as NewsInput,
    context: {} as NewsInput & { yetToHear: ReadonlySet<AnyActorRef> },
    events: {} as NewsEvent,
  },
  delays: {
    oneTick: TICK,
    untilItIsDue: ({ context }) => (context.delay - 1) * TICK,
  },
  guards: {
    isYetToHear: ({ context, event }) => {
      assertEvent(event, 'reach');
      return context.yetToHear.has(event.listener);
    },
    allHaveHeard: ({ context }) => context.yetToHear.size === 0,
  },
  actions: {
    tellIt: sendTo(
      ({ event }) => {
        assertEvent(event, 'reach');
        return event.listener;
      },
      ({ context }) => ({ type: 'hearOf', server: context.about }),
    ),
    noteTold: assign({
      yetToHear: ({ context, event }) => {
        assertEvent(event, 'reach');
        return new Set([...context.yetToHear].filter((listener) => listener !== event.listener));
      },
    }),
    reachTheNext: enqueueActions(({ context, enqueue }) => {
      const [listener] = inOrder(context.yetToHear);
      if (listener !== undefined) enqueue.raise({ type: 'reach', listener });
    }),
  },
}).createMachine({
  id: 'news',
  context: ({ input }) => ({ ...input, yetToHear: new Set(input.listeners) }),
  initial: 'none',
  states: {
    none: { on: { joined: 'fresh' } },
    fresh: {
      description: 'The newcomer has just joined; nobody has heard of it yet.',
      after: { oneTick: 'spreading' },
    },
    spreading: {
      description: 'A server may hear of the newcomer at any moment.',
      always: { guard: 'allHaveHeard', target: 'everywhere' },
      after: { untilItIsDue: 'due' },
      on: {
        reach: {
          description: 'Word of the newcomer reaches a server.',
          guard: 'isYetToHear',
          actions: ['noteTold', 'tellIt'],
        },
      },
    },
    due: {
      description: 'The delay is over: no time passes until every server has heard.',
      always: { guard: 'allHaveHeard', target: 'everywhere' },
      after: {
        0: {
          description: 'The delay is over, and word reaches the next server.',
          target: 'due',
          reenter: true,
          actions: 'reachTheNext',
        },
      },
      on: {
        reach: { guard: 'isYetToHear', actions: ['noteTold', 'tellIt'] },
      },
    },
    everywhere: { description: 'Every server of its cell knows the newcomer, or has failed to.' },
  },
});
