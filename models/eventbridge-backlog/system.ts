import { actor, defineSystem, integer } from 'premortem';
import { clock } from '../cloudwatch-metrics/clock.ts';
import { kinesis } from '../cloudwatch-metrics/kinesis.ts';
import { containerService } from './container-service.ts';
import { customers } from './customers.ts';
import { eventBus } from './event-bus.ts';

/** Ten minutes, though nothing is said of rates: a tick is the time in which so many events come and go. */
const TICK = 600_000;

/** EventBridge through an outage of Kinesis that ends in part first, and the workflows of ECS and EKS that wait for it. */
export const eventbridgeBacklog = defineSystem({
  name: 'eventbridge-backlog',
  ref: 'M-C4',
  description:
    'An event bus delivers through Kinesis, which has one outage and may come back in part first; a workflow waits for events while tasks run. A tick stands for a fixed number of events that come and go; nothing is said of real rates, nor of how long a backlog really lasts.',
  parameters: {
    arrive: integer({ min: 1, max: 6, description: 'events put in a tick (a)' }),
    serve: integer({ min: 1, max: 8, description: 'events delivered in a tick while Kinesis is up (s)' }),
    bound: integer({
      min: 0,
      max: 24,
      description: 'ticks in which an event is to be delivered (B)',
    }),
    queue: integer({ min: 1, max: 8, description: 'events the backlog holds (Q)' }),
    serveDegraded: integer({
      min: 1,
      max: 8,
      description: 'events delivered in a tick while it is degraded, at most as many as when it is up (d)',
    }),
    steps: integer({ min: 1, max: 3, description: 'steps of a workflow' }),
  },
  scopes: {
    default: { arrive: 1, serve: 2, bound: 2, queue: 4, serveDegraded: 1, steps: 2 },
    'no-spare-capacity': { arrive: 2, serve: 2, bound: 2, queue: 4, serveDegraded: 1, steps: 2 },
  },
  designs: {
    'as-deployed': {
      ref: 'as-was',
      description: 'Fresh events are delivered first, and the backlog with what capacity is left.',
      options: { policy: 'fresh first' },
    },
    'first-in-first-out': {
      ref: 'fifo',
      description: 'Events are delivered in the order in which they came.',
      options: { policy: 'first in, first out' },
    },
  },
  build: ({ parameters, options, ref }) => {
    const { arrive, serve, queue, serveDegraded, steps } = parameters;
    return {
      actors: {
        clock: actor(clock, {
          description: 'begins the round of a tick',
          input: { tick: TICK, tells: [ref('event-bus')] },
        }),
        customers: actor(customers, {
          environment: true,
          description: 'those who run containers',
          input: { service: ref('container-service') },
          stimuli: ['wantOneTaskMore', 'wantOneTaskLess'],
        }),
        'container-service': actor(containerService, {
          description: 'ECS or EKS',
          input: { steps, bus: ref('event-bus') },
          stimuli: ['putStepEvent'],
        }),
        'event-bus': actor(eventBus, {
          description: 'EventBridge',
          input: {
            policy: options.policy!,
            arrive,
            serve,
            queue,
            serveDegraded: Math.min(serve, serveDegraded),
          },
        }),
        kinesis: actor(kinesis, {
          environment: true,
          description: 'as the event bus sees it',
          input: { callers: [ref('event-bus')], mostTicksDown: null },
          stimuli: ['fail', 'comeBackInPart', 'recover'],
        }),
      },
      // A round is one step: what comes and goes in a tick is counted, not told apart.
      delivery: 'sync',
      time: { tick: TICK },
    };
  },
});
