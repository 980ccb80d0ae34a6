import { actor, defineSystem, integer, replicas } from 'premortem';
import { frontEndServer } from '../kinesis-threads/front-end-server.ts';
import { designs } from './designs.ts';
import { healthChecker } from './health-checker.ts';
import { mapSource } from './map-source.ts';
import { restartOperator } from './operator.ts';

/**
 * The same restart with a statechart for each server: the front-end server of `kinesis-threads`, which is down while
 * it is `absent`, starts while it builds its map, and serves with a map that is up to date. A test compares it with
 * the numbers of `kinesis-restart`; it has no verdicts of its own.
 */
export const kinesisRestartPerServer = defineSystem({
  name: 'kinesis-restart-per-server',
  description: 'The front-end servers one by one: each is down, builds its map, or serves.',
  parameters: {
    servers: integer({ min: 2, max: 8, description: 'servers of the fleet (N)' }),
    bootCost: integer({ min: 0, max: 10, description: 'what a starting server costs (c)' }),
  },
  scopes: { default: { servers: 4, bootCost: 1 } },
  designs,
  build: ({ parameters: { servers, bootCost }, options: { source, seed, limit }, ref }) => {
    const everyone = Array.from({ length: servers }, (_, i) => ref(`front-end-${i + 1}`));
    return {
      actors: {
        operator: actor(restartOperator, {
          environment: true,
          stimuli: everyone.map((server) => ({ type: 'restartServer' as const, server })),
        }),
        // Under the name the numbers have, so that operator and health checker are the same.
        fleet: actor(mapSource, {
          input: { bootCost, source: source!, limit: limit!, everyone, serving: everyone.slice(0, seed) },
          stimuli: everyone.map((server) => ({ type: 'completeMap' as const, server })),
        }),
        'front-end': replicas(servers, frontEndServer, (place) => ({
          input: {
            newcomer: place > seed!,
            membership: ref('fleet'),
            // The added capacity is out again: threads are no longer what is short.
            threadLimit: servers - 1,
            threadsPerPeer: 1,
          },
        })),
        'health-checker': actor(healthChecker, {
          environment: true,
          stimuli: everyone.map((server) => ({ type: 'check' as const, server })),
        }),
      },
      delivery: 'sync',
    };
  },
});
