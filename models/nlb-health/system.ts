import { actor, defineSystem, integer, replicas } from 'premortem';
import { availabilityZone } from './availability-zone.ts';
import { dnsFailover } from './dns-failover.ts';
import { healthChecker } from './health-checker.ts';

/** The health checks of the load balancers on 20 October 2025, which took healthy capacity out of DNS. */
export const nlbHealth = defineSystem({
  name: 'nlb-health',
  ref: 'M-E4',
  description:
    'Health checks of a load balancer take availability zones out of DNS and back while their network state is missing. Says in which order things can happen, nothing of how often or how long; a zone is one node.',
  parameters: {
    zones: integer({ min: 1, max: 5, description: 'availability zones' }),
    floor: integer({ min: 0, max: 5, description: 'zones that must stay in DNS (F)' }),
    lateAbove: integer({ min: 0, max: 4, description: 'load above which the checker is late' }),
    loadCounted: integer({ min: 1, max: 6, description: 'load is counted up to this number (X)' }),
  },
  scopes: { default: { zones: 3, floor: 2, lateAbove: 2, loadCounted: 3 } },
  designs: {
    'as-deployed': {
      ref: 'as-was',
      description: 'A failed check takes the zone out of DNS. The load of the checker is left out.',
    },
    'failover-off': {
      ref: 'off',
      description: 'Automatic failover is off: checks take nothing out. The load is left out.',
      options: { off: 'from-the-start' },
    },
    'failover-switched-off-later': {
      ref: 'off-later',
      description: 'Automatic failover is on, and in the end operators switch it off. The load is left out.',
      options: { off: 'later' },
    },
    'velocity-control': {
      ref: 'velocity',
      description: 'No automatic removal takes the zones in DNS below the floor. The load is left out.',
      options: { capped: true },
    },
    'as-deployed-with-load': {
      ref: 'as-was load',
      description:
        'As as-deployed; removals and returns load the checker, and once it is late it takes out healthy zones.',
      options: { load: 'stays' },
    },
    'failover-off-with-load': {
      ref: 'off load',
      description: 'Automatic failover is off: neither failed checks nor a late checker take anything out.',
      options: { off: 'from-the-start', load: 'stays' },
    },
    'failover-switched-off-later-with-load': {
      ref: 'off-later load',
      description:
        'Failover is on, the checker may become late, and in the end operators switch failover off.',
      options: { off: 'later', load: 'stays' },
    },
    'velocity-control-with-load': {
      ref: 'velocity load',
      description:
        'A late checker takes out healthy zones, but never so many that fewer than the floor remain.',
      options: { capped: true, load: 'stays' },
    },
    'load-worked-off': {
      ref: 'as-was load-worked-off',
      description: 'As as-deployed-with-load, with a checker that works its load off again.',
      options: { load: 'worked-off' },
    },
  },
  build: ({ parameters: { zones, floor, lateAbove, loadCounted }, options, ref }) => {
    const { off, capped = false, load } = options;
    const zone = Array.from({ length: zones }, (_, i) => ref(`zone-${i + 1}`));
    return {
      actors: {
        zone: replicas(zones, availabilityZone, {
          description: 'what the load balancer has in one availability zone',
          input: { failover: ref('dns-failover') },
          stimuli: [
            { type: 'propagate' },
            { type: 'check', result: 'fail' },
            { type: 'check', result: 'pass' },
            { type: 'die' },
          ],
        }),
        'dns-failover': actor(dnsFailover(off === 'from-the-start' ? 'off' : 'on'), {
          description: 'takes zones out of DNS and back',
          input: {
            zones,
            floor: capped ? floor : null,
            checker: load === undefined ? null : ref('health-checker'),
          },
          stimuli: off === 'later' ? ['switchOff'] : [],
        }),
        'health-checker':
          load === undefined
            ? undefined
            : actor(healthChecker, {
                description: 'the health-check subsystem and its load',
                input: { lateAbove, loadCounted },
                stimuli: [
                  ...zone.map((each) => ({ type: 'failOver' as const, zone: each })),
                  ...(load === 'worked-off' ? [{ type: 'workOff' as const }] : []),
                ],
              }),
      },
      // What a check leads to is one step: the change of DNS is part of it.
      delivery: 'sync',
    };
  },
});
