import type { Observed } from 'premortem';
import { defineSuite, holds, invariant, reachable, reached, unreachable, violated, within } from 'premortem';
import { cloudwatchMetrics } from '../models/cloudwatch-metrics/system.ts';

type Ingestion = Observed<typeof cloudwatchMetrics, 'ingestion'>['ingestion'];

const agesOf = ({ context }: Ingestion): string =>
  context.gap
    .map(({ age }) => (age < context.oldest.gap ? `${age}` : `${age} or more`))
    .filter((age, i, all) => all.indexOf(age) === i)
    .join(', ');

const properties = {
  'high-load-is-answered-in-time': within(cloudwatchMetrics, {
    ref: 'S1',
    description: 'When the load is high, the group is big within the ticks it has for that.',
    observes: ['users', 'auto-scaling'],
    ticks: ({ parameters }) => parameters.scaleWithin,
    when: ({ users }) => users.matches('high'),
    eventually: (state) => state['auto-scaling'].matches('big'),
    because: (_state, { parameters }) =>
      `more than ${parameters.scaleWithin} ticks have passed with high load, and the scaling policy has seen no datum that says so`,
  }),
  'monitoring-is-never-blind': invariant(cloudwatchMetrics, {
    ref: 'S2',
    description: 'The alarm never lacks data.',
    observes: ['alarm'],
    holds: ({ alarm }) => !alarm.matches('INSUFFICIENT_DATA'),
    because: (_state, { parameters }) =>
      `of the last ${parameters.window} ticks the alarm can read no sample, so it neither fires nor is clear`,
  }),
  'nothing-is-missing-after-recovery': invariant(cloudwatchMetrics, {
    ref: 'S3',
    description: 'Once Kinesis is back, the history has a sample of every tick.',
    observes: ['kinesis', 'ingestion'],
    when: ({ kinesis }) => kinesis.matches('recovered'),
    holds: ({ ingestion }) => ingestion.context.gap.length === 0,
    because: ({ ingestion }) => `the samples of these many ticks ago are gone: ${agesOf(ingestion)}`,
  }),
  'blind-small-and-with-a-gap': reachable(cloudwatchMetrics, {
    ref: 'S2-headline',
    description:
      'All that was reported, at once: the alarm lacks data, the load is high and the group still small, and a sample is lost.',
    observes: ['alarm', 'users', 'auto-scaling', 'ingestion'],
    where: (state) =>
      state.alarm.matches('INSUFFICIENT_DATA') &&
      state.users.matches('high') &&
      state['auto-scaling'].matches('small') &&
      state.ingestion.context.gap.some(({ queued }) => !queued),
  }),
};

/** The alarm and the policy never lack a sample. */
const sees = {
  'high-load-is-answered-in-time': holds,
  'monitoring-is-never-blind': holds,
  'blind-small-and-with-a-gap': unreachable,
};
/** No sample but those that come through Kinesis: a tick is missing at once, the window is empty after two. */
const blind = {
  'high-load-is-answered-in-time': violated(7),
  'monitoring-is-never-blind': violated(5),
  'nothing-is-missing-after-recovery': violated(4),
  'blind-small-and-with-a-gap': reached(6),
};
const verdicts = {
  'as-deployed': blind,
  'local-store': { ...sees, 'nothing-is-missing-after-recovery': violated(4) },
  'local-store-behind-kinesis': blind,
  // An outage one tick longer than the store is deep.
  'local-store-and-backfill': { ...sees, 'nothing-is-missing-after-recovery': violated(9) },
  'own-kinesis-fleet': { ...sees, 'nothing-is-missing-after-recovery': holds },
};

export default defineSuite({
  system: cloudwatchMetrics,
  properties,
  expect: {
    default: verdicts,
    'as-deep-as-the-store': {
      ...verdicts,
      'local-store-and-backfill': { ...sees, 'nothing-is-missing-after-recovery': holds },
    },
    '2020': {
      ...verdicts,
      // The outage does not end by itself so soon: the step in which Kinesis recovers is one more.
      'local-store-and-backfill': { ...sees, 'nothing-is-missing-after-recovery': violated(10) },
    },
  },
  waive: [
    ...[
      'kinesis never gets comeBackInPart',
      'kinesis: *comeBackInPart*',
      'kinesis: *needNotComeBack*',
      'kinesis: impaired.degraded *',
    ].map((never) => ({
      never,
      designs: 'all' as const,
      reason:
        'The chart is shared with eventbridge-backlog; here Kinesis is up or down, and never down for ever.',
    })),
    {
      never: 'ingestion never gets readLatest',
      designs: ['local-store', 'local-store-behind-kinesis', 'local-store-and-backfill'],
      reason: 'The alarm reads the local store.',
    },
    {
      never: 'ingestion never gets replayed',
      designs: ['as-deployed', 'local-store', 'local-store-behind-kinesis', 'own-kinesis-fleet'],
      reason: 'Only the design with backfill asks for a replay.',
    },
    {
      never: 'local-store never gets replay',
      designs: ['local-store', 'local-store-behind-kinesis'],
      reason: 'Only the design with backfill asks for a replay.',
    },
    {
      never: 'local-store never gets kinesisIs*',
      designs: ['local-store', 'local-store-and-backfill'],
      reason: 'Nothing is written to this store through Kinesis.',
    },
    {
      never: 'alarm never gets noDatum',
      designs: ['local-store', 'local-store-and-backfill', 'own-kinesis-fleet'],
      reason: 'What these designs are for: the alarm always finds a datum (S2).',
    },
    {
      never: 'own-fleet never moves',
      designs: ['own-kinesis-fleet'],
      reason: 'The fleet that fails is the other one.',
    },
    ...['kinesisIsDown', 'kinesisIsBack', 'sampleLost', 'sampleQueued'].map((event) => ({
      never: `ingestion never gets ${event}`,
      designs: ['own-kinesis-fleet' as const],
      reason: 'The fleet that fails is the other one, so no put fails.',
    })),
  ],
  headlines: [{ design: 'as-deployed', property: 'blind-small-and-with-a-gap' }],
});
