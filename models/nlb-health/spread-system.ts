import { defineSystem, integer, replicas } from 'premortem';
import { availabilityZone } from './availability-zone.ts';
import { dnsFailover } from './dns-failover.ts';
import { nlbHealth } from './system.ts';

const { zones, floor } = nlbHealth.parameters;

/** An application behind several load balancers, each of which caps what it removes, and none knows of the others. */
export const nlbHealthSpread = defineSystem({
  name: 'nlb-health-spread',
  ref: 'M-E4-spread',
  description:
    'An application whose requests pass several load balancers, with health checks as in nlb-health without load; no node really fails. A zone serves it while it is in the DNS of all of them. Says in which order things can happen, nothing of how long.',
  parameters: {
    balancers: integer({ min: 1, max: 3, description: 'load balancers of the application (B)' }),
    zones,
    floor,
  },
  scopes: { default: { balancers: 2, zones: 3, floor: 2 } },
  designs: {
    'as-deployed': { ref: 'as-was', description: 'A failed check takes the zone out of DNS.' },
    'failover-off': {
      ref: 'off',
      description: 'Automatic failover is off: checks take nothing out.',
      options: { off: true },
    },
    'velocity-control': {
      ref: 'velocity',
      description: 'No balancer takes so many zones out that fewer than the floor remain in its own DNS.',
      options: { capped: true },
    },
  },
  build: ({ parameters, options: { off = false, capped = false }, ref }) => {
    const of = (place: number) => Math.ceil(place / parameters.zones);
    return {
      actors: {
        zone: replicas(parameters.balancers * parameters.zones, availabilityZone, (place) => ({
          description: `zone ${place - (of(place) - 1) * parameters.zones} of balancer ${of(place)}`,
          input: { failover: ref(`dns-failover-${of(place)}`) },
          stimuli: [
            { type: 'propagate' },
            { type: 'check', result: 'fail' },
            { type: 'check', result: 'pass' },
          ],
        })),
        'dns-failover': replicas(parameters.balancers, dnsFailover(off ? 'off' : 'on'), (place) => ({
          description: `takes zones of balancer ${place} out of DNS and back`,
          input: { zones: parameters.zones, floor: capped ? parameters.floor : null, checker: null },
        })),
      },
      delivery: 'sync',
    };
  },
});
