import { actor, defineSystem, oneOf } from 'premortem';
import { supplier } from '../sqs-poller/supplier.ts';
import { cluster } from './cluster.ts';

/** How Redshift clusters with nothing wrong but their credentials came to wait for hosts, on 20 October 2025. */
export const redshiftReplacement = defineSystem({
  name: 'redshift-replacement',
  ref: 'M-E5-redshift',
  description:
    'A cluster whose credentials are not renewed has its host replaced, which needs a launch of EC2. Says whether it is available in the end, nothing of how long it takes or of how many clusters wait.',
  parameters: {
    launches: oneOf(
      ['down-at-start', 'fail-later'],
      'launches of EC2: down at the start and then up, or up, down once at any time, and up again',
    ),
  },
  scopes: {
    default: { launches: 'down-at-start' },
    'launches-fail-later': { launches: 'fail-later' },
  },
  designs: {
    'as-deployed': { ref: 'as-was', description: 'A host that looks bad is replaced.' },
    'launch-checked-first': {
      ref: 'launch-first',
      description: 'A replacement starts only if a launch is possible at that moment.',
      options: { asksFirst: true },
    },
  },
  build: ({ parameters: { launches }, options: { asksFirst = false } }) => ({
    actors: {
      'credential-service': actor(supplier('up'), {
        environment: true,
        description: 'IAM and STS, and their one outage',
        input: { dependants: [] },
        stimuli: ['goDown', 'comeBack'],
      }),
      'ec2-launch': actor(supplier(launches === 'fail-later' ? 'up' : 'down'), {
        environment: true,
        description: 'launches of EC2 instances',
        input: { dependants: [] },
        stimuli: launches === 'fail-later' ? ['goDown', 'comeBack'] : ['comeBack'],
      }),
      cluster: actor(cluster, {
        input: { asksFirst },
        stimuli: ['refreshCredentials', 'startReplacement', 'launchHost'],
      }),
    },
    delivery: 'sync',
  }),
});
