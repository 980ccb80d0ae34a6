import type { AnyActorRef } from 'xstate';
import { assign, sendTo, setup } from 'xstate';
import type { DynamodbNews } from './dynamodb.ts';

export type OperatorEvent = DynamodbNews | { type: 'restartHosts' } | { type: 'throttle' };

export interface OperatorInput {
  dwfm: AnyActorRef;
  /** How often hosts may be restarted. */
  restarts: number;
  /** The attempts that may be queued once the operator throttles; null: nothing is left to throttle. */
  limit: number | null;
}

/** Engineers without a procedure for this: they may restart hosts, which empties their queue, and limit what is queued. */
export const operator = setup({
  types: {
    input: {} as OperatorInput,
    context: {} as OperatorInput,
    events: {} as OperatorEvent,
  },
  guards: {
    mayRestart: ({ context }) => context.restarts > 0,
    mayThrottle: ({ context }) => context.limit !== null,
  },
  actions: {
    restart: sendTo(({ context }) => context.dwfm, { type: 'restartHosts' }),
    throttle: sendTo(
      ({ context }) => context.dwfm,
      ({ context }) => ({ type: 'throttle', limit: context.limit ?? 0 }),
    ),
    oneRestartLess: assign({ restarts: ({ context }) => context.restarts - 1 }),
    nothingToThrottle: assign({ limit: null }),
  },
}).createMachine({
  id: 'operator',
  context: ({ input }) => input,
  initial: 'allIsWell',
  states: {
    allIsWell: { on: { dynamodbIsBack: 'recovery' } },
    recovery: {
      on: {
        restartHosts: {
          description: 'Hosts are restarted: their queue is gone.',
          guard: 'mayRestart',
          actions: ['restart', 'oneRestartLess'],
        },
        throttle: {
          description: 'From now on fewer attempts are let in.',
          guard: 'mayThrottle',
          actions: ['throttle', 'nothingToThrottle'],
        },
      },
    },
  },
});
