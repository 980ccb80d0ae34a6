import {
  defineSuite,
  eventuallyAlways,
  holds,
  invariant,
  leadsTo,
  reachable,
  reached,
  stepProperty,
  unreachable,
  violated,
} from 'premortem';
import type { Observed } from 'premortem';
import { nlbHealth } from '../models/nlb-health/system.ts';

type Zone = Observed<typeof nlbHealth, 'zone'>['zone'][number];

const isIn = (zone: Zone): boolean => zone.matches({ dns: 'in' });
const isDead = (zone: Zone): boolean => zone.matches({ node: 'dead' });
const hasNetwork = (zone: Zone): boolean => zone.matches({ node: 'networked' });
const countIn = (zones: readonly Zone[]): number => zones.filter(isIn).length;
const inWords = (zones: readonly Zone[]): string => `${countIn(zones)} of ${zones.length} zones are in DNS`;

/** No node has to fail, and a late checker need not judge a zone bad: both are only possible. */
const onlyPossible = {
  dying: { actor: 'zone', event: 'die' },
  failingOver: { actor: 'health-checker', event: 'failOver' },
} as const;
const propagation = { propagating: { actor: 'zone', event: 'propagate' } } as const;

/** From some point on all zones are in DNS: for ever, and not for the moment. */
const allInForGood = (ref: string, words: string, none: NonNullable<FairnessNone>) =>
  eventuallyAlways(nlbHealth, {
    ref,
    description: `${words} from some point on all zones stay in DNS, unless a node has really failed.`,
    observes: ['zone'],
    holds: ({ zone }) => zone.every(isIn) || zone.some(isDead),
    fairness: { none },
    because: ({ zone }) => `${inWords(zone)}, and no node has failed`,
  });
type FairnessNone = typeof onlyPossible & Partial<typeof propagation>;

/** A healthy node, or one whose network state has arrived as well, is never taken out. */
const neverRemoved = (ref: string, description: string, spared: (zone: Zone) => boolean, words: string) =>
  stepProperty(nlbHealth, {
    ref,
    description,
    observes: ['zone'],
    holds: (before, _step, after) =>
      !before.zone.some((zone, i) => spared(zone) && isIn(zone) && !isIn(after.zone[i]!)),
    because: (_before, _step, { zone }) => `${words} is out of DNS; ${inWords(zone)}`,
  });

const properties = {
  'not-all-zones-are-out': invariant(nlbHealth, {
    ref: 'X1',
    description: 'Some zone is in DNS.',
    observes: ['zone'],
    holds: ({ zone }) => zone.some(isIn),
  }),
  'no-fewer-than-the-floor': invariant(nlbHealth, {
    ref: 'X2',
    description: 'At least as many zones as the floor are in DNS.',
    observes: ['zone'],
    holds: ({ zone }, { parameters }) => countIn(zone) >= parameters.floor,
    because: ({ zone }, { parameters }) => `${inWords(zone)}; the floor is ${parameters.floor}`,
  }),
  'all-zones-are-in-for-good': allInForGood('X3', 'Once the network state has arrived,', onlyPossible),
  'all-zones-are-in-without-the-network': allInForGood(
    'X3-without',
    'Also if the network state never arrives,',
    { ...onlyPossible, ...propagation },
  ),
  'no-healthy-node-is-removed': neverRemoved(
    'X4',
    'No step takes a healthy node out of DNS: one that has not failed, whatever its checks say.',
    (zone) => !isDead(zone),
    'a healthy node',
  ),
  'no-node-with-network-is-removed': neverRemoved(
    'X4-networked',
    'No step takes a healthy node out of DNS whose network state has arrived.',
    hasNetwork,
    'a healthy node with all its network state',
  ),
  'every-zone-is-out-and-none-has-failed': reachable(nlbHealth, {
    ref: 'X1-headline',
    description: 'All zones are out of DNS, and every node is healthy.',
    observes: ['zone'],
    where: ({ zone }) => !zone.some(isIn) && !zone.some(isDead),
  }),
  'a-dead-node-is-removed': leadsTo(nlbHealth, {
    ref: 'M-E4.5',
    description: 'A node that has really failed is taken out of DNS in the end (zones are alike: the first).',
    observes: ['zone'],
    when: ({ zone }) => isDead(zone[0]!),
    eventually: ({ zone }) => !isIn(zone[0]!),
    fairness: { none: onlyPossible },
    because: ({ zone }) => `the node of the first zone is dead and in DNS; ${inWords(zone)}`,
  }),
  'the-only-dead-node-is-removed': leadsTo(nlbHealth, {
    ref: 'M-E4.5-one',
    description: 'The same as long as it is the only one that has failed.',
    observes: ['zone'],
    when: ({ zone }) => zone.every((each, i) => isDead(each) === (i === 0)),
    eventually: ({ zone }) => !isIn(zone[0]!) || zone.slice(1).some(isDead),
    fairness: { none: onlyPossible },
    because: ({ zone }) => `the only dead node is in DNS; ${inWords(zone)}`,
  }),
};

/** Nothing is ever taken out. */
const off = {
  'not-all-zones-are-out': holds,
  'no-fewer-than-the-floor': holds,
  'all-zones-are-in-for-good': holds,
  'all-zones-are-in-without-the-network': holds,
  'no-healthy-node-is-removed': holds,
  'no-node-with-network-is-removed': holds,
  'every-zone-is-out-and-none-has-failed': unreachable,
  'a-dead-node-is-removed': violated(4),
  'the-only-dead-node-is-removed': violated(4),
};
/** Whatever fails a check is taken out. */
const uncapped = {
  'not-all-zones-are-out': violated(3),
  'no-fewer-than-the-floor': violated(2),
  'all-zones-are-in-for-good': holds,
  'all-zones-are-in-without-the-network': violated(6),
  'no-healthy-node-is-removed': violated(1),
  'no-node-with-network-is-removed': holds,
  'every-zone-is-out-and-none-has-failed': reached(3),
  'a-dead-node-is-removed': holds,
  'the-only-dead-node-is-removed': holds,
};
/** Until failover is switched off, which ends the harm and leaves the price. */
const offLater = {
  ...uncapped,
  'all-zones-are-in-without-the-network': holds,
  'a-dead-node-is-removed': violated(5),
  'the-only-dead-node-is-removed': violated(5),
};
const capped = {
  ...uncapped,
  'not-all-zones-are-out': holds,
  'no-fewer-than-the-floor': holds,
  'every-zone-is-out-and-none-has-failed': unreachable,
  'a-dead-node-is-removed': violated(5),
};

const offFromTheStart = ['failover-off', 'failover-off-with-load'] as const;

export default defineSuite({
  system: nlbHealth,
  properties,
  expect: {
    default: {
      'as-deployed': uncapped,
      'failover-off': off,
      'failover-switched-off-later': offLater,
      'velocity-control': capped,
      'as-deployed-with-load': {
        ...uncapped,
        'all-zones-are-in-for-good': violated(9),
        'all-zones-are-in-without-the-network': violated(9),
        'no-node-with-network-is-removed': violated(5),
      },
      'failover-off-with-load': off,
      'failover-switched-off-later-with-load': {
        ...offLater,
        'no-node-with-network-is-removed': violated(5),
      },
      'velocity-control-with-load': {
        ...capped,
        'all-zones-are-in-for-good': violated(9),
        'all-zones-are-in-without-the-network': violated(9),
        'no-node-with-network-is-removed': violated(6),
        'the-only-dead-node-is-removed': violated(10),
      },
      'load-worked-off': {
        ...uncapped,
        'all-zones-are-in-for-good': violated(10),
        'all-zones-are-in-without-the-network': violated(9),
        'no-node-with-network-is-removed': violated(5),
      },
    },
  },
  waive: [
    ...['leaveDns', 'returnToDns'].map((event) => ({
      never: `availability-zone never gets ${event}`,
      designs: offFromTheStart,
      reason: 'Failover is off: no zone is ever taken out.',
    })),
    ...['checkPassed', 'zoneLeft', 'zoneReturned'].map((event) => ({
      never: `dns-failover never gets ${event}`,
      designs: offFromTheStart,
      reason: 'Failover is off: no zone ever has to come back.',
    })),
    {
      never: 'health-checker never *',
      designs: ['failover-off-with-load'],
      reason: 'Failover is off: without removals and returns the checker has no load.',
    },
    {
      never: 'dns-failover never gets failOver',
      designs: [...offFromTheStart, 'as-deployed', 'failover-switched-off-later', 'velocity-control'],
      reason: 'No checker is late where its load is left out, or where there is none.',
    },
    {
      never: 'dns-failover never gets switchOff',
      designs: [
        ...offFromTheStart,
        'as-deployed',
        'velocity-control',
        'as-deployed-with-load',
        'velocity-control-with-load',
        'load-worked-off',
      ],
      reason: 'Nobody switches failover off here.',
    },
    {
      never: 'health-checker never gets workOff',
      designs: [
        'as-deployed-with-load',
        'failover-switched-off-later-with-load',
        'velocity-control-with-load',
      ],
      reason: 'The load stays in these designs.',
    },
  ],
  headlines: [
    { design: 'as-deployed', property: 'every-zone-is-out-and-none-has-failed' },
    { design: 'as-deployed-with-load', property: 'all-zones-are-in-for-good' },
    { design: 'velocity-control-with-load', property: 'the-only-dead-node-is-removed' },
  ],
});
