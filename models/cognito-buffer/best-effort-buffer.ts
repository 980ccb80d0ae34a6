import type { AnyActorRef } from 'xstate';
import { and, assertEvent, assign, emit, not, sendTo, setup, stateIn } from 'xstate';

/** What a best-effort buffer is sent. */
export type BufferEvent =
  | { type: 'append'; from: AnyActorRef }
  | { type: 'discard' }
  | { type: 'drain' }
  | { type: 'addCapacity' }
  | { type: 'purge' }
  | { type: 'howMuchIsHeld'; from: AnyActorRef }
  | PipeEvent;

/** What the service behind the buffer tells whoever depends on it. */
export type PipeEvent = { type: 'pipeDown' } | { type: 'pipeUp' };

/** What a buffer answers. `full` is said only by one that blocks: the event is not taken, and the asker still has it. */
export type BufferAnswer = { type: 'stored' } | { type: 'dropped' } | { type: 'full' } | BufferLevel;
export type BufferLevel = { type: 'held'; held: number };

export interface BufferInput {
  /** Events it holds at most; null: as many as come. */
  capacity: number | null;
  /** What becomes of an event that finds it full. */
  whenFull: 'block' | 'drop';
  /** Whether an event goes straight through while the pipe is up, and is held only while it is down. */
  writesThrough: boolean;
  /** Lost events are counted up to this number: a count without end would be a space without end. */
  lossesCounted: number;
}

/** Stands in front of a pipe that may be down, and holds events which nobody is supposed to wait for. */
export const bestEffortBuffer = setup({
  types: {
    input: {} as BufferInput,
    context: {} as BufferInput & { held: number; lost: number },
    events: {} as BufferEvent,
    emitted: {} as { type: 'outageBegan'; held: number },
  },
  guards: {
    isFull: ({ context }) => context.capacity !== null && context.held >= context.capacity,
    holdsEvents: ({ context }) => context.held > 0,
    writesThrough: ({ context }) => context.writesThrough,
    dropsWhenFull: ({ context }) => context.whenFull === 'drop',
  },
  actions: {
    hold: assign({ held: ({ context }) => context.held + 1 }),
    passOneOn: assign({ held: ({ context }) => context.held - 1 }),
    grow: assign({ capacity: ({ context }) => context.capacity! + 1 }),
    loseOne: assign({ lost: ({ context }) => Math.min(context.lossesCounted, context.lost + 1) }),
    loseAllHeld: assign({
      held: 0,
      lost: ({ context }) => Math.min(context.lossesCounted, context.lost + context.held),
    }),
    sayStored: sendTo(({ event }) => asker(event), { type: 'stored' }),
    sayDropped: sendTo(({ event }) => asker(event), { type: 'dropped' }),
    sayFull: sendTo(({ event }) => asker(event), { type: 'full' }),
    sayHowMuch: sendTo(
      ({ event }) => asker(event),
      ({ context }) => ({ type: 'held', held: context.held }),
    ),
    noteOutage: emit(({ context }) => ({ type: 'outageBegan' as const, held: context.held })),
  },
}).createMachine({
  id: 'best-effort-buffer',
  context: ({ input }) => ({ ...input, held: 0, lost: 0 }),
  type: 'parallel',
  states: {
    pipe: {
      initial: 'up',
      states: {
        up: {
          on: {
            drain: {
              description: 'The service takes one event out of the buffer.',
              guard: 'holdsEvents',
              actions: 'passOneOn',
            },
            pipeDown: { target: 'down', actions: 'noteOutage' },
          },
        },
        down: { on: { pipeUp: 'up' } },
      },
    },
    store: {
      initial: 'room',
      on: {
        discard: { description: 'The event is thrown away instead of appended.', actions: 'loseOne' },
        addCapacity: { description: 'The buffer grows by one place.', actions: 'grow' },
        howMuchIsHeld: { actions: 'sayHowMuch' },
        purge: {
          description: 'All that is held is thrown away, and its memory is free.',
          actions: 'loseAllHeld',
        },
      },
      states: {
        room: {
          always: { guard: 'isFull', target: 'full' },
          on: {
            append: [
              { guard: and(['writesThrough', stateIn({ pipe: 'up' })]), actions: 'sayStored' },
              { description: 'The event has a place in the buffer.', actions: ['hold', 'sayStored'] },
            ],
          },
        },
        full: {
          always: { guard: not('isFull'), target: 'room' },
          on: {
            append: [
              { guard: and(['writesThrough', stateIn({ pipe: 'up' })]), actions: 'sayStored' },
              {
                description: 'The buffer is full: the event is lost.',
                guard: 'dropsWhenFull',
                actions: ['loseOne', 'sayDropped'],
              },
              { description: 'The buffer is full, and the event has to wait.', actions: 'sayFull' },
            ],
          },
        },
      },
    },
  },
});

function asker(event: BufferEvent): AnyActorRef {
  assertEvent(event, ['append', 'howMuchIsHeld']);
  return event.from;
}
