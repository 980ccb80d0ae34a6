import type { AnyActorRef } from 'xstate';
import { assertEvent, assign, sendTo, setup } from 'xstate';
import type { KinesisNews } from './kinesis.ts';
import type { Load, ReadLatest, Sample } from './samples.ts';
import { readingOf } from './samples.ts';

export type LocalStoreEvent = Sample | KinesisNews | ReadLatest | { type: 'replay'; asker: AnyActorRef };

/** The samples of the last ticks, newest first; null for a tick without one. */
type Ring = readonly (Load | null)[];

/**
 * The local copy of recent metrics that AWS added to CloudWatch: the samples of the last `keep` ticks, for alarms and
 * AutoScaling to read. It is cut off only where its own writes go through Kinesis.
 */
export const localStore = setup({
  types: {
    input: {} as { keep: number },
    context: {} as { keep: number; ring: Ring },
    events: {} as LocalStoreEvent,
  },
  actions: {
    write: assign({
      ring: ({ context, event }) => {
        assertEvent(event, 'sample');
        return [event.load, ...context.ring].slice(0, context.keep);
      },
    }),
    writeNothing: assign({ ring: ({ context }) => [null, ...context.ring].slice(0, context.keep) }),
    answer: sendTo(
      ({ event }) => {
        assertEvent(event, 'readLatest');
        return event.asker;
      },
      ({ context, event }) => {
        assertEvent(event, 'readLatest');
        return readingOf(context.ring.slice(0, event.window).find((load) => load !== null) ?? null);
      },
    ),
    sendAllItHolds: sendTo(
      ({ event }) => {
        assertEvent(event, 'replay');
        return event.asker;
      },
      ({ context }) => ({
        type: 'replayed',
        ages: context.ring.flatMap((load, age) => (load === null ? [] : [age])),
      }),
    ),
  },
}).createMachine({
  id: 'local-store',
  // CloudWatch has been at work for long: the ring is full.
  context: ({ input }) => ({ ...input, ring: Array.from({ length: input.keep }, () => 'normal' as const) }),
  initial: 'taking',
  on: {
    readLatest: { actions: 'answer' },
    replay: { description: 'It gives what it still holds.', actions: 'sendAllItHolds' },
  },
  states: {
    taking: {
      on: {
        sample: { description: 'The sample is written, and the oldest falls out.', actions: 'write' },
        kinesisIsDown: 'cutOff',
      },
    },
    cutOff: {
      description: 'Its write path goes through Kinesis too.',
      on: {
        sample: { description: 'The write fails, and the oldest falls out.', actions: 'writeNothing' },
        kinesisIsBack: 'taking',
      },
    },
  },
});
