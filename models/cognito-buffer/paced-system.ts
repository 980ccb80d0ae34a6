import { actor, defineSystem, integer, replicas } from 'premortem';
import { bestEffortBuffer } from './best-effort-buffer.ts';
import { downstreamService } from './downstream-service.ts';
import { operator } from './operator.ts';
import { round } from './round.ts';
import { webWorker } from './web-worker.ts';

/** The same workers and buffer with a clock: so many requests a tick, so many events drained, an outage that ends. */
export const cognitoBufferPaced = defineSystem({
  name: 'cognito-buffer-paced',
  ref: 'M-C1-paced',
  description:
    'cognito-buffer with time: every free worker takes a request a tick, Kinesis takes some events a tick, and is down once at most, for so many ticks at most. Answer and append are one step.',
  parameters: {
    workers: integer({ min: 1, max: 6, description: 'web workers, each good for a request a tick (W)' }),
    slots: integer({ min: 1, max: 12, description: 'places of the buffer before any are added (K)' }),
    drains: integer({ min: 1, max: 6, description: 'events Kinesis takes in a tick (s)' }),
    outageTicks: integer({
      min: 0,
      max: 8,
      description: 'ticks the outage lasts at most (d); 0: there is none',
    }),
    added: integer({ min: 0, max: 4, description: 'places the operator can add during the outage (E)' }),
    patience: integer({ min: 0, max: 12, description: 'ticks within which R4-late wants an answer (B)' }),
  },
  scopes: {
    default: { workers: 2, slots: 4, drains: 2, outageTicks: 1, added: 1, patience: 1 },
    'longer-outage': { workers: 2, slots: 4, drains: 2, outageTicks: 2, added: 1, patience: 1 },
    'slow-drain': { workers: 2, slots: 4, drains: 1, outageTicks: 0, added: 1, patience: 1 },
  },
  designs: {
    'as-deployed': { ref: 'as-was', description: 'A worker that finds the buffer full waits.' },
    'buffer-added-in-the-outage': {
      ref: 'add-capacity',
      description: 'The operator may add buffer while Kinesis is down.',
      options: { operatorAdds: true },
    },
    'no-events-appended': {
      ref: 'cut',
      description: 'Workers answer and append nothing.',
      options: { cut: true },
    },
    'full-buffer-drops': {
      ref: 'drop',
      description: 'An event that finds the buffer full is lost, the request is answered.',
      options: { drops: true },
    },
  },
  build: ({ parameters, options, ref }) => {
    const { workers, slots, drains, outageTicks, added } = parameters;
    const { cut = false, drops = false, operatorAdds = false } = options;
    const hasOperator = operatorAdds && outageTicks > 0;
    return {
      actors: {
        worker: replicas(workers, webWorker, {
          input: {
            buffer: ref('buffer'),
            answersFirst: false,
            feed: cut ? ('cut' as const) : ('append' as const),
          },
        }),
        buffer: actor(bestEffortBuffer, {
          input: {
            capacity: slots,
            whenFull: drops ? ('drop' as const) : ('block' as const),
            writesThrough: false,
            lossesCounted: 1,
          },
        }),
        kinesis:
          outageTicks > 0
            ? actor(downstreamService, {
                environment: true,
                input: {
                  dependants: hasOperator ? [ref('buffer'), ref('operator')] : [ref('buffer')],
                  longestOutage: outageTicks,
                },
                stimuli: ['goDown', 'comeBack'],
              })
            : undefined,
        operator: hasOperator
          ? actor(operator, {
              environment: true,
              input: { buffer: ref('buffer'), mayAdd: added },
              stimuli: ['addCapacity'],
            })
          : undefined,
        round: actor(round, {
          description: 'the pace of requests and drains',
          input: {
            workers: Array.from({ length: workers }, (_, i) => ref(`worker-${i + 1}`)),
            buffer: ref('buffer'),
            drains,
          },
        }),
      },
      delivery: 'sync',
      time: { tick: 1 },
    };
  },
});
