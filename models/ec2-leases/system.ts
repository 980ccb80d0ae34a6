import { actor, defineSystem, integer, replicas } from 'premortem';
import { dynamodb } from '../dwfm-collapse/dynamodb.ts';
import { droplet } from './droplet.ts';
import { launchApi, launches } from './launch-api.ts';
import { attempts, otherManager } from './other-manager.ts';

/** Five minutes, in name only: checks come every few minutes, and more is not published. */
const TICK = 300_000;

/** EC2's leases through an outage of DynamoDB, on 19 and 20 October 2025. */
export const ec2Leases = defineSystem({
  name: 'ec2-leases',
  ref: 'M-E1',
  description:
    'Droplets need a lease to take new instances, and checks that DynamoDB answers to keep it; DynamoDB has one outage. While DynamoDB answers, checks come in time and no lease lapses. Nobody ends an instance.',
  parameters: {
    droplets: integer({ min: 1, max: 5, description: 'droplets' }),
    lifetime: integer({ min: 1, max: 30, description: 'ticks a lease lasts from the last check (T)' }),
    checkEvery: integer({
      min: 1,
      max: 6,
      description: 'ticks from check to check at most, no more than a lease lasts (p)',
    }),
    grace: integer({ min: 1, max: 6, description: 'ticks a lapsed lease may be used, with grace (G)' }),
    outage: integer({
      min: 0,
      max: 64,
      description: 'ticks the outage lasts at most; 0: as long as it takes (W)',
    }),
  },
  scopes: {
    default: { droplets: 2, lifetime: 3, checkEvery: 1, grace: 2, outage: 0 },
    // Over before the grace is.
    'short-outage': { droplets: 2, lifetime: 3, checkEvery: 1, grace: 2, outage: 3 },
  },
  designs: {
    'as-deployed': { ref: 'as-was', description: 'A lapsed lease is none.' },
    'lapsed-leases-usable-for-a-while': {
      ref: 'grace',
      description: 'A lapsed lease stays usable for a further time.',
      options: { grace: true },
    },
    'as-deployed-leases-keep-others-out': {
      ref: 'as-was lock',
      description: 'A lapsed lease is none, and another manager may take it once DynamoDB is back.',
      options: { lock: true },
    },
    'usable-for-a-while-leases-keep-others-out': {
      ref: 'grace lock',
      description:
        'A lapsed lease stays usable for a further time, and another manager may take it once DynamoDB is back.',
      options: { grace: true, lock: true },
    },
  },
  build: ({ parameters, options, ref }) => {
    const { droplets, lifetime, checkEvery, grace, outage } = parameters;
    return {
      actors: {
        dynamodb: actor(dynamodb, {
          environment: true,
          input: {
            dependants: Array.from({ length: droplets }, (_, i) => ref(`droplet-${i + 1}`)),
            longestOutage: outage === 0 ? null : outage * TICK,
          },
          stimuli: ['goDark', 'comeBack'],
        }),
        droplet: replicas(droplets, droplet, (place) => ({
          description: 'a host for instances, with its lease',
          input: {
            launchApi: ref('launch-api'),
            place: place - 1,
            checkEvery: Math.min(checkEvery, lifetime) * TICK,
            lifetime: lifetime * TICK,
            grace: options.grace ? grace * TICK : null,
          },
          stimuli: ['check'],
        })),
        'launch-api': actor(launchApi, {
          environment: true,
          description: "EC2's answer to customers who launch instances",
          input: { droplets },
          stimuli: ({ context }) => launches(context),
        }),
        'other-manager': options.lock
          ? actor(otherManager, {
              environment: true,
              description: 'another DWFM host',
              input: { droplets },
              stimuli: ({ context }) => attempts(context),
            })
          : undefined,
      },
      // What droplets and managers know of each other is no matter of this model: they know it at once.
      delivery: 'sync',
      time: { tick: TICK },
    };
  },
});
