import {
  defineSuite,
  holds,
  invariant,
  reachable,
  reached,
  stepProperty,
  unreachable,
  vacuous,
  violated,
  within,
} from 'premortem';
import type { Observed } from 'premortem';
import { kinesisDiscovery } from '../models/kinesis-discovery/system.ts';

type Fleet = Observed<typeof kinesisDiscovery, 'front-end' | 'newcomer'>;
type Server = Fleet['front-end'][number];
type Timeline = Observed<typeof kinesisDiscovery, 'timeline'>;

const wholeFleet = ['front-end', 'newcomer'] as const;
const isMember = (server: Server): boolean => server.hasTag('member');
const isUseless = (server: Server): boolean => server.hasTag('useless');

/** Every server with its id, existing ones first. */
const serversOf = (fleet: Fleet): (readonly [id: string, server: Server])[] => [
  ...fleet['front-end'].map((server, i) => [`front-end-${i + 1}`, server] as const),
  ...fleet.newcomer.map((server, i) => [`newcomer-${i + 1}`, server] as const),
];
const uselessOnes = (fleet: Fleet): string[] =>
  serversOf(fleet).flatMap(([id, server]) => (isUseless(server) ? [id] : []));
const whoIsUseless = (fleet: Fleet): string => `without a usable map: ${uselessOnes(fleet).join(', ')}`;

const isAlarmed = ({ timeline }: Timeline): boolean => timeline.context.alarmed;

const properties = {
  'every-old-server-hears-within-the-delay': within(kinesisDiscovery, {
    ref: 'M-K2.1',
    description:
      'From the moment the last server joins, every old server has heard of all within the discovery delay.',
    observes: ['newcomer', 'news'],
    ticks: ({ parameters }) => parameters.delay,
    when: ({ newcomer }) => newcomer.every(isMember),
    eventually: ({ news }) =>
      news.every(({ context }) => ![...context.yetToHear].some(({ id }) => id.startsWith('front-end'))),
  }),
  'the-alarm-comes-within-its-delay': within(kinesisDiscovery, {
    ref: 'M-K2.2',
    description: 'From the first useless map that counts, the alarm is raised within its delay.',
    observes: [...wholeFleet, 'alarm'],
    ticks: ({ parameters }) => parameters.alarmDelay,
    when: (fleet, { parameters }) =>
      fleet['front-end'].some(isUseless) ||
      (parameters.alarmWatches === 'every-server' && fleet.newcomer.some(isUseless)),
    eventually: ({ alarm }) => alarm.matches('raised'),
  }),
  'the-alarm-comes-long-after-the-change': reachable(kinesisDiscovery, {
    ref: 'M-K2.3',
    description:
      'The first alarm is raised when the last server joined longer ago than it takes every old server to hear of it.',
    observes: ['timeline'],
    where: (state) => isAlarmed(state) && state.timeline.matches({ change: { finished: 'longAgo' } }),
  }),
  'the-alarm-comes-while-servers-are-added': reachable(kinesisDiscovery, {
    ref: 'M-K2.3-in-time',
    description:
      'The first alarm is raised while there are servers still to be added: the change could be stopped.',
    observes: ['timeline'],
    where: (state) => isAlarmed(state) && state.timeline.matches({ change: 'running' }),
  }),
  'the-first-alarm-comes-at-05-15': reachable(kinesisDiscovery, {
    ref: 'M-K2.4',
    description:
      'The first alarm is raised 88 minutes after the last server was added, as at 05:15 that day.',
    observes: ['timeline'],
    where: (state) => isAlarmed(state) && state.timeline.matches({ quarterPastFive: 'now' }),
  }),
  'no-member-has-a-useless-map': invariant(kinesisDiscovery, {
    ref: 'P1',
    description: 'No server of the fleet has a useless shard map.',
    observes: wholeFleet,
    holds: (fleet) => uselessOnes(fleet).length === 0,
    because: whoIsUseless,
  }),
  'no-existing-server-has-a-useless-map': invariant(kinesisDiscovery, {
    ref: 'P1-quiet',
    description:
      'Every map stays usable, or the roll-out stops before the fleet is hurt: no server that was there before the change has a useless map.',
    observes: wholeFleet,
    holds: (fleet) => !fleet['front-end'].some(isUseless),
    because: whoIsUseless,
  }),
  'nothing-is-added-to-a-broken-fleet': stepProperty(kinesisDiscovery, {
    ref: 'P1-stops',
    description:
      'No server joins after one that did not fit: the roll-out stops at the step that breaks something.',
    observes: wholeFleet,
    on: (step) => step.actor === 'roll-out',
    holds: (before, _step, after) =>
      uselessOnes(before).length === 0 ||
      after.newcomer.filter(isMember).length === before.newcomer.filter(isMember).length,
    because: (before) => `a server was added although there were servers ${whoIsUseless(before)}`,
  }),
  'every-map-is-useless': reachable(kinesisDiscovery, {
    ref: 'P2',
    description: 'Every server of the fleet, in all cells, has a useless shard map.',
    observes: wholeFleet,
    where: (fleet) => serversOf(fleet).every(([, server]) => !isMember(server) || isUseless(server)),
    because: whoIsUseless,
  }),
};

/** What follows from how the model is built, in every scope. */
const byConstruction = {
  'every-old-server-hears-within-the-delay': holds,
  'the-alarm-comes-within-its-delay': holds,
};

/** The alarm comes 88 minutes after the last server, the one that does not fit. */
const asItWas = {
  ...byConstruction,
  'the-alarm-comes-long-after-the-change': reached(28),
  'the-alarm-comes-while-servers-are-added': unreachable,
  'the-first-alarm-comes-at-05-15': reached(29),
  'no-member-has-a-useless-map': violated(9),
  'no-existing-server-has-a-useless-map': violated(15),
  'nothing-is-added-to-a-broken-fleet': holds,
  'every-map-is-useless': reached(18),
};

/** The first newcomer does not fit already, and the alarm comes with the first old server that hears of it. */
const broken = {
  ...byConstruction,
  'the-alarm-comes-long-after-the-change': unreachable,
  'the-alarm-comes-while-servers-are-added': reached(5),
  'the-first-alarm-comes-at-05-15': unreachable,
  'no-member-has-a-useless-map': violated(1),
  'no-existing-server-has-a-useless-map': violated(4),
};
const goesOn = { ...broken, 'nothing-is-added-to-a-broken-fleet': violated(9) };
const stops = {
  ...broken,
  // The last server never joins.
  'every-old-server-hears-within-the-delay': vacuous,
  'nothing-is-added-to-a-broken-fleet': holds,
};

const elsewhere =
  'A statechart of `kinesis-threads`: servers leave, restart and answer a thread alarm there, not here.';

export default defineSuite({
  system: kinesisDiscovery,
  properties,
  expect: {
    default: { 'as-deployed': asItWas, 'quiet-time-between-steps': asItWas },
    'first-newcomer-breaks': {
      'as-deployed': { ...goesOn, 'every-map-is-useless': reached(6) },
      'quiet-time-between-steps': { ...stops, 'every-map-is-useless': reached(6) },
    },
    'two-cells': {
      'as-deployed': { ...goesOn, 'every-map-is-useless': reached(16) },
      'quiet-time-between-steps': { ...stops, 'every-map-is-useless': unreachable },
    },
  },
  waive: [
    ...[
      'membership-service*deregister*',
      'membership-service: the guard of *isMember* is never false',
      'front-end-server*memberGone*',
      'front-end-server*restart*',
      'front-end-server*leaveFleet*',
      'front-end-server*wouldOneMorePass*',
      'front-end-server*isKnownAlready*',
      'operator*restartServer*',
      'operator*removeAddedCapacity*',
      'operator*isInAlready*',
      'operator*thereIsAThreadAlarm*',
    ].map((never) => ({ never, designs: 'all' as const, reason: elsewhere })),
    ...[
      { never: 'alarm: *mapUseless*', reason: 'All servers are watched, so the first useless map counts.' },
      { never: 'roll-out: *errorsSeen*', reason: 'The last server is the one that does not fit.' },
      { never: 'timeline: *longerThanDiscovery*', reason: 'No alarm comes before that.' },
    ].map((waiver) => ({ ...waiver, designs: 'all' as const, scopes: ['default' as const] })),
    ...['front-end-server: *threadsForOneMoreFit*', 'timeline: *'].map((never) => ({
      never,
      designs: 'all' as const,
      scopes: ['first-newcomer-breaks' as const, 'two-cells' as const],
      reason: 'No newcomer fits, and the alarm comes before the story is over.',
    })),
    ...['newcomer-2 never moves', 'news-2 never moves', 'timeline never gets changeFinished'].map(
      (never) => ({
        never,
        designs: ['quiet-time-between-steps' as const],
        scopes: ['first-newcomer-breaks' as const, 'two-cells' as const],
        reason: 'The roll-out stops after the first newcomer: that is what the design is for.',
      }),
    ),
  ],
  headlines: [{ design: 'as-deployed', property: 'the-first-alarm-comes-at-05-15' }],
});
