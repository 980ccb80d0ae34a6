import { actor, defineSystem, integer, oneOf, replicas } from 'premortem';
import { match } from 'ts-pattern';
import { bestEffortBuffer } from './best-effort-buffer.ts';
import { downstreamService } from './downstream-service.ts';
import { operator } from './operator.ts';
import { webWorker } from './web-worker.ts';

/** Cognito's web workers and their analytics buffer on 25 November 2020, and what was done about it. */
export const cognitoBuffer = defineSystem({
  name: 'cognito-buffer',
  ref: 'M-C1',
  description:
    'Web workers answer sign-in requests and append an event of each to a buffer in front of Kinesis, which may be down. Says in which order things can happen, nothing of rates or how long they take.',
  parameters: {
    workers: integer({ min: 1, max: 6, description: 'web workers (W)' }),
    slots: integer({ min: 1, max: 8, description: 'places of the buffer before any are added (K)' }),
    added: integer({ min: 0, max: 4, description: 'places the operator can add during outages (E)' }),
    lossesCounted: integer({ min: 1, max: 8, description: 'lost events are counted up to this number' }),
    outage: oneOf(['for-ever', 'never'], 'whether Kinesis may go down, and then stay down, or never does'),
  },
  scopes: {
    default: { workers: 2, slots: 2, added: 1, lossesCounted: 2, outage: 'for-ever' },
    'never-down': { workers: 2, slots: 2, added: 1, lossesCounted: 2, outage: 'never' },
  },
  designs: {
    'as-deployed': {
      ref: 'as-was',
      description:
        'A worker that finds the buffer full waits until it can append. Answer and append are one step.',
      fixes: { added: 0 },
    },
    'buffer-added-in-the-outage': {
      ref: 'add-capacity',
      description: 'The operator adds buffer while Kinesis is down. Answer and append are one step.',
      options: { operatorAdds: true },
    },
    'no-events-appended': {
      ref: 'cut',
      description: 'Workers answer and append nothing: the dependency is cut.',
      fixes: { added: 0 },
      options: { cut: true },
    },
    'full-buffer-drops': {
      ref: 'drop',
      description:
        'An event that finds the buffer full is lost, the request is answered. Answer and append are one step.',
      fixes: { added: 0 },
      options: { drops: true },
    },
    'as-deployed-answer-first': {
      ref: 'as-was split',
      description:
        'A worker answers, then appends in a step of its own; if the buffer is full it waits until it can.',
      fixes: { added: 0 },
      options: { answersFirst: true },
    },
    'buffer-added-answer-first': {
      ref: 'add-capacity split',
      description: 'The operator adds buffer while Kinesis is down. Workers answer, then append.',
      options: { operatorAdds: true, answersFirst: true },
    },
    'no-events-appended-answer-first': {
      ref: 'cut split',
      description:
        'Workers answer and append nothing: there is no second step, so this is the same as in one.',
      fixes: { added: 0 },
      options: { cut: true, answersFirst: true },
    },
    'full-buffer-drops-answer-first': {
      ref: 'drop split',
      description: 'Workers answer, then append; an event that finds the buffer full is lost.',
      fixes: { added: 0 },
      options: { drops: true, answersFirst: true },
    },
  },
  build: ({ parameters, options, ref }) => {
    const { workers, slots, added, lossesCounted, outage } = parameters;
    const { cut = false, drops = false, answersFirst = false, operatorAdds = false } = options;
    const maySeeOutages = outage === 'for-ever';
    const hasOperator = operatorAdds && maySeeOutages;
    return {
      actors: {
        worker: replicas(workers, webWorker, {
          description: 'answers sign-in requests, which never stop coming',
          input: { buffer: ref('buffer'), answersFirst, feed: cut ? ('cut' as const) : ('append' as const) },
          stimuli: match({ cut, drops, answersFirst })
            .with({ cut: true }, () => ['takeRequest' as const])
            .with({ drops: true, answersFirst: true }, () => ['takeRequest' as const, 'append' as const])
            .with({ drops: true }, () => ['takeRequest' as const])
            .with({ answersFirst: true }, () => [
              'takeRequest' as const,
              'append' as const,
              'unblock' as const,
            ])
            .otherwise(() => ['takeRequest' as const, 'unblock' as const]),
        }),
        buffer: actor(bestEffortBuffer, {
          description: 'the analytics buffer',
          input: {
            capacity: slots,
            whenFull: drops ? ('drop' as const) : ('block' as const),
            writesThrough: false,
            lossesCounted,
          },
          stimuli: cut ? [] : ['drain'],
        }),
        kinesis: maySeeOutages
          ? actor(downstreamService, {
              environment: true,
              description: 'takes the events',
              input: {
                dependants: hasOperator ? [ref('buffer'), ref('operator')] : [ref('buffer')],
                longestOutage: null,
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
      },
      // Worker and buffer are one process: what the buffer says is part of the step.
      delivery: 'sync',
    };
  },
});
