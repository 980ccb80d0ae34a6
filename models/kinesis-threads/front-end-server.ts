import { frontEndParts } from './front-end-parts.ts';

/**
 * A front-end server as deployed: it needs threads for every other server of its fleet, and one that
 * cannot start them is left with a shard map that is useless until it is restarted (ASSUME-3).
 */
export const frontEndServer = frontEndParts.createMachine({
  id: 'front-end-server',
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
          {
            description: 'The operating system refuses it the threads: its shard map is useless from now on.',
            target: '.mapUseless',
          },
        ],
        memberGone: {
          description: 'A peer has left: its threads end. The map stays as it is.',
          actions: 'endThreads',
        },
        restart: {
          description: 'It starts again and builds its map from nothing.',
          target: '.buildingMap',
        },
        leaveFleet: {
          description: 'It is taken out of the fleet.',
          target: 'absent',
          actions: ['deregister', 'endAllThreads'],
        },
        wouldOneMorePass: [
          {
            description: 'Threads for one more peer would take it past the alarm level.',
            guard: 'oneMorePassesTheLevel',
            actions: 'raiseAlarm',
          },
          { description: 'It has threads to spare below the alarm level.' },
        ],
      },
      states: {
        buildingMap: {
          description: 'It asks who is in the fleet and starts threads for all of them.',
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
                description: 'The fleet needs more threads than the limit allows: the shard map is useless.',
                target: 'mapUseless',
                actions: 'startThreadsForAll',
              },
            ],
          },
        },
        mapUpToDate: {
          tags: 'up to date',
          description: 'It routes each request to the back-end cell that owns the shard.',
        },
        mapUseless: {
          tags: 'useless',
          description: 'It is alive but cannot route requests.',
          entry: 'noteUseless',
        },
      },
    },
  },
});
