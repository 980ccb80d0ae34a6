import type { AnyActorRef } from 'xstate';
import { assertEvent, sendTo, setup } from 'xstate';
import type { BufferAnswer } from '../cognito-buffer/best-effort-buffer.ts';

export type InvocationHostEvent = { type: 'invoke' } | BufferAnswer;

export interface InvocationHostInput {
  /** The host keeps metrics here, in the memory that invocations need too. */
  buffer: AnyActorRef;
  memory: number;
  /** What an invocation needs. */
  need: number;
}

/** A host that runs functions, and publishes a metric of each invocation to CloudWatch, by way of its buffer. */
export const invocationHost = setup({
  types: {
    input: {} as InvocationHostInput,
    context: {} as InvocationHostInput,
    events: {} as InvocationHostEvent,
  },
  guards: {
    enoughMemoryIsFree: ({ context, event }) => {
      assertEvent(event, 'held');
      return context.memory - event.held >= context.need;
    },
  },
  actions: {
    askWhatIsHeld: sendTo(
      ({ context }) => context.buffer,
      ({ self }) => ({ type: 'howMuchIsHeld', from: self }),
    ),
    publishMetric: sendTo(
      ({ context }) => context.buffer,
      ({ self }) => ({ type: 'append', from: self }),
    ),
  },
}).createMachine({
  id: 'invocation-host',
  context: ({ input }) => input,
  initial: 'waiting',
  states: {
    waiting: {
      on: { invoke: { description: 'A function is invoked.', target: 'measuring' } },
    },
    // Both are passed through inside a step and never seen between steps: the buffer answers at once.
    measuring: {
      entry: 'askWhatIsHeld',
      on: {
        held: [
          {
            description: 'It runs, and its metric is published.',
            guard: 'enoughMemoryIsFree',
            target: 'running',
          },
          { description: 'It is refused: too little memory is free.', target: 'waiting' },
        ],
      },
    },
    running: { entry: 'publishMetric', on: { stored: 'waiting', dropped: 'waiting' } },
  },
});
