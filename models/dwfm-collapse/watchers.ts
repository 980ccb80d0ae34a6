import type { MonitorEvent } from 'premortem';
import { assign, setup } from 'xstate';
import type { dwfmCollapse } from './system.ts';

type Happens = MonitorEvent<typeof dwfmCollapse>;

/** Whether a recovery moves: between one lease and the next it is pending, and for ever where there is no next one. */
export const progress = setup({ types: { events: {} as Happens } }).createMachine({
  id: 'progress',
  initial: 'beforeTheRecovery',
  states: {
    beforeTheRecovery: { on: { 'dwfm.dynamodbIsBack': 'noLeaseYet' } },
    noLeaseYet: {
      tags: 'pending',
      on: { 'dwfm.leaseEstablished': 'moves', 'dwfm.recovered': 'recovered' },
    },
    moves: { on: { 'dwfm.serve': 'noLeaseYet', 'dwfm.recovered': 'recovered' } },
    recovered: {},
  },
});

/** How many ticks it takes from when the throttle is on, or from when hosts are restarted under it. */
export const ticksUntilRecovered = (from: 'throttled' | 'restartedUnderThrottle') =>
  setup({
    types: {
      input: {} as { most: number },
      context: {} as { most: number; ticks: number },
      events: {} as Happens,
    },
    guards: { wasLast: ({ context }) => context.ticks === context.most },
    actions: { oneMore: assign({ ticks: ({ context }) => context.ticks + 1 }) },
  }).createMachine({
    id: 'ticks-until-recovered',
    context: ({ input }) => ({ most: input.most, ticks: 0 }),
    initial: 'collapse',
    states: {
      collapse: { on: { [`dwfm.${from}` as const]: 'underWay' } },
      underWay: {
        on: {
          'dwfm.serve': [{ guard: 'wasLast', target: 'tooLate' }, { actions: 'oneMore' }],
          'dwfm.recovered': 'recovered',
          'dwfm.everyLeaseIsValid': 'recovered',
        },
      },
      recovered: {},
      tooLate: { tags: 'violation', description: 'More ticks have passed than it was to take.' },
    },
  });
