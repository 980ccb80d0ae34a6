import { alwaysEventually, defineSuite, holds, invariant, violated } from 'premortem';
import type { Observed, ParameterValues } from 'premortem';
import { lambdaMetricBuffer } from '../models/lambda-metric-buffer/system.ts';

type Host = Observed<typeof lambdaMetricBuffer, 'buffer'>;
type Scope = { parameters: ParameterValues<typeof lambdaMetricBuffer> };

/** The next invocation would find too little memory free. */
const isShort = ({ buffer }: Host, { parameters: { memory, need } }: Scope): boolean =>
  memory - buffer.context.held < need;

/** WF(Invoke), WF(Flush), WF(Purge); nobody has to bring CloudWatch back. */
const facts = {
  defaults: false,
  weak: { Invoke: { event: 'invoke' }, Flush: { event: 'drain' }, Purge: { event: 'purge' } },
} as const;

const whatIsFree = ({ buffer }: Host, { parameters: { memory, need } }: Scope): string =>
  `metrics hold ${buffer.context.held} of ${memory} units of memory; an invocation needs ${need}, and is refused`;

const properties = {
  'no-invocation-is-refused-for-memory': invariant(lambdaMetricBuffer, {
    ref: 'M-C3.1',
    description: 'An invocation is never refused for memory.',
    observes: ['buffer'],
    holds: (state, scope) => !isShort(state, scope),
    because: whatIsFree,
  }),
  'refused-then-accepted-though-cloudwatch-stays-down': alwaysEventually(lambdaMetricBuffer, {
    ref: 'M-C3.2-down',
    description:
      'Where invocations are refused they are accepted again in the end, though CloudWatch stays down for ever.',
    observes: ['buffer', 'cloudwatch'],
    // A run breaks it only if from some point on memory is short and CloudWatch is down all the time.
    holds: (state, scope) => !isShort(state, scope) || !state.cloudwatch.matches('down'),
    fairness: facts,
    because: whatIsFree,
  }),
  'refused-then-accepted-once-cloudwatch-is-back': alwaysEventually(lambdaMetricBuffer, {
    ref: 'M-C3.2-back',
    description:
      'Where invocations are refused they are accepted again in the end, if CloudWatch comes back and stays.',
    observes: ['buffer', 'cloudwatch'],
    holds: (state, scope) => !isShort(state, scope) || !state.cloudwatch.matches('up'),
    fairness: facts,
    because: whatIsFree,
  }),
  'refused-then-accepted-while-cloudwatch-comes-and-goes': alwaysEventually(lambdaMetricBuffer, {
    ref: 'M-C3.2-flapping',
    description:
      'Where invocations are refused they are accepted again in the end, if CloudWatch comes back each time, and may go down again at once.',
    observes: ['buffer'],
    holds: (state, scope) => !isShort(state, scope),
    fairness: { ...facts, weak: { ...facts.weak, Up: { event: 'comeBack' } } },
    because: whatIsFree,
  }),
  'no-metric-is-lost': invariant(lambdaMetricBuffer, {
    ref: 'M-C3.1-price',
    description: 'No metric is lost: what it costs to keep memory free.',
    observes: ['buffer'],
    holds: ({ buffer }) => buffer.context.lost === 0,
    because: () => 'memory is kept free, and a metric is gone',
  }),
};

export default defineSuite({
  system: lambdaMetricBuffer,
  properties,
  expect: {
    default: {
      'as-deployed': {
        'no-invocation-is-refused-for-memory': violated(4),
        'refused-then-accepted-though-cloudwatch-stays-down': violated(4),
        'refused-then-accepted-once-cloudwatch-is-back': holds,
        'refused-then-accepted-while-cloudwatch-comes-and-goes': violated(6),
        'no-metric-is-lost': holds,
      },
      'bounded-buffer': {
        'no-invocation-is-refused-for-memory': holds,
        'refused-then-accepted-though-cloudwatch-stays-down': holds,
        'refused-then-accepted-once-cloudwatch-is-back': holds,
        'refused-then-accepted-while-cloudwatch-comes-and-goes': holds,
        'no-metric-is-lost': violated(4),
      },
      'operator-purges': {
        'no-invocation-is-refused-for-memory': violated(4),
        'refused-then-accepted-though-cloudwatch-stays-down': holds,
        'refused-then-accepted-once-cloudwatch-is-back': holds,
        'refused-then-accepted-while-cloudwatch-comes-and-goes': holds,
        'no-metric-is-lost': violated(3),
      },
    },
  },
  waive: [
    ...['invocation-host never gets *', 'best-effort-buffer never gets *'].map((never) => ({
      never,
      designs: 'all' as const,
      reason: 'What a design does without, its host and its buffer are never asked.',
    })),
    ...[
      'best-effort-buffer: *discard*',
      'best-effort-buffer: *addCapacity*',
      'best-effort-buffer: *dropsWhenFull*',
      'best-effort-buffer: store.full --append--> (stays) is never taken',
    ].map((never) => ({
      never,
      designs: 'all' as const,
      reason: 'The same buffer stands in the web servers of Cognito: cognito-buffer shows this.',
    })),
    {
      never: 'downstream-service: *forAWhile*',
      designs: 'all',
      reason: 'Outages that end in time are those of cognito-buffer-paced; here only the order counts.',
    },
  ],
  headlines: [{ design: 'as-deployed', property: 'refused-then-accepted-though-cloudwatch-stays-down' }],
});
