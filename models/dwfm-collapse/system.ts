import { actor, defineSystem, integer } from 'premortem';
import { dwfm } from './dwfm.ts';
import { dynamodb } from './dynamodb.ts';
import { operator } from './operator.ts';

/** What a design changes. */
interface Options {
  /** When the queue is limited. */
  throttle?: 'from the start' | 'in the collapse';
  /** How often hosts may be restarted. */
  restarts?: 'once' | 'as often as there are clears';
  dropsExpired?: boolean;
  /** Leases run out, and have to be established anew. */
  renewals?: boolean;
}

/** EC2 re-establishing the leases of its hosts after DynamoDB was dark, on 20 October 2025, and what was done about it. */
export const dwfmCollapse = defineSystem({
  name: 'dwfm-collapse',
  ref: 'M-E2',
  description:
    'DynamoDB is back after an outage that outlasted every lease, and attempts to establish leases wait in one queue where they may expire. Says whether a recovery can go round for ever at such sizes, nothing of rates or of how long one lasts; the queue is looked at up to a bound, and where that kept an attempt out the reason says so.',
  parameters: {
    droplets: integer({ min: 1, max: 16, description: 'droplets that need a lease (D)' }),
    timeout: integer({ min: 0, max: 6, description: 'ticks after which an attempt is worthless (TO)' }),
    serve: integer({ min: 1, max: 4, description: 'attempts served in a tick (c)' }),
    limit: integer({ min: 1, max: 12, description: 'attempts in the queue at once where it is throttled' }),
    queue: integer({ min: 1, max: 64, description: 'attempts the search lets into the queue at most' }),
    clears: integer({ min: 0, max: 8, description: 'how often hosts may be restarted in clear-often' }),
    validity: integer({ min: 1, max: 24, description: 'ticks a lease lasts where leases run out (V)' }),
    spare: integer({
      min: 0,
      max: 64,
      description: 'ticks that W4 allows beyond the fewest there can be, ⌈D/c⌉',
    }),
  },
  scopes: {
    default: { droplets: 6, timeout: 1, serve: 1, limit: 2, queue: 12, clears: 2, validity: 12, spare: 0 },
    // As few droplets as can collapse: the queue stays short of the bound.
    'fewest-droplets': {
      droplets: 4,
      timeout: 1,
      serve: 1,
      limit: 2,
      queue: 12,
      clears: 1,
      validity: 12,
      spare: 0,
    },
  },
  designs: {
    'as-deployed': { ref: 'as-was', description: 'Nothing limits the queue.' },
    throttle: {
      ref: 'throttle',
      description: 'Only so many attempts are in the queue at once, live or expired.',
      options: { throttle: 'from the start' },
    },
    'hosts-restarted-once': {
      ref: 'clear-once',
      description: 'The queue may be emptied once, at any moment.',
      options: { restarts: 'once' },
    },
    'hosts-restarted-often': {
      ref: 'clear-often',
      description: 'The queue may be emptied several times, at any moments.',
      options: { restarts: 'as often as there are clears' },
    },
    'throttle-and-restart': {
      ref: 'throttle+clear',
      description: 'The queue is limited, and may be emptied once.',
      options: { throttle: 'from the start', restarts: 'once' },
    },
    'expired-attempts-dropped': {
      ref: 'drop',
      description: 'Attempts that have expired are thrown out unserved.',
      options: { dropsExpired: true },
    },
    'leases-run-out': {
      ref: 'renewals',
      description: 'Nothing limits the queue, and a lease lasts V ticks and has to be established anew.',
      options: { renewals: true },
    },
    'leases-run-out-under-a-throttle': {
      ref: 'renewals throttle',
      description: 'A lease lasts V ticks and has to be established anew, and the queue is limited.',
      options: { renewals: true, throttle: 'from the start' },
    },
    'throttled-in-the-collapse': {
      ref: 'throttle-late',
      description: 'Operators may limit the queue at any moment of the recovery.',
      options: { throttle: 'in the collapse' },
    },
    'throttled-in-the-collapse-and-restart': {
      ref: 'throttle-late+clear',
      description: 'Operators may limit the queue and empty it once, each at any moment of the recovery.',
      options: { throttle: 'in the collapse', restarts: 'once' },
    },
  },
  build: ({ parameters, options, ref }) => {
    const { droplets, timeout, serve, limit, queue, clears, validity } = parameters;
    const { throttle, restarts, dropsExpired = false, renewals = false }: Options = options;
    const mayRestart = { none: 0, once: 1, 'as often as there are clears': clears }[restarts ?? 'none'];
    const late = throttle === 'in the collapse';
    const hasOperator = mayRestart > 0 || late;
    return {
      actors: {
        dynamodb: actor(dynamodb, {
          environment: true,
          input: {
            dependants: hasOperator ? [ref('dwfm'), ref('operator')] : [ref('dwfm')],
            longestOutage: null,
          },
          stimuli: ['goDark', 'comeBack'],
        }),
        dwfm: actor(dwfm, {
          description: 'the DropletWorkflow Manager, all hosts together',
          input: {
            droplets,
            timeout,
            serve,
            dropsExpired,
            bound: queue,
            limit: throttle === 'from the start' ? limit : null,
            validity: renewals ? validity : null,
          },
          stimuli: ['enqueue', 'serve'],
        }),
        operator: hasOperator
          ? actor(operator, {
              environment: true,
              input: { dwfm: ref('dwfm'), restarts: mayRestart, limit: late ? limit : null },
              stimuli: [
                ...(mayRestart > 0 ? ['restartHosts' as const] : []),
                ...(late ? ['throttle' as const] : []),
              ],
            })
          : undefined,
      },
      // What an operator does to the hosts is part of the step.
      delivery: 'sync',
    };
  },
});
