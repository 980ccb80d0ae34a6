import { actor, defineSystem, integer } from 'premortem';
import { designs } from './designs.ts';
import { fleet } from './fleet.ts';
import { healthChecker } from './health-checker.ts';
import { restartOperator } from './operator.ts';

/** The restart of the Kinesis front-end fleet on 25 November 2020, with and without a limit on it. */
export const kinesisRestart = defineSystem({
  name: 'kinesis-restart',
  ref: 'M-K3',
  description:
    'A fleet that is restarted server by server, while a health checker takes those out that starting servers make slow. Servers are counted, not named; traffic, rates and how long anything takes are left out.',
  parameters: {
    servers: integer({ min: 2, max: 40, description: 'servers of the fleet (N)' }),
    bootCost: integer({
      min: 0,
      max: 10,
      description: 'what a starting server costs, in servers that serve (c)',
    }),
  },
  scopes: {
    default: { servers: 6, bootCost: 1 },
    'four-servers': { servers: 4, bootCost: 1 },
  },
  designs,
  build: ({ parameters: { servers, bootCost }, options: { source, seed, limit } }) => ({
    actors: {
      operator: actor(restartOperator, {
        environment: true,
        description: 'people and automation that restart servers',
        stimuli: ['restartServer'],
      }),
      fleet: actor(fleet, {
        description: 'the front-end servers, in numbers',
        input: { servers, bootCost, source: source!, seed: seed!, limit: limit! },
        stimuli: ['mapBuilt'],
      }),
      'health-checker': actor(healthChecker, {
        environment: true,
        description: 'takes slow servers out',
        stimuli: ['check'],
      }),
    },
    // A check and the removal that follows from it are one step, as is a map built and the admission to traffic.
    delivery: 'sync',
  }),
});
