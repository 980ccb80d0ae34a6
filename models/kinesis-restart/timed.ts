import { actor, defineSystem, integer } from 'premortem';
import { enqueueActions, raise } from 'xstate';
import { designs } from './designs.ts';
import { eagerOperator } from './eager-operator.ts';
import { fleet } from './fleet.ts';
import { healthChecker } from './health-checker.ts';
import { mayStart } from './restart-limit.ts';

/** Any time would do: all that is told apart is how many ticks a map takes. */
const TICK = 60_000;

/** The fleet with the time a map takes, and an operator that hears when one more server may start. */
const timedFleet = (ticks: number) =>
  fleet.provide({
    actions: {
      noteStart: raise({ type: 'mapBuilt' }, { delay: ticks * TICK }),
      noteChange: enqueueActions(({ context, enqueue, system }) => {
        if (context.down > 0 && mayStart(context.limit, context))
          enqueue.sendTo(system.get('operator'), { type: 'roomForOne' });
      }),
    },
  });

/** The timed form of the restart: each map takes the same time, and the operator wastes none. */
export const kinesisRestartTimed = defineSystem({
  name: 'kinesis-restart-timed',
  ref: 'M-K3',
  description:
    'The restart in time: each map takes so many ticks, the operator restarts a server as soon as it may, and slow servers are taken out at any moment.',
  parameters: {
    servers: integer({ min: 2, max: 8, description: 'servers of the fleet (N)' }),
    bootCost: integer({
      min: 0,
      max: 10,
      description: 'what a starting server costs, in servers that serve (c)',
    }),
    mapTicks: integer({ min: 1, max: 6, description: 'ticks a map takes' }),
    bound: integer({ min: 0, max: 60, description: 'ticks within which every server must serve (B)' }),
  },
  scopes: { default: { servers: 4, bootCost: 1, mapTicks: 1, bound: 4 } },
  designs,
  build: ({ parameters: { servers, bootCost, mapTicks }, options: { source, seed, limit } }) => ({
    actors: {
      operator: actor(eagerOperator, { description: 'people and automation that restart servers' }),
      fleet: actor(timedFleet(mapTicks), {
        description: 'the front-end servers, in numbers',
        input: { servers, bootCost, source: source!, seed: seed!, limit: limit! },
      }),
      'health-checker': actor(healthChecker, {
        environment: true,
        description: 'takes slow servers out',
        stimuli: ['check'],
      }),
    },
    delivery: 'sync',
    time: { tick: TICK },
  }),
});
