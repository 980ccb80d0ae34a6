import type { AnyActorRef } from 'xstate';
import { assign, enqueueActions, setup } from 'xstate';
import type { TickPasses } from './clock.ts';

export type KinesisEvent = { type: 'fail' } | { type: 'comeBackInPart' } | { type: 'recover' } | TickPasses;

/** What whoever calls Kinesis finds out. */
export type KinesisNews =
  | { type: 'kinesisIsDown' }
  | { type: 'kinesisIsDegraded' }
  | { type: 'kinesisIsBack' };

/**
 * Kinesis as its dependants see it, through one outage: down, perhaps back in part and down again, and back for
 * good. Its callers notice a change in the step in which it comes.
 */
export const kinesis = setup({
  types: {
    /** `mostTicksDown`: after so many ticks down it is back at the latest; null: it may be down for ever. */
    input: {} as { callers: readonly AnyActorRef[]; mostTicksDown: number | null },
    context: {} as { callers: readonly AnyActorRef[]; mostTicksDown: number | null; ticksDown: number },
    events: {} as KinesisEvent,
  },
  guards: {
    hasBeenDownLongEnough: ({ context }) => context.ticksDown + 1 === context.mostTicksDown,
    needNotComeBack: ({ context }) => context.mostTicksDown === null,
  },
  actions: {
    tellCallers: enqueueActions(({ context, enqueue }, news: KinesisNews) => {
      for (const caller of context.callers) enqueue.sendTo(caller, news);
    }),
    countTick: assign({ ticksDown: ({ context }) => context.ticksDown + 1 }),
    forgetTicks: assign({ ticksDown: 0 }),
  },
}).createMachine({
  id: 'kinesis',
  context: ({ input }) => ({ ...input, ticksDown: 0 }),
  initial: 'up',
  states: {
    up: {
      tags: 'up',
      description: 'Normal work, before anything has happened.',
      on: { fail: { description: 'Kinesis fails.', target: 'impaired' }, tickPasses: {} },
    },
    impaired: {
      initial: 'down',
      on: { recover: { description: 'Kinesis is back.', target: 'recovered' } },
      states: {
        down: {
          tags: 'down',
          entry: { type: 'tellCallers', params: { type: 'kinesisIsDown' } },
          on: {
            comeBackInPart: { description: 'Some of Kinesis works again.', target: 'degraded' },
            tickPasses: [
              { guard: 'needNotComeBack' },
              {
                description: 'The outage has lasted as long as it may: Kinesis is back.',
                guard: 'hasBeenDownLongEnough',
                target: '#kinesis.recovered',
              },
              { actions: 'countTick' },
            ],
          },
        },
        degraded: {
          tags: 'degraded',
          entry: { type: 'tellCallers', params: { type: 'kinesisIsDegraded' } },
          on: { fail: { description: 'Kinesis fails again.', target: 'down' }, tickPasses: {} },
        },
      },
    },
    recovered: {
      tags: 'up',
      description: 'Normal work again, for good.',
      entry: ['forgetTicks', { type: 'tellCallers', params: { type: 'kinesisIsBack' } }],
      on: { tickPasses: {} },
    },
  },
});
