import { actor, defineSystem, integer } from 'premortem';
import { clock } from '../cloudwatch-metrics/clock.ts';
import { customers } from './customers.ts';
import { instance } from './instance.ts';
import { networkManager } from './network-manager.ts';
import { operator } from './operator.ts';

/** Ten minutes, in name only: the time in which so many changes come and go. */
const TICK = 600_000;

/** What a design changes. */
interface Options {
  admission?: boolean;
  /** Whether requests are throttled at first, and how that ends. */
  relax?: 'by one' | 'at once';
}

/** EC2's Network Manager when launches resume, on 20 October 2025. */
export const networkManagerBacklog = defineSystem({
  name: 'network-manager',
  ref: 'M-E3',
  description:
    'Changes held back arrive together as launches resume, and are carried out more slowly while too many wait. A tick stands for a fixed number of changes that come and go; nothing is said of real rates, nor of how long a backlog really lasts.',
  parameters: {
    backlog: integer({ min: 0, max: 24, description: 'changes that wait as launches resume (q)' }),
    arrive: integer({ min: 1, max: 6, description: 'launches asked for in a tick when demand is high (a)' }),
    serve: integer({
      min: 1,
      max: 6,
      description: 'changes carried out in a tick while few enough wait (s)',
    }),
    bound: integer({ min: 0, max: 24, description: 'ticks in which an instance is to be networked (B)' }),
    serveOverloaded: integer({
      min: 0,
      max: 6,
      description: 'changes carried out in a tick while too many wait, no more than s (s′)',
    }),
    knee: integer({ min: 1, max: 12, description: 'as many may wait before each takes longer (q0)' }),
    queue: integer({
      min: 1,
      max: 24,
      description: 'changes that can wait at all, and no fewer than wait at first (Q)',
    }),
    throttled: integer({ min: 0, max: 6, description: 'launches let in a tick while throttled, at first' }),
  },
  scopes: {
    default: {
      backlog: 6,
      arrive: 1,
      serve: 2,
      bound: 3,
      serveOverloaded: 1,
      knee: 3,
      queue: 8,
      throttled: 0,
    },
    // In a queue that is too long nothing gets done at all.
    'overload-stops-it': {
      backlog: 2,
      arrive: 3,
      serve: 2,
      bound: 3,
      serveOverloaded: 0,
      knee: 3,
      queue: 8,
      throttled: 0,
    },
  },
  designs: {
    'as-deployed': { ref: 'as-was', description: 'Every launch is let in.' },
    'launches-admitted-while-the-queue-is-short': {
      ref: 'admission',
      description: 'A launch is let in only while fewer changes wait than make each take longer.',
      options: { admission: true },
    },
    'throttle-relaxed-step-by-step': {
      ref: 'relax-step',
      description:
        'Launches are throttled at first, and the level rises by one only while few enough changes wait.',
      options: { relax: 'by one' },
    },
    'throttle-relaxed-at-once': {
      ref: 'relax-at-once',
      description:
        'Launches are throttled at first, and all of the throttle goes in one step, at any moment.',
      options: { relax: 'at once' },
    },
  },
  build: ({ parameters, options, ref }) => {
    const { backlog, arrive, serve, serveOverloaded, knee, queue, throttled } = parameters;
    const { admission = false, relax }: Options = options;
    return {
      actors: {
        clock: actor(clock, {
          description: 'begins the round of a tick',
          input: { tick: TICK, tells: [ref('network-manager')] },
        }),
        customers: actor(customers, {
          environment: true,
          description: 'those who launch instances',
          input: { networkManager: ref('network-manager'), many: arrive },
          stimuli: ['wantMany', 'wantNone'],
        }),
        'network-manager': actor(networkManager, {
          input: {
            serve,
            serveOverloaded: Math.min(serve, serveOverloaded),
            knee,
            queue: Math.max(queue, backlog),
            admitBelow: admission ? knee : null,
            backlog,
            level: relax === undefined || throttled >= arrive ? null : throttled,
            many: arrive,
          },
        }),
        instance: actor(instance, {
          environment: true,
          description: 'one instance of many, which is followed',
          input: { networkManager: ref('network-manager') },
          stimuli: ['launch', 'healthCheck', 'terminate'],
        }),
        operator:
          relax === undefined
            ? undefined
            : actor(operator, {
                environment: true,
                input: { networkManager: ref('network-manager') },
                stimuli: [relax === 'by one' ? 'relaxByOne' : 'relaxAtOnce'],
              }),
      },
      // A round is one step: what comes and goes in a tick is counted, not told apart.
      delivery: 'sync',
      time: { tick: TICK },
    };
  },
});
