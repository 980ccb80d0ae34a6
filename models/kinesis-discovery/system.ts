import { actor, defineSystem, integer, oneOf, replicas } from 'premortem';
import { sendTo } from 'xstate';
import { frontEndServer } from '../kinesis-threads/front-end-server.ts';
import { membershipService } from '../kinesis-threads/membership-service.ts';
import { operator } from '../kinesis-threads/operator.ts';
import { alarm } from './alarm.ts';
import { news } from './news.ts';
import { rollOut } from './roll-out.ts';
import { ROLL_OUT, TICK } from './ticks.ts';
import { timeline } from './timeline.ts';

/** The front-end server of `kinesis-threads`, whose failure somebody may notice. */
const watchedServer = frontEndServer.provide({
  actions: {
    noteUseless: sendTo(
      ({ system }) => system.get('alarm'),
      ({ context }) => ({ type: 'mapUseless', newcomer: context.newcomer }),
    ),
  },
});

/** `kinesis-threads` in time: when servers are added, when others hear of them, and when somebody notices. */
export const kinesisDiscovery = defineSystem({
  name: 'kinesis-discovery',
  ref: 'M-K2',
  description:
    'The front-end fleet in ticks of ten minutes: servers are added by a plan, each old server hears of a newcomer within the discovery delay, and an alarm follows the first useless map. Restarts, removal and the level of traffic are left out.',
  parameters: {
    existing: integer({ min: 1, max: 8, description: 'servers in the fleet before the change (N)' }),
    newcomers: integer({ min: 1, max: 4, description: 'servers that are added (M)' }),
    threadLimit: integer({ min: 1, max: 60, description: 'threads a server can have for its peers (L)' }),
    threadsPerPeer: integer({ min: 1, max: 4, description: 'threads a server needs for each peer (k)' }),
    cells: integer({ min: 1, max: 4, description: 'separate fleets the servers are dealt out to' }),
    delay: integer({
      min: 1,
      max: 24,
      description: 'ticks within which a server hears of a newcomer (D)',
    }),
    quiet: integer({ min: 0, max: 48, description: 'ticks between two steps of the roll-out (T)' }),
    alarmDelay: integer({
      min: 0,
      max: 24,
      description: 'ticks from the first useless map to the alarm (A)',
    }),
    alarmWatches: oneOf(['every-server', 'existing-servers'], 'whose useless maps count for the alarm'),
  },
  scopes: {
    default: {
      existing: 3,
      newcomers: 2,
      threadLimit: 3,
      threadsPerPeer: 1,
      cells: 1,
      delay: 6,
      quiet: 6,
      alarmDelay: 9,
      alarmWatches: 'every-server',
    },
    'first-newcomer-breaks': {
      existing: 3,
      newcomers: 2,
      threadLimit: 2,
      threadsPerPeer: 1,
      cells: 1,
      delay: 6,
      quiet: 7,
      alarmDelay: 0,
      alarmWatches: 'existing-servers',
    },
    'two-cells': {
      existing: 4,
      newcomers: 2,
      threadLimit: 1,
      threadsPerPeer: 1,
      cells: 2,
      delay: 6,
      quiet: 7,
      alarmDelay: 0,
      alarmWatches: 'existing-servers',
    },
  },
  designs: {
    'as-deployed': {
      ref: 'as-was',
      description: 'Servers are added from 02:44 to 03:47, at even intervals, whatever happens meanwhile.',
    },
    'quiet-time-between-steps': {
      ref: 'quiet-T',
      description:
        'One server is added, then nothing for the quiet time, and the next only if no errors were seen meanwhile.',
      options: { pace: 'quiet time' },
    },
  },
  build: ({ parameters, options, ref }) => {
    const { existing, newcomers, cells, threadLimit, threadsPerPeer, delay, quiet } = parameters;
    // Servers are dealt out to the cells in turn, the newcomers after all others.
    const cellOf = (server: number) => server % cells;
    const membershipOf = (cell: number) =>
      ref(cells === 1 ? 'membership-service' : `membership-service-${cell + 1}`);
    const numbered = (name: string, count: number) =>
      Array.from({ length: count }, (_, i) => ref(`${name}-${i + 1}`));
    const everyone = [...numbered('front-end', existing), ...numbered('newcomer', newcomers)];

    const servers = (count: number, first: number) =>
      replicas(count, watchedServer, (place) => ({
        description: first > 0 ? 'a server to be added' : 'a server of the fleet before the change',
        input: {
          newcomer: first > 0,
          membership: membershipOf(cellOf(first + place - 1)),
          threadLimit,
          threadsPerPeer,
        },
      }));
    const membershipIn = (cell: number) => ({
      description: 'says who is in the fleet',
      input: { members: everyone.filter((_, server) => server < existing && cellOf(server) === cell) },
    });
    /** Those that were there before a newcomer and are in its cell. */
    const listenersTo = (newcomer: number) =>
      everyone.filter(
        (_, server) => server < existing + newcomer && cellOf(server) === cellOf(existing + newcomer),
      );
    /** When a newcomer joins, in ticks from the first. */
    const joinsAt = (newcomer: number) =>
      options.pace === 'quiet time'
        ? newcomer * quiet
        : newcomers === 1
          ? 0
          : Math.floor((newcomer * ROLL_OUT) / (newcomers - 1));

    return {
      actors: {
        'membership-service':
          cells === 1
            ? actor(membershipService, membershipIn(0))
            : replicas(cells, membershipService, (place) => membershipIn(place - 1)),
        'front-end': servers(existing, 0),
        newcomer: servers(newcomers, existing),
        news: replicas(newcomers, news, (place) => ({
          description: `word of newcomer-${place}`,
          input: { about: everyone[existing + place - 1]!, listeners: listenersTo(place - 1), delay },
          stimuli: listenersTo(place - 1).map((listener) => ({ type: 'reach' as const, listener })),
        })),
        alarm: actor(alarm, {
          description: 'is raised some time after the first useless map',
          input: {
            delay: parameters.alarmDelay,
            watchesNewcomers: parameters.alarmWatches === 'every-server',
          },
        }),
        operator: actor(operator, { environment: true, input: { alarm: null } }),
        'roll-out': actor(rollOut, {
          description: 'says which server is added when',
          input: {
            steps: numbered('newcomer', newcomers).map((server, i) => ({
              server,
              wait: i === 0 ? 0 : joinsAt(i) - joinsAt(i - 1),
              news: ref(`news-${i + 1}`),
            })),
            looksAtErrors: options.pace === 'quiet time',
          },
        }),
        timeline: actor(timeline, { description: 'where in the story the alarm comes', input: { delay } }),
      },
      // A call is answered within the step: what takes time is hearing of a newcomer, and noticing.
      delivery: 'sync',
      time: { tick: TICK },
    };
  },
});
