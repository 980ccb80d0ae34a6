import { actor, defineSystem, integer, notBuildable, replicas } from 'premortem';
import { match } from 'ts-pattern';
import { sendTo } from 'xstate';
import { news } from '../kinesis-discovery/news.ts';
import { TICK } from '../kinesis-discovery/ticks.ts';
import { frontEndServer } from '../kinesis-threads/front-end-server.ts';
import { membershipService } from '../kinesis-threads/membership-service.ts';
import { operator } from '../kinesis-threads/operator.ts';
import { kinesisThreads } from '../kinesis-threads/system.ts';
import { configStore } from './config-store.ts';
import { membershipServiceOnAStore } from './membership-service-on-a-store.ts';
import { rollOut } from './roll-out.ts';

const split = ({ cells }: { cells: number }) => ({ cells: Math.max(2, cells) });
const { existing, newcomers, threadLimit, threadsPerPeer, cells } = kinesisThreads.parameters;

/** The front-end server of `kinesis-threads`, whose errors the operator sees. */
const watchedServer = frontEndServer.provide({
  actions: {
    noteUseless: sendTo(
      ({ system }) => system.get('operator'),
      ({ self }) => ({ type: 'errorsSeen', server: self }),
    ),
  },
});

/** The Kinesis front end split into cells: what that protects, and what it does not. */
export const kinesisCells = defineSystem({
  name: 'kinesis-cells',
  ref: 'M-K4',
  description:
    'A front end split into cells, each a fleet of its own with tenants of its own, while a change adds servers to the cells.',
  parameters: {
    existing,
    newcomers,
    threadLimit,
    threadsPerPeer,
    cells,
    delay: integer({ min: 1, max: 12, description: 'ticks until every member knows a newcomer (D)' }),
    quiet: integer({
      min: 0,
      max: 24,
      description: 'ticks a roll-out waits after one cell before the next (T)',
    }),
  },
  scopes: {
    default: { existing: 4, newcomers: 2, threadLimit: 3, threadsPerPeer: 1, cells: 2, delay: 2, quiet: 3 },
    'cells-at-the-limit': {
      existing: 4,
      newcomers: 2,
      threadLimit: 1,
      threadsPerPeer: 1,
      cells: 2,
      delay: 2,
      quiet: 3,
    },
  },
  designs: {
    'as-deployed': {
      ref: 'as-was',
      description: 'One undivided fleet for all tenants.',
      fixes: { cells: 1 },
    },
    'cell-by-cell': {
      ref: 'stepwise',
      description: 'Cells, changed one after the other: the next after the quiet time, if no errors show.',
      fixes: split,
      options: { rollOut: 'every server' },
    },
    'cell-by-cell-watching-old-servers': {
      ref: 'stepwise-old',
      description: 'The same, but errors of newcomers are not looked at.',
      fixes: split,
      options: { rollOut: 'old servers' },
    },
    'cell-by-cell-unwatched': {
      ref: 'stepwise-unwatched',
      description: 'The next cell after the quiet time, whatever has happened meanwhile.',
      fixes: split,
      options: { rollOut: 'nobody' },
    },
    'all-cells-at-once': {
      ref: 'all-at-once',
      description: 'Cells, and one change rolled to all of them inside the discovery time.',
      fixes: ({ cells }) => ({ ...split({ cells }), quiet: 0 }),
      options: { rollOut: 'nobody' },
    },
    'own-fleet-for-monitoring': {
      ref: 'own-fleet',
      description: 'CloudWatch has a fleet of its own; servers are added to any fleet at any moment.',
      fixes: split,
      options: { ownFleet: true },
    },
    'shared-config-store': {
      ref: 'shared',
      description: 'Cells whose membership services keep their lists in one store, which can fail.',
      fixes: split,
      options: { sharedStore: true },
    },
  },
  build: ({ parameters, options, ref }) => {
    const { cells, delay, quiet, threadLimit, threadsPerPeer } = parameters;
    if (parameters.existing < cells)
      notBuildable(`${cells} cells need a server each, and there are ${parameters.existing}`);
    // Servers are dealt out to the cells in turn, the newcomers after all others: as in kinesis-threads.
    const cellOf = (server: number) => server % cells;
    const everyCell = Array.from({ length: cells }, (_, cell) => cell);
    const membershipOf = (cell: number) => ref(`membership-service-${cell + 1}`);
    const numbered = (name: string, count: number) =>
      Array.from({ length: count }, (_, i) => ref(`${name}-${i + 1}`));
    const inFleet = numbered('front-end', parameters.existing);
    const toAdd = numbered('newcomer', parameters.newcomers);
    const everyone = [...inFleet, ...toAdd];
    const ofCell = (cell: number) => everyone.filter((_, server) => cellOf(server) === cell);

    // Where time counts, news of a newcomer has a deadline; elsewhere a member hears of it at any moment.
    const timed = options.rollOut !== undefined;
    /** Those that were there before a newcomer and are in its cell. */
    const listenersTo = (newcomer: number) =>
      ofCell(cellOf(newcomer)).filter((server) => everyone.indexOf(server) < newcomer);
    const servers = (count: number, first: number) =>
      replicas(count, timed ? watchedServer : frontEndServer, (place) => {
        const server = first + place - 1;
        return {
          description: first > 0 ? 'a server to be added' : 'a server of the fleet before the change',
          input: {
            newcomer: first > 0,
            membership: membershipOf(cellOf(server)),
            threadLimit,
            threadsPerPeer,
          },
          stimuli: timed
            ? []
            : ofCell(cellOf(server))
                .filter((other) => other !== everyone[server])
                .map((other) => ({ type: 'hearOf' as const, server: other })),
        };
      });
    const restarts = everyone.map((server) => ({ type: 'restartServer' as const, server }));

    return {
      actors: {
        'membership-service': replicas(
          cells,
          match(options.sharedStore)
            .with(true, () => membershipServiceOnAStore as unknown as typeof membershipService)
            .with(undefined, () => membershipService)
            .exhaustive(),
          (place) => ({
            description: 'says who is in a cell',
            input: { members: inFleet.filter((_, server) => cellOf(server) === place - 1) },
          }),
        ),
        'front-end': servers(parameters.existing, 0),
        newcomer: servers(parameters.newcomers, parameters.existing),
        'config-store':
          options.sharedStore === undefined
            ? undefined
            : actor(configStore, {
                environment: true,
                input: { users: everyCell.map(membershipOf) },
                stimuli: ['fail'],
              }),
        news: replicas(timed ? toAdd.length : 0, news, (place) => {
          const listeners = listenersTo(inFleet.length + place - 1);
          return {
            description: `word of newcomer-${place}`,
            input: { about: toAdd[place - 1]!, listeners, delay },
            stimuli: listeners.map((listener) => ({ type: 'reach' as const, listener })),
          };
        }),
        operator:
          options.rollOut === undefined
            ? actor(operator, {
                environment: true,
                input: { alarm: null },
                stimuli: [...toAdd.map((server) => ({ type: 'addServer' as const, server })), ...restarts],
              })
            : actor(rollOut, {
                environment: true,
                input: {
                  cells: everyCell
                    .map((cell) => toAdd.filter((newcomer) => ofCell(cell).includes(newcomer)))
                    .filter((toCell) => toCell.length > 0),
                  news: toAdd.map((about, i) => ({ about, news: ref(`news-${i + 1}`) })),
                  quiet,
                  watching: options.rollOut,
                },
                stimuli: [{ type: 'startChange' }, ...restarts],
              }),
      },
      // A call is answered within the step: what takes time is hearing of a newcomer at all.
      delivery: 'sync',
      ...(timed ? { time: { tick: TICK } } : {}),
    };
  },
});
