import { actor, defineSystem, integer } from 'premortem';
import { bestEffortBuffer } from '../cognito-buffer/best-effort-buffer.ts';
import { downstreamService } from '../cognito-buffer/downstream-service.ts';
import { invocationHost } from './invocation-host.ts';
import { operator } from './operator.ts';

/** A host of AWS Lambda on 25 November 2020, and what was or might have been done about its metrics. */
export const lambdaMetricBuffer = defineSystem({
  name: 'lambda-metric-buffer',
  ref: 'M-C3',
  description:
    'A host runs functions and holds their metrics in its own memory while CloudWatch is down. Says after how many invocations memory is short, nothing of how long that takes.',
  parameters: {
    memory: integer({ min: 1, max: 16, description: 'units of memory of the host (T)' }),
    need: integer({ min: 1, max: 8, description: 'units an invocation needs (m); a held metric takes one' }),
    above: integer({
      min: 0,
      max: 4,
      description: 'by how much the cap of the bounded buffer is above T - m, what an invocation can spare',
    }),
    lossesCounted: integer({ min: 1, max: 8, description: 'lost metrics are counted up to this number' }),
  },
  scopes: { default: { memory: 4, need: 2, above: 0, lossesCounted: 2 } },
  designs: {
    'as-deployed': {
      ref: 'as-was',
      description: 'The buffer takes as much of the memory as there are metrics.',
    },
    'bounded-buffer': {
      ref: 'bounded',
      description: 'The buffer has a cap, and loses what comes beyond it.',
      options: { bounded: true },
    },
    'operator-purges': {
      ref: 'purge',
      description: 'The buffer has no cap, and an operator purges it.',
      options: { purges: true },
    },
  },
  build: ({ parameters: { memory, need, above, lossesCounted }, options, ref }) => ({
    actors: {
      host: actor(invocationHost, {
        description: 'runs functions, which never stop being invoked',
        input: { buffer: ref('buffer'), memory, need },
        stimuli: ['invoke'],
      }),
      buffer: actor(bestEffortBuffer, {
        description: 'metrics held in the memory of the host',
        input: {
          capacity: (options.bounded ?? false) ? Math.max(0, memory - need + above) : null,
          whenFull: 'drop',
          writesThrough: true,
          lossesCounted,
        },
        stimuli: ['drain'],
      }),
      cloudwatch: actor(downstreamService, {
        environment: true,
        description: 'takes the metrics',
        input: { dependants: [ref('buffer')], longestOutage: null },
        stimuli: ['goDown', 'comeBack'],
      }),
      operator:
        (options.purges ?? false)
          ? actor(operator, { environment: true, input: { buffer: ref('buffer') }, stimuli: ['purge'] })
          : undefined,
    },
    // One host: what happens on it is part of the step.
    delivery: 'sync',
  }),
});
