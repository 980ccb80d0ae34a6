import { defineSuite, holds, invariant, violated } from 'premortem';
import type { Observed, ParameterValues } from 'premortem';
import { nlbHealthSpread } from '../models/nlb-health/spread-system.ts';

type Zones = Observed<typeof nlbHealthSpread, 'zone'>['zone'];
type Parameters = ParameterValues<typeof nlbHealthSpread>;

/** Balancer by balancer: which of its zones are in DNS. */
const inDns = (zone: Zones, { balancers, zones }: Parameters): boolean[][] =>
  Array.from({ length: balancers }, (_, b) =>
    zone.slice(b * zones, (b + 1) * zones).map((each) => each.matches({ dns: 'in' })),
  );
/** In how many zones a request gets through every balancer. */
const serving = (zone: Zones, parameters: Parameters): number => {
  const all = inDns(zone, parameters);
  return all[0]!.filter((_, z) => all.every((its) => its[z]!)).length;
};
const inWords = (zone: Zones, parameters: Parameters): string =>
  `${serving(zone, parameters)} of ${parameters.zones} zones are in the DNS of all balancers`;

const properties = {
  'each-balancer-keeps-its-floor': invariant(nlbHealthSpread, {
    ref: 'X2-each',
    description: 'Each balancer has at least as many zones as the floor in DNS.',
    observes: ['zone'],
    holds: ({ zone }, { parameters }) =>
      inDns(zone, parameters).every((its) => its.filter(Boolean).length >= parameters.floor),
  }),
  'the-application-keeps-its-floor': invariant(nlbHealthSpread, {
    ref: 'X2-application',
    description: 'At least as many zones as the floor are in the DNS of all balancers.',
    observes: ['zone'],
    holds: ({ zone }, { parameters }) => serving(zone, parameters) >= parameters.floor,
    because: ({ zone }, { parameters }) => `${inWords(zone, parameters)}; the floor is ${parameters.floor}`,
  }),
  'the-application-is-served-somewhere': invariant(nlbHealthSpread, {
    ref: 'X1-application',
    description: 'Some zone is in the DNS of all balancers.',
    observes: ['zone'],
    holds: ({ zone }, { parameters }) => serving(zone, parameters) > 0,
    because: ({ zone }, { parameters }) => inWords(zone, parameters),
  }),
};

export default defineSuite({
  system: nlbHealthSpread,
  properties,
  expect: {
    default: {
      'as-deployed': {
        'each-balancer-keeps-its-floor': violated(2),
        'the-application-keeps-its-floor': violated(2),
        'the-application-is-served-somewhere': violated(3),
      },
      'failover-off': {
        'each-balancer-keeps-its-floor': holds,
        'the-application-keeps-its-floor': holds,
        'the-application-is-served-somewhere': holds,
      },
      'velocity-control': {
        'each-balancer-keeps-its-floor': holds,
        'the-application-keeps-its-floor': violated(2),
        'the-application-is-served-somewhere': holds,
      },
    },
  },
  waive: [
    {
      never: 'availability-zone*die*',
      designs: 'all',
      reason: 'No node really fails here: nlb-health asks what that costs.',
    },
    {
      never: 'dns-failover*failOver*',
      designs: 'all',
      reason: 'The load of the checker is left out here, so nobody is late.',
    },
    {
      never: 'dns-failover*switchOff*',
      designs: 'all',
      reason: 'Nobody switches failover off in the event: nlb-health has that design.',
    },
    {
      never: 'availability-zone: dns.out --leaveDns--> (stays) is never taken',
      designs: 'all',
      reason: 'Only a late checker judges a zone that is out already.',
    },
    ...['leaveDns', 'returnToDns'].map((event) => ({
      never: `availability-zone never gets ${event}`,
      designs: ['failover-off'] as const,
      reason: 'Failover is off: no zone is ever taken out.',
    })),
    ...['checkPassed', 'zoneLeft', 'zoneReturned'].map((event) => ({
      never: `dns-failover never gets ${event}`,
      designs: ['failover-off'] as const,
      reason: 'Failover is off: no zone ever has to come back.',
    })),
  ],
  headlines: [{ design: 'velocity-control', property: 'the-application-keeps-its-floor' }],
});
