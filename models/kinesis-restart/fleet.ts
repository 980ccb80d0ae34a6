import { assign, enqueueActions, sendTo, setup } from 'xstate';
import type { Load, RestartLimit } from './restart-limit.ts';
import { looksSlow, mayStart } from './restart-limit.ts';

export interface FleetInput extends Pick<Load, 'servers' | 'bootCost' | 'source'> {
  /** Servers that serve at the start; all others are down. */
  seed: number;
  limit: RestartLimit;
}

export type FleetEvent =
  | { type: 'restartOne' }
  /** Of its own accord: some starting server has its map complete, and takes traffic at once. */
  | { type: 'mapBuilt' }
  | { type: 'probe' }
  | { type: 'takeOut' };

/**
 * The front-end fleet in its restart, in numbers: how many servers are down, starting, serving. Servers that start
 * and requests that are served fight for the same resources, so that a healthy server may look slow (ASSUME-13).
 */
export const fleet = setup({
  types: {
    input: {} as FleetInput,
    context: {} as FleetInput & { down: number; boot: number; serve: number },
    events: {} as FleetEvent,
  },
  guards: {
    allServe: ({ context }) => context.serve === context.servers,
    noneServes: ({ context }) => context.serve === 0,
    thoseThatServeLookSlow: ({ context }) => looksSlow(context),
    mayRestartOne: ({ context }) => context.down > 0 && mayStart(context.limit, context),
    someoneStarts: ({ context }) => context.boot > 0,
    someoneStartsFromTheStore: ({ context }) => context.boot > 0 && context.source === 'store',
  },
  actions: {
    startOne: assign({
      down: ({ context }) => context.down - 1,
      boot: ({ context }) => context.boot + 1,
    }),
    serveWithOneMore: assign({
      boot: ({ context }) => context.boot - 1,
      serve: ({ context }) => context.serve + 1,
    }),
    takeOneOut: assign({
      serve: ({ context }) => context.serve - 1,
      down: ({ context }) => context.down + 1,
    }),
    answerSlowly: sendTo(({ system }) => system.get('health-checker'), { type: 'slowAnswer' }),
    // Nothing here: the timed form says how long a map takes, and that the operator wastes no time.
    noteStart: enqueueActions(() => {}),
    noteChange: enqueueActions(() => {}),
  },
}).createMachine({
  id: 'fleet',
  context: ({ input }) => ({ ...input, down: input.servers - input.seed, boot: 0, serve: input.seed }),
  initial: 'recovering',
  states: {
    recovering: {
      initial: 'counting',
      on: {
        restartOne: {
          description: 'A server that is down starts, and begins to build its shard map.',
          guard: 'mayRestartOne',
          target: '.counting',
          actions: ['startOne', 'noteStart'],
        },
        probe: {},
      },
      states: {
        counting: {
          description: 'Passed through in each step: what the numbers mean.',
          exit: 'noteChange',
          always: [
            { guard: 'allServe', target: '#fleet.whole' },
            { guard: 'noneServes', target: 'dark' },
            { guard: 'thoseThatServeLookSlow', target: 'overloaded' },
            { target: 'keepingUp' },
          ],
        },
        dark: {
          description: 'No server serves: there is no neighbour to get a map from.',
          on: {
            mapBuilt: {
              description: 'A starting server has read its map from the store and serves.',
              guard: 'someoneStartsFromTheStore',
              target: 'counting',
              actions: 'serveWithOneMore',
            },
          },
        },
        keepingUp: {
          description: 'Some servers serve, and answer in time although others start.',
          on: {
            mapBuilt: {
              description: 'A starting server has its map complete and serves.',
              guard: 'someoneStarts',
              target: 'counting',
              actions: 'serveWithOneMore',
            },
          },
        },
        overloaded: {
          description: 'Starting servers take so much that those that serve answer slowly.',
          on: {
            mapBuilt: {
              description: 'A starting server has its map complete and serves.',
              target: 'counting',
              actions: 'serveWithOneMore',
            },
            probe: {
              description: 'A server that serves answers the health check slowly: it is busy, not sick.',
              actions: 'answerSlowly',
            },
            takeOut: {
              description: 'It is taken for sick and removed: it will have to start again.',
              target: 'counting',
              actions: 'takeOneOut',
            },
          },
        },
      },
    },
    whole: {
      description: 'Every server serves: the restart is over.',
      on: { restartOne: {}, probe: {} },
    },
  },
});
