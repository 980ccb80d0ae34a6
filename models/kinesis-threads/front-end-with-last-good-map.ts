import { frontEndParts } from './front-end-parts.ts';

/**
 * A front-end server that keeps its last good map, on disk too, and goes on serving from it while a new
 * one cannot be built. The map gets stale, and is useless once the shards have moved.
 */
export const frontEndWithLastGoodMap = frontEndParts.createMachine({
  id: 'front-end-with-last-good-map',
  context: ({ input }) => ({ ...input, known: new Set() }),
  initial: 'provisioned',
  states: {
    provisioned: {
      description: 'Where the story starts: newcomers wait, all others build their first map.',
      always: [{ guard: 'isNewcomer', target: 'absent' }, { target: 'member' }],
    },
    absent: {
      description: 'It is not in the fleet and has no map.',
      on: {
        joinFleet: {
          description: 'A new front-end server joins the fleet and starts threads for every member.',
          target: 'member',
          actions: ['register', 'reportIn'],
        },
        restart: {},
        shardsMoved: {},
      },
    },
    member: {
      tags: 'member',
      initial: 'buildingMap',
      on: {
        hearOf: [
          { guard: 'isKnownAlready' },
          { description: 'It hears of a server that is new to it.', actions: 'askWhetherItIsInTheFleet' },
        ],
        itIsInTheFleet: [
          {
            description: 'It starts threads for the new peer.',
            guard: 'threadsForOneMoreFit',
            actions: 'startThreads',
          },
          { description: 'There are no threads for the new peer, as for others before.' },
        ],
        memberGone: {
          description: 'A peer has left: its threads end. The map stays as it is.',
          actions: 'endThreads',
        },
        leaveFleet: {
          description: 'It is taken out of the fleet.',
          target: 'absent',
          actions: ['deregister', 'endAllThreads'],
        },
        shardsMoved: {},
      },
      states: {
        buildingMap: {
          description: 'It has no map yet, asks who is in the fleet and starts threads for all of them.',
          entry: 'askWhoIsInTheFleet',
          on: {
            fleetIs: [
              {
                description: 'The threads fit: the shard map is complete.',
                guard: 'threadsForAllFit',
                target: 'mapUpToDate',
                actions: 'startThreadsForAll',
              },
              {
                description:
                  'The fleet needs more threads than the limit allows, and there is no earlier map to fall back on.',
                target: 'mapUseless',
                actions: 'startThreadsForAll',
              },
            ],
          },
        },
        rebuildingMap: {
          description: 'It starts again with its last good map at hand and tries to build a new one.',
          entry: 'askWhoIsInTheFleet',
          on: {
            fleetIs: [
              {
                description: 'The threads fit: the shard map is complete again.',
                guard: 'threadsForAllFit',
                target: 'mapUpToDate',
                actions: 'startThreadsForAll',
              },
              {
                description:
                  'The fleet needs more threads than the limit allows: it serves from its last good map.',
                target: 'mapStale',
                actions: 'startThreadsForAll',
              },
            ],
          },
        },
        mapUpToDate: {
          tags: 'up to date',
          description: 'It routes each request to the back-end cell that owns the shard.',
          on: {
            itIsInTheFleet: {
              description: 'The operating system refuses it the threads: it goes on with its last good map.',
              guard: 'threadsForOneMoreAreRefused',
              target: 'mapStale',
            },
            restart: { description: 'It starts again.', target: 'rebuildingMap' },
          },
        },
        mapStale: {
          tags: 'stale',
          description: 'It routes by its last good map, which nothing keeps up to date any more.',
          on: {
            restart: { description: 'It starts again.', target: 'rebuildingMap' },
            shardsMoved: {
              description: 'It does not hear that the shards have moved: its map is useless for them.',
              target: 'mapUseless',
            },
          },
        },
        mapUseless: {
          tags: 'useless',
          description: 'It is alive but cannot route requests.',
          on: { restart: { description: 'It starts again, without a map.', target: 'buildingMap' } },
        },
      },
    },
  },
});
