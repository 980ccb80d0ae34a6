import type { Observed, ParameterValues } from 'premortem';
import {
  defineSuite,
  eventuallyAlways,
  holds,
  leadsTo,
  reachable,
  reached,
  unreachable,
  violated,
  within,
} from 'premortem';
import { networkManagerBacklog } from '../models/network-manager/system.ts';

type Parts = Observed<typeof networkManagerBacklog, 'network-manager' | 'instance'>;
type Manager = Pick<Parts, 'network-manager'>;
type Parameters = ParameterValues<typeof networkManagerBacklog>;

const isLaunched = ({ instance }: Pick<Parts, 'instance'>): boolean => instance.matches('launched');
const inNumbers = (state: Manager, { serve, knee, serveOverloaded }: Parameters): string => {
  const { waiting, hasBeenFull, queue } = state['network-manager'].context;
  const rate = waiting > knee ? Math.min(serve, serveOverloaded) : serve;
  const full = hasBeenFull ? `; reached with the queue full at ${queue}, where launches are refused` : '';
  return `${waiting} changes wait, and in a tick ${rate} are carried out${full}`;
};

const properties = {
  'an-instance-is-networked-in-time': within(networkManagerBacklog, {
    ref: 'M-E3.1',
    description: 'An instance that is launched can be talked to within B ticks.',
    observes: ['network-manager', 'instance'],
    ticks: ({ parameters }) => parameters.bound,
    when: isLaunched,
    eventually: (state) => !isLaunched(state),
    because: (state, { parameters }) =>
      `after more than ${parameters.bound} ticks it still waits: ${inNumbers(state, parameters)}`,
  }),
  'an-instance-is-networked-in-the-end': leadsTo(networkManagerBacklog, {
    ref: 'M-E3.2',
    description: 'An instance that is launched can be talked to in the end.',
    observes: ['network-manager', 'instance'],
    when: isLaunched,
    eventually: (state) => !isLaunched(state),
    because: (state, { parameters }) => inNumbers(state, parameters),
  }),
  'the-overload-ends-for-good': eventuallyAlways(networkManagerBacklog, {
    ref: 'M-E3.2-overload',
    description: 'From some moment on no more changes wait than can be carried out at full speed.',
    observes: ['network-manager'],
    holds: (state) => state['network-manager'].matches('coping'),
    because: (state, { parameters }) => inNumbers(state, parameters),
  }),
  'a-health-check-comes-too-early': reachable(networkManagerBacklog, {
    ref: 'M-E3.3',
    description: 'An instance is checked before it can be talked to.',
    observes: ['instance'],
    where: ({ instance }) => instance.matches({ launched: 'checkedTooEarly' }),
  }),
  'a-launch-is-refused': reachable(networkManagerBacklog, {
    ref: 'M-E3.1-refused',
    description: 'A launch is refused: the price.',
    observes: ['instance'],
    where: ({ instance }) => instance.matches('refused'),
  }),
};

type Steps = { late: number; overload: number; check: number };

/** The queue stays as long as it is: each instance waits for all of it. */
const staysOverloaded = ({ late, overload, check }: Steps) => ({
  'an-instance-is-networked-in-time': violated(late),
  'an-instance-is-networked-in-the-end': holds,
  'the-overload-ends-for-good': violated(overload),
  'a-health-check-comes-too-early': reached(check),
  'a-launch-is-refused': reached(3),
});
const drains = (check: number) => ({
  'an-instance-is-networked-in-time': holds,
  'an-instance-is-networked-in-the-end': holds,
  'the-overload-ends-for-good': holds,
  'a-health-check-comes-too-early': reached(check),
  'a-launch-is-refused': reached(3),
});
/** Nothing is carried out any more. */
const stops = (late: number) => ({
  ...staysOverloaded({ late, overload: late - 2, check: 5 }),
  'an-instance-is-networked-in-the-end': violated(late - 1),
});

export default defineSuite({
  system: networkManagerBacklog,
  properties,
  expect: {
    default: {
      'as-deployed': {
        ...staysOverloaded({ late: 10, overload: 4, check: 4 }),
        'a-launch-is-refused': unreachable,
      },
      'launches-admitted-while-the-queue-is-short': drains(10),
      'throttle-relaxed-step-by-step': drains(11),
      'throttle-relaxed-at-once': staysOverloaded({ late: 11, overload: 5, check: 5 }),
    },
    'overload-stops-it': {
      'as-deployed': {
        ...stops(11),
        'a-health-check-comes-too-early': reached(4),
        'a-launch-is-refused': reached(10),
      },
      'launches-admitted-while-the-queue-is-short': {
        ...drains(4),
        // One change more than admission counts on is enough, and an end of an instance asks nobody.
        'the-overload-ends-for-good': violated(9),
        'a-launch-is-refused': reached(6),
      },
      'throttle-relaxed-step-by-step': stops(14),
      'throttle-relaxed-at-once': stops(12),
    },
  },
  waive: [
    {
      never: 'network-manager: overloaded --always--> coping*',
      designs: 'all',
      scopes: ['overload-stops-it'],
      reason: 'Once too many changes wait nothing is carried out any more.',
    },
    {
      never: '* never gets relaxAtOnce',
      designs: ['as-deployed', 'launches-admitted-while-the-queue-is-short', 'throttle-relaxed-step-by-step'],
      reason: 'Only one design relaxes all at once.',
    },
    {
      never: '* never gets relaxByOne',
      designs: ['as-deployed', 'launches-admitted-while-the-queue-is-short', 'throttle-relaxed-at-once'],
      reason: 'Only one design relaxes step by step.',
    },
    {
      never: 'instance never gets launchRefused',
      designs: ['as-deployed'],
      scopes: ['default'],
      reason: 'No launch is refused as deployed, as long as the queue is not full.',
    },
  ],
  headlines: [{ design: 'as-deployed', property: 'an-instance-is-networked-in-time' }],
});
