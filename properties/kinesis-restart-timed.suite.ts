import { defineSuite, holds, violated, within } from 'premortem';
import { kinesisRestartTimed } from '../models/kinesis-restart/timed.ts';
import { coldFromPeers, neverSlow } from './kinesis-restart.suite.ts';

const properties = {
  'every-server-serves-in-time': within(kinesisRestartTimed, {
    ref: 'Q4',
    description:
      'Every server serves before more than the bound of ticks has passed since the restart began.',
    observes: ['fleet'],
    ticks: ({ parameters }) => parameters.bound,
    when: ({ fleet }) => !fleet.matches('whole'),
    eventually: ({ fleet }) => fleet.matches('whole'),
    because: ({ fleet: { context } }, { parameters }) =>
      `${parameters.bound} ticks are over: ${context.serve} serve, ${context.boot} start, ${context.down} are down`,
  }),
};

const inTime = { 'every-server-serves-in-time': holds };
const tooLate = (steps: number) => ({ 'every-server-serves-in-time': violated(steps) });

export default defineSuite({
  system: kinesisRestartTimed,
  properties,
  expect: {
    default: {
      'as-deployed': tooLate(14),
      'one-at-a-time': inTime,
      'two-at-a-time': tooLate(10),
      'as-many-as-serve': inTime,
      'cold-start': tooLate(13),
      'cold-start-one-at-a-time': tooLate(7),
      'cold-start-two-at-a-time': tooLate(9),
      'cold-start-as-many-as-serve': tooLate(5),
      'map-from-store': tooLate(40),
      'map-from-store-one-at-a-time': inTime,
      'map-from-store-two-at-a-time': tooLate(28),
      'map-from-store-as-many-as-serve': inTime,
      'map-from-store-cold-start': tooLate(42),
      'map-from-store-cold-start-one-at-a-time': inTime,
      'map-from-store-cold-start-two-at-a-time': tooLate(27),
      'map-from-store-cold-start-as-many-as-serve': inTime,
    },
  },
  waive: [
    ...['fleet never gets takeOut', 'health-checker never gets slowAnswer'].flatMap((never) => [
      { never, designs: neverSlow, reason: 'No more servers start than those that serve can bear.' },
      { never, designs: coldFromPeers, reason: 'No server serves, so there is none to take out.' },
    ]),
    ...['operator never moves', 'fleet never gets restartOne', 'fleet never gets mapBuilt'].map((never) => ({
      never,
      designs: ['cold-start-as-many-as-serve' as const],
      reason: 'As many as serve is none: nothing ever happens.',
    })),
    ...[
      'fleet: the guard of *mayRestartOne* is never false',
      'fleet: the guard of *someoneStarts* is never false',
      'fleet: whole --restartOne--> *',
    ].map((never) => ({
      never,
      designs: 'all' as const,
      reason:
        'In time the operator restarts a server only where it may, and a map is due only where one is being built.',
    })),
  ],
});
