import type { AnyActorRef } from 'xstate';
import { sendTo, setup } from 'xstate';

export type WebWorkerEvent =
  | { type: 'takeRequest' }
  | { type: 'append' }
  | { type: 'unblock' }
  | { type: 'stored' }
  | { type: 'dropped' }
  | { type: 'full' };

export interface WebWorkerInput {
  buffer: AnyActorRef;
  /** Whether the user has the answer before the worker turns to its event: the split form. */
  answersFirst: boolean;
  /** Whether events are appended at all. */
  feed: 'append' | 'cut';
}

/**
 * A worker of Cognito's web servers. It answers sign-in requests, and of each it keeps an event about how the API is
 * used, for a buffer in front of Kinesis. Where the buffer is full and does not drop, the worker waits with the event
 * in its hands: that is the bug.
 */
export const webWorker = setup({
  types: { input: {} as WebWorkerInput, context: {} as WebWorkerInput, events: {} as WebWorkerEvent },
  guards: {
    feedIsCut: ({ context }) => context.feed === 'cut',
    answersFirst: ({ context }) => context.answersFirst,
  },
  actions: {
    appendEvent: sendTo(
      ({ context }) => context.buffer,
      ({ self }) => ({ type: 'append', from: self }),
    ),
    throwEventAway: sendTo(({ context }) => context.buffer, { type: 'discard' }),
  },
}).createMachine({
  id: 'web-worker',
  context: ({ input }) => input,
  initial: 'free',
  states: {
    free: {
      on: {
        takeRequest: [
          {
            description: 'The worker answers a request; its event goes nowhere.',
            guard: 'feedIsCut',
            actions: 'throwEventAway',
          },
          {
            description: 'The worker answers a request, and has an event to append.',
            guard: 'answersFirst',
            target: 'busy.eventInHand',
          },
          {
            description: 'The worker takes a request: the answer goes out with the event.',
            target: 'busy.appending',
          },
        ],
      },
    },
    busy: {
      initial: 'appending',
      states: {
        eventInHand: {
          on: { append: { description: 'The worker appends its event.', target: 'appending' } },
        },
        // Passed through inside a step and never seen between steps: the buffer answers at once.
        appending: {
          entry: 'appendEvent',
          on: { stored: '#web-worker.free', dropped: '#web-worker.free', full: 'blocked' },
        },
        blocked: {
          on: { unblock: { description: 'The blocked worker tries again.', target: 'appending' } },
        },
      },
    },
  },
});
