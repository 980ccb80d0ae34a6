import { actor, defineSystem, integer, replicas } from 'premortem';
import { match } from 'ts-pattern';
import { backEnd } from './back-end.ts';
import { frontEndServer } from './front-end-server.ts';
import { frontEndWithLastGoodMap } from './front-end-with-last-good-map.ts';
import { frontEndWithThreadPool } from './front-end-with-thread-pool.ts';
import { membershipService } from './membership-service.ts';
import { operator } from './operator.ts';
import { threadAlarm } from './thread-alarm.ts';

/** More than the largest fleet of the ranges below can use. */
const MOST_THREADS = 60;
const half = (servers: number): number => Math.ceil(servers / 2);

/** The Kinesis front-end fleet of 25 November 2020, and the designs that would or would not have saved it. */
export const kinesisThreads = defineSystem({
  name: 'kinesis-threads',
  ref: 'M-K1',
  description:
    'A fleet of front-end servers in which each keeps threads for every other, up to a limit of the operating system, while an operator adds servers to it.',
  parameters: {
    existing: integer({ min: 1, max: 8, description: 'servers in the fleet before the change (N)' }),
    newcomers: integer({ min: 0, max: 4, description: 'servers the operator may add (M)' }),
    threadLimit: integer({
      min: 1,
      max: MOST_THREADS,
      description: 'threads a server can have for its peers (L)',
    }),
    threadsPerPeer: integer({ min: 1, max: 4, description: 'threads a server needs for each peer (k)' }),
    cells: integer({ min: 1, max: 4, description: 'separate fleets the servers are dealt out to' }),
  },
  scopes: {
    default: { existing: 3, newcomers: 2, threadLimit: 3, threadsPerPeer: 1, cells: 1 },
    cells: { existing: 4, newcomers: 2, threadLimit: 3, threadsPerPeer: 1, cells: 2 },
  },
  designs: {
    'as-deployed': {
      ref: 'as-was',
      description: 'One fleet for the region, threads for every peer, nothing that watches the limit.',
      fixes: { cells: 1 },
    },
    'raised-thread-limit': {
      ref: 'limit',
      description: 'The thread limit is raised by as much as the newcomers will need.',
      fixes: ({ threadLimit, newcomers, threadsPerPeer }) => ({
        cells: 1,
        threadLimit: Math.min(MOST_THREADS, threadLimit + newcomers * threadsPerPeer),
      }),
    },
    'fewer-larger-servers': {
      ref: 'larger',
      description: 'Half as many servers, each larger, under the same limit.',
      fixes: ({ existing, newcomers }) => ({
        cells: 1,
        existing: half(existing),
        newcomers: half(newcomers),
      }),
    },
    'alarm-at-the-limit': {
      ref: 'alarm',
      description: 'No server may join while one more peer would take a member past the thread limit.',
      fixes: { cells: 1 },
      options: { alarmMargin: 0 },
    },
    'alarm-below-the-limit': {
      ref: 'alarm-lower',
      description:
        'No server may join while one more peer would take a member past one thread below the limit.',
      fixes: { cells: 1 },
      options: { alarmMargin: 1 },
    },
    'front-end-cells': {
      ref: 'cells',
      description: 'The fleet is split into cells, at least two; a server has only the peers of its cell.',
      fixes: ({ cells }) => ({ cells: Math.max(2, cells) }),
    },
    'thread-pool': {
      ref: 'pool',
      description: 'A fixed pool of threads serves all peers, however many they are.',
      fixes: { cells: 1 },
      options: { peerThreads: 'pool' },
    },
    'last-good-map': {
      ref: 'lastgood',
      description:
        'A server that cannot build its map goes on with the last good one; shards may move meanwhile.',
      fixes: { cells: 1 },
      options: { failedBuild: 'serve the last good map' },
    },
  },
  build: ({ parameters, options, ref }) => {
    const { existing, newcomers, cells, threadLimit, threadsPerPeer } = parameters;
    // Servers are dealt out to the cells in turn, the newcomers after all others.
    const cellOf = (server: number) => server % cells;
    const membershipOf = (cell: number) =>
      ref(cells === 1 ? 'membership-service' : `membership-service-${cell + 1}`);
    const numbered = (name: string, count: number) =>
      Array.from({ length: count }, (_, i) => ref(`${name}-${i + 1}`));
    const inFleet = numbered('front-end', existing);
    const toAdd = numbered('newcomer', newcomers);
    const everyone = [...inFleet, ...toAdd];

    const { peerThreads, failedBuild } = options;
    const frontEnd = match({ peerThreads, failedBuild })
      .with({ peerThreads: 'pool' }, () => frontEndWithThreadPool)
      .with({ failedBuild: 'serve the last good map' }, () => frontEndWithLastGoodMap)
      .with({ peerThreads: undefined, failedBuild: undefined }, () => frontEndServer)
      .exhaustive();
    const servers = (count: number, first: number) =>
      replicas(count, frontEnd, (place) => ({
        description: first > 0 ? 'a server to be added' : 'a server of the fleet before the change',
        input: {
          newcomer: first > 0,
          membership: membershipOf(cellOf(first + place - 1)),
          threadLimit,
          threadsPerPeer,
        },
        stimuli: everyone
          .filter((_, server) => server !== first + place - 1 && cellOf(server) === cellOf(first + place - 1))
          .map((server) => ({ type: 'hearOf' as const, server })),
      }));

    const membershipIn = (cell: number) => ({
      description: 'says who is in the fleet',
      input: { members: inFleet.filter((_, server) => cellOf(server) === cell) },
    });

    return {
      actors: {
        'membership-service':
          cells === 1
            ? actor(membershipService, membershipIn(0))
            : replicas(cells, membershipService, (place) => membershipIn(place - 1)),
        'front-end': servers(existing, 0),
        newcomer: servers(newcomers, existing),
        'thread-alarm':
          options.alarmMargin === undefined
            ? undefined
            : actor(threadAlarm, {
                input: { level: threadLimit - options.alarmMargin, membership: membershipOf(0) },
              }),
        'back-end':
          options.failedBuild === undefined
            ? undefined
            : actor(backEnd, {
                environment: true,
                input: { frontEnds: everyone },
                stimuli: ['moveShards'],
              }),
        operator: actor(operator, {
          environment: true,
          input: { alarm: options.alarmMargin === undefined ? null : ref('thread-alarm') },
          stimuli: [
            ...toAdd.map((server) => ({ type: 'addServer' as const, server })),
            { type: 'removeAddedCapacity' },
            ...everyone.map((server) => ({ type: 'restartServer' as const, server })),
          ],
        }),
      },
      // A call is answered within the step: what takes time is hearing of a newcomer at all.
      delivery: 'sync',
    };
  },
});
