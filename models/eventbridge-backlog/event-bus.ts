import type { AnyActorRef } from 'xstate';
import { assertEvent, assign, enqueueActions, setup } from 'xstate';
import type { TickPasses } from '../cloudwatch-metrics/clock.ts';
import type { KinesisNews } from '../cloudwatch-metrics/kinesis.ts';
import type { Followed, Policy } from './round.ts';
import { fateOf, round } from './round.ts';

export type EventBusEvent = TickPasses | KinesisNews | { type: 'putEvent'; from: AnyActorRef };

/** How the bus is to work: events put in a tick, and delivered in one. */
export interface BusSettings {
  policy: Policy;
  arrive: number;
  serve: number;
  serveDegraded: number;
  /** The backlog holds no more. */
  queue: number;
}

/**
 * EventBridge: in every round events arrive, and as many are delivered as Kinesis lets through. The others wait in the
 * backlog, or are refused when it is full. Events are counted; only the one of a workflow is followed.
 */
export const eventBus = setup({
  types: {
    input: {} as BusSettings,
    context: {} as BusSettings & {
      /** Events in the backlog. */
      waiting: number;
      /** The event of a workflow, and who waits for it. */
      step: { from: AnyActorRef; is: Followed } | null;
    },
    events: {} as EventBusEvent,
  },
  actions: {
    takeIt: assign({
      step: ({ event }) => {
        assertEvent(event, 'putEvent');
        return { from: event.from, is: 'fresh' as const };
      },
    }),
    work: enqueueActions(({ context, enqueue }, { capacity }: { capacity: number }) => {
      const { policy, step } = context;
      const load = { fresh: context.arrive, waiting: context.waiting, capacity, queue: context.queue };
      const done = round(policy, load);
      enqueue.assign({ waiting: done.waiting });
      if (step === null) return;
      const fate = fateOf(step.is, load, done);
      if (typeof fate === 'object') {
        enqueue.assign({ step: { from: step.from, is: fate } });
        return;
      }
      enqueue.assign({ step: null });
      enqueue.sendTo(step.from, { type: fate === 'delivered' ? 'eventDelivered' : 'eventRefused' });
    }),
  },
}).createMachine({
  id: 'event-bus',
  context: ({ input }) => ({ ...input, waiting: 0, step: null }),
  initial: 'up',
  on: {
    putEvent: { description: 'It is one of the events of the next round.', actions: 'takeIt' },
    kinesisIsDown: '.down',
    kinesisIsDegraded: '.degraded',
    kinesisIsBack: '.up',
  },
  states: {
    up: {
      on: {
        tickPasses: {
          description: 'Events arrive, and as many are delivered as can be.',
          actions: { type: 'work', params: ({ context }) => ({ capacity: context.serve }) },
        },
      },
    },
    degraded: {
      on: {
        tickPasses: {
          description: 'Events arrive, and a few are delivered.',
          actions: { type: 'work', params: ({ context }) => ({ capacity: context.serveDegraded }) },
        },
      },
    },
    down: {
      on: {
        tickPasses: {
          description: 'Events arrive, and none is delivered.',
          actions: { type: 'work', params: { capacity: 0 } },
        },
      },
    },
  },
});
