import type { AnyActorRef } from 'xstate';
import { enqueueActions, setup } from 'xstate';

export type DownstreamServiceEvent = { type: 'goDown' } | { type: 'comeBack' };

export interface DownstreamServiceInput {
  /** Who is told when it goes down and when it is back. */
  dependants: readonly AnyActorRef[];
  /** The most ticks an outage may last; null: it may last for ever. */
  longestOutage: number | null;
}

/** The service behind a buffer: Kinesis for Cognito, CloudWatch for Lambda. Up or down, and why is not its question. */
export const downstreamService = setup({
  types: {
    input: {} as DownstreamServiceInput,
    context: {} as DownstreamServiceInput,
    events: {} as DownstreamServiceEvent,
  },
  delays: { longestOutage: ({ context }) => context.longestOutage! },
  guards: { outagesEndInTime: ({ context }) => context.longestOutage !== null },
  actions: {
    tellDown: enqueueActions(({ context, enqueue }) => {
      for (const dependant of context.dependants) enqueue.sendTo(dependant, { type: 'pipeDown' });
    }),
    tellUp: enqueueActions(({ context, enqueue }) => {
      for (const dependant of context.dependants) enqueue.sendTo(dependant, { type: 'pipeUp' });
    }),
  },
}).createMachine({
  id: 'downstream-service',
  context: ({ input }) => input,
  initial: 'up',
  states: {
    up: {
      on: {
        goDown: [
          { description: 'The service goes down.', guard: 'outagesEndInTime', target: 'down.forAWhile' },
          { description: 'The service goes down.', target: 'down.openEnded' },
        ],
      },
    },
    down: {
      entry: 'tellDown',
      exit: 'tellUp',
      on: { comeBack: { description: 'The service is back.', target: 'up' } },
      initial: 'openEnded',
      states: {
        openEnded: { description: 'Nobody knows for how long, maybe for ever.' },
        forAWhile: {
          on: { comeBack: '#downstream-service.upForGood' },
          after: { longestOutage: '#downstream-service.upForGood' },
        },
      },
    },
    upForGood: { description: 'The one outage of which it is asked what it does is over.' },
  },
});
