import {
  alwaysPossible,
  defineSuite,
  holds,
  leadsTo,
  reachable,
  reached,
  unreachable,
  violated,
} from 'premortem';
import type { Observed } from 'premortem';
import type { Service2025 } from '../models/cascade-2025/edges-2025.ts';
import { services2025 } from '../models/cascade-2025/edges-2025.ts';
import { cascade2025Replacement } from '../models/cascade-2025/replacement-system.ts';

const all = ['outage', 'second-outage', ...services2025] as const;
type All = Observed<typeof cascade2025Replacement, (typeof all)[number]>;

const hurtOf = (state: Pick<All, Service2025>): Service2025[] =>
  services2025.filter((name) => state[name] !== undefined && !state[name].hasTag('ok'));
const isHurt = (state: Pick<All, Service2025>): string => `not ok: ${hurtOf(state).join(', ')}`;
const isBroken = (state: Pick<All, 'outage' | 'second-outage'>): boolean =>
  state.outage.matches('underWay') || state['second-outage']?.matches('underWay') === true;
const isRepaired = (state: Pick<All, 'outage' | 'second-outage'>): boolean =>
  !isBroken(state) && (state.outage.matches('over') || state['second-outage']?.matches('over') === true);

/** Where the circle runs. */
const circle = [
  'network-manager',
  'new-instance-connectivity',
  'nlb-health-checks',
  'nlb-capacity',
  'health-driven-replacement',
] as const;

const properties = {
  'all-ok-is-possible-once-repaired': alwaysPossible(cascade2025Replacement, {
    ref: 'M-X.1',
    description: 'Once the root is repaired, all services can be ok again, whatever has happened.',
    observes: all,
    holds: (state) => !isRepaired(state) || hurtOf(state).length === 0,
    because: (state) => `each keeps the next one hurt. ${isHurt(state)}`,
  }),
  'all-ok-in-the-end-once-repaired': leadsTo(cascade2025Replacement, {
    ref: 'M-X.2',
    description: 'Once the root is repaired, all services are ok in the end, without a step of any operator.',
    observes: all,
    when: isRepaired,
    eventually: (state) => hurtOf(state).length === 0 || isBroken(state),
    because: isHurt,
  }),
  'all-ok-in-the-end-once-acted-on': leadsTo(cascade2025Replacement, {
    ref: 'M-X.2-operator',
    description: 'The same where somebody acts on each service that stays hurt.',
    observes: all,
    when: isRepaired,
    eventually: (state) => hurtOf(state).length === 0 || isBroken(state),
    fairness: { weak: { 'whoever acts': { event: 'act' } } },
    because: isHurt,
  }),
  'the-circle-outlives-its-cause': reachable(cascade2025Replacement, {
    ref: 'M-X-headline',
    description: 'The root is repaired and DWFM is ok, and every service of the circle is hurt.',
    observes: ['outage', 'dwfm', ...circle],
    where: (state) =>
      state.outage.matches('over') &&
      state.dwfm!.hasTag('ok') &&
      circle.every((name) => !state[name]!.hasTag('ok')),
  }),
};

export default defineSuite({
  system: cascade2025Replacement,
  properties,
  expect: {
    default: {
      'as-deployed': {
        'all-ok-is-possible-once-repaired': violated(10),
        'all-ok-in-the-end-once-repaired': violated(18),
        'all-ok-in-the-end-once-acted-on': violated(18),
        'the-circle-outlives-its-cause': reached(12),
      },
      'failover-off': {
        'all-ok-is-possible-once-repaired': holds,
        'all-ok-in-the-end-once-repaired': violated(12),
        'all-ok-in-the-end-once-acted-on': holds,
        'the-circle-outlives-its-cause': unreachable,
      },
      'every-recovery-automatic': {
        'all-ok-is-possible-once-repaired': violated(9),
        'all-ok-in-the-end-once-repaired': violated(17),
        'all-ok-in-the-end-once-acted-on': violated(17),
        'the-circle-outlives-its-cause': reached(11),
      },
    },
  },
  waive: [
    {
      never: '* never moves',
      designs: 'all',
      reason: 'Nothing that is hurt is needed by these; each can be made the root.',
    },
    {
      never: 'service never gets restore',
      designs: ['every-recovery-automatic'],
      reason: 'Nothing stays hurt by itself in this design; the circle is more than one service.',
    },
    ...['*whatRepairNeedsIsThere* is never false', '*broken --repair--> (stays)*'].map((never) => ({
      never,
      designs: 'all' as const,
      reason:
        'Nothing that the record needs to be repaired is hurt here; cascade-2025 has a design in which it is.',
    })),
  ],
  headlines: [{ design: 'as-deployed', property: 'all-ok-is-possible-once-repaired' }],
});
