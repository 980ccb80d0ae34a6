import type { AnyActorRef } from 'xstate';
import { assign, sendTo, setup } from 'xstate';
import type { PipeEvent } from './best-effort-buffer.ts';

export type OperatorEvent = { type: 'addCapacity' } | PipeEvent;

/** Adds web servers, so buffer, while Kinesis is down; only so many of them are to be had. */
export const operator = setup({
  types: {
    input: {} as { buffer: AnyActorRef; mayAdd: number },
    context: {} as { buffer: AnyActorRef; mayAdd: number },
    events: {} as OperatorEvent,
  },
  guards: { hasMoreToAdd: ({ context }) => context.mayAdd > 0 },
  actions: {
    add: sendTo(({ context }) => context.buffer, { type: 'addCapacity' }),
    oneLessToAdd: assign({ mayAdd: ({ context }) => context.mayAdd - 1 }),
  },
}).createMachine({
  id: 'operator',
  context: ({ input }) => input,
  initial: 'allIsWell',
  states: {
    allIsWell: { on: { pipeDown: 'outage' } },
    outage: {
      on: {
        addCapacity: {
          description: 'The operator adds buffer.',
          guard: 'hasMoreToAdd',
          actions: ['add', 'oneLessToAdd'],
        },
        pipeUp: 'allIsWell',
      },
    },
  },
});
