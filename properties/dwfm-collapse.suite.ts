import type { Observed, ParameterValues } from 'premortem';
import {
  alwaysPossible,
  defineSuite,
  holds,
  leadsTo,
  monitor,
  reachable,
  reached,
  stepProperty,
  unreachable,
  vacuous,
  violated,
} from 'premortem';
import { dwfmCollapse } from '../models/dwfm-collapse/system.ts';
import { progress, ticksUntilRecovered } from '../models/dwfm-collapse/watchers.ts';

type Parts = Observed<typeof dwfmCollapse, 'dynamodb' | 'dwfm'>;
type Dwfm = Pick<Parts, 'dwfm'>;
type Parameters = ParameterValues<typeof dwfmCollapse>;

const isBack = ({ dynamodb }: Pick<Parts, 'dynamodb'>): boolean => dynamodb.matches('backForGood');
const allLeased = ({ dwfm: { context } }: Dwfm): boolean => context.valid === context.droplets;

const inNumbers = ({ dwfm: { context } }: Dwfm): string => {
  const expired = context.attempts.filter((age) => age > context.timeout).length;
  const bound = context.hasMetBound
    ? `; reached with the queue held at the bound of the search, ${context.bound} attempts`
    : '';
  return `${context.valid} of ${context.droplets} droplets have a lease, and of ${context.attempts.length} attempts in the queue ${expired} have expired${bound}`;
};

/** The ticks that recovery may take: the fewest there can be, and some to spare. */
const mostTicks = ({ droplets, serve, spare }: Parameters): number => Math.ceil(droplets / serve) + spare;
const recoversInTime = (ref: string, from: 'throttled' | 'restartedUnderThrottle', description: string) =>
  monitor(dwfmCollapse, {
    ref,
    description,
    machine: ticksUntilRecovered(from),
    input: ({ parameters }) => ({ most: mostTicks(parameters) }),
    observes: ['dwfm'],
    because: (state, { parameters }) => `after more than ${mostTicks(parameters)} ticks ${inNumbers(state)}`,
  });

const properties = {
  'all-leases-come-back': leadsTo(dwfmCollapse, {
    ref: 'W1',
    description:
      'Once DynamoDB is back, every droplet has a lease in the end, if attempts are made and served.',
    observes: ['dynamodb', 'dwfm'],
    when: isBack,
    eventually: allLeased,
    because: inNumbers,
  }),
  'all-leases-can-come-back': reachable(dwfmCollapse, {
    ref: 'W1-once',
    description: 'After the outage some run leads to where every droplet has a lease.',
    observes: ['dynamodb', 'dwfm'],
    where: (state) => isBack(state) && allLeased(state),
  }),
  'recovery-stays-possible': alwaysPossible(dwfmCollapse, {
    ref: 'W1-possible',
    description: 'Whatever has happened, some run leads to where every droplet has a lease.',
    observes: ['dwfm'],
    holds: allLeased,
    because: inNumbers,
  }),
  'every-service-is-useful': stepProperty(dwfmCollapse, {
    ref: 'W2',
    description: 'Every attempt that is served establishes a lease.',
    observes: ['dwfm'],
    on: (step) => step.event.type === 'serve',
    holds: (_before, step) => !step.emitted.some(({ event }) => event.type === 'serviceWasted'),
    because: (before, _step, _after, { parameters }) =>
      `the attempt at the head of the queue has waited for more than ${parameters.timeout} ticks: ${inNumbers(before)}`,
  }),
  'the-recovery-never-goes-round-without-progress': monitor(dwfmCollapse, {
    ref: 'W3',
    description:
      'With DynamoDB back, attempts made and served, and no new fault, leases are established until all are.',
    machine: progress,
    observes: ['dwfm'],
    because: (state) => `no lease is established any more: ${inNumbers(state)}`,
  }),
  'recovered-in-time-under-the-throttle': recoversInTime(
    'W4',
    'throttled',
    'From when the throttle is on, every droplet has a lease within ⌈D/c⌉ ticks and those to spare.',
  ),
  'recovered-in-time-after-throttle-and-restart': recoversInTime(
    'W4-clear',
    'restartedUnderThrottle',
    'From when hosts are restarted under the throttle, every droplet has a lease within ⌈D/c⌉ ticks and those to spare.',
  ),
  'the-bound-keeps-an-attempt-out': reachable(dwfmCollapse, {
    ref: 'W1-bound',
    description:
      'The bound of the search keeps an attempt out of the queue: what is found then is found at that bound.',
    observes: ['dwfm'],
    where: ({ dwfm }) => dwfm.context.hasMetBound,
  }),
};

/** Every round is useful: as many leases in as few ticks as there can be. */
const recovers = (steps: number) => ({
  'all-leases-come-back': holds,
  'all-leases-can-come-back': reached(steps),
  'recovery-stays-possible': holds,
  'every-service-is-useful': holds,
  'the-recovery-never-goes-round-without-progress': holds,
  'recovered-in-time-under-the-throttle': holds,
  'recovered-in-time-after-throttle-and-restart': vacuous,
  'the-bound-keeps-an-attempt-out': unreachable,
});
/** The queue is full of attempts that have expired, for ever. */
const collapses = (steps: { round: number; progress: number; waste: number; bound: number | null }) => ({
  'all-leases-come-back': violated(steps.round),
  'all-leases-can-come-back': unreachable,
  'recovery-stays-possible': violated(1),
  'every-service-is-useful': violated(steps.waste),
  'the-recovery-never-goes-round-without-progress': violated(steps.progress),
  'recovered-in-time-under-the-throttle': vacuous,
  'recovered-in-time-after-throttle-and-restart': vacuous,
  'the-bound-keeps-an-attempt-out': steps.bound === null ? unreachable : reached(steps.bound),
});
const dropped = (steps: number) => ({
  ...recovers(steps),
  'recovered-in-time-under-the-throttle': vacuous,
});
const restartedUnderThrottle = (steps: number) => ({
  ...recovers(steps),
  'recovered-in-time-after-throttle-and-restart': holds,
});
/** Nobody has to throttle; where somebody does, all leases come back once the expired attempts are served. */
const throttledLate = (collapse: ReturnType<typeof collapses>, recovered: number, late: number) => ({
  ...collapse,
  'all-leases-can-come-back': reached(recovered),
  'recovery-stays-possible': holds,
  'every-service-is-useful': violated(10),
  'recovered-in-time-under-the-throttle': violated(late),
});
/** It goes round only once the few leases there were have run out too. */
const loop = (steps: number) => ({
  'all-leases-come-back': violated(steps),
  'the-recovery-never-goes-round-without-progress': violated(steps),
});
const inTimeAfterRestart = { 'recovered-in-time-after-throttle-and-restart': holds };

const six = collapses({ round: 35, progress: 35, waste: 15, bound: 30 });
/** After a restart at the right moment four droplets are left, whose queue goes round without the bound. */
const sixRestarted = collapses({ round: 21, progress: 24, waste: 15, bound: 30 });
const four = collapses({ round: 12, progress: 15, waste: 11, bound: null });
/** Fewer droplets than can collapse are left after a restart, if it comes when the first leases are there. */
const fourRestarted = {
  ...four,
  'all-leases-can-come-back': reached(13),
  'recovery-stays-possible': violated(3),
};

export default defineSuite({
  system: dwfmCollapse,
  properties,
  expect: {
    default: {
      'as-deployed': six,
      throttle: recovers(14),
      'hosts-restarted-once': sixRestarted,
      'hosts-restarted-often': {
        ...sixRestarted,
        'all-leases-can-come-back': reached(22),
        'recovery-stays-possible': violated(3),
      },
      'throttle-and-restart': restartedUnderThrottle(14),
      'expired-attempts-dropped': dropped(20),
      'leases-run-out': { ...six, ...loop(43) },
      'leases-run-out-under-a-throttle': recovers(14),
      'throttled-in-the-collapse': throttledLate(six, 15, 17),
      'throttled-in-the-collapse-and-restart': {
        ...throttledLate(sixRestarted, 15, 17),
        ...inTimeAfterRestart,
      },
    },
    'fewest-droplets': {
      'as-deployed': four,
      throttle: recovers(10),
      'hosts-restarted-once': fourRestarted,
      'hosts-restarted-often': fourRestarted,
      'throttle-and-restart': restartedUnderThrottle(10),
      'expired-attempts-dropped': dropped(12),
      // The queue is held at the bound here: leases that run out bring more to retry.
      'leases-run-out': { ...four, ...loop(60), 'the-bound-keeps-an-attempt-out': reached(58) },
      'leases-run-out-under-a-throttle': recovers(10),
      'throttled-in-the-collapse': throttledLate(four, 11, 13),
      'throttled-in-the-collapse-and-restart': { ...throttledLate(four, 11, 13), ...inTimeAfterRestart },
    },
  },
  waive: [
    ...[
      'dynamodb: down.forAsLongAsItTakes*is never taken',
      'dynamodb: down.forSoLongAtMost*is never taken',
    ].map((never) => ({
      never,
      designs: 'all' as const,
      reason: 'The chart is shared with ec2-leases, where an outage has a longest time.',
    })),
    {
      never: 'dwfm never gets restartHosts',
      designs: [
        'as-deployed',
        'throttle',
        'expired-attempts-dropped',
        'leases-run-out',
        'leases-run-out-under-a-throttle',
        'throttled-in-the-collapse',
      ],
      reason: 'Nobody restarts hosts in these designs.',
    },
    {
      never: 'operator never gets restartHosts',
      designs: ['throttled-in-the-collapse'],
      reason: 'Nobody restarts hosts in this design.',
    },
    {
      never: 'dwfm never gets throttle',
      designs: [
        'as-deployed',
        'throttle',
        'hosts-restarted-once',
        'hosts-restarted-often',
        'throttle-and-restart',
        'expired-attempts-dropped',
        'leases-run-out',
        'leases-run-out-under-a-throttle',
      ],
      reason: 'The queue is limited from the start, or never.',
    },
    {
      never: 'operator never gets throttle',
      designs: ['hosts-restarted-once', 'hosts-restarted-often', 'throttle-and-restart'],
      reason: 'The operator only restarts hosts in these designs.',
    },
  ],
  headlines: [{ design: 'as-deployed', property: 'the-recovery-never-goes-round-without-progress' }],
});
