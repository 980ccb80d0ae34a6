import {
  alwaysPossible,
  defineSuite,
  holds,
  invariant,
  leadsTo,
  reachable,
  reached,
  stepProperty,
  unreachable,
  vacuous,
  violated,
} from 'premortem';
import type { Observed, ParameterValues } from 'premortem';
import { match } from 'ts-pattern';
import { kinesisThreads } from '../models/kinesis-threads/system.ts';

type Fleet = Observed<typeof kinesisThreads, 'front-end' | 'newcomer'>;
type Server = Fleet['front-end'][number];
type Parameters = ParameterValues<typeof kinesisThreads>;

const wholeFleet = ['front-end', 'newcomer'] as const;

/** Every server with its id, existing ones first; absent newcomers too. */
const serversOf = (fleet: Fleet): (readonly [id: string, server: Server])[] => [
  ...fleet['front-end'].map((server, i) => [`front-end-${i + 1}`, server] as const),
  ...fleet.newcomer.map((server, i) => [`newcomer-${i + 1}`, server] as const),
];
const isMember = (server: Server): boolean => server.hasTag('member');
const isUseless = (server: Server): boolean => server.hasTag('useless');
/** It can route requests, be it from an old map. */
const canServe = (server: Server): boolean => server.hasTag('up to date') || server.hasTag('stale');
const everyMapIsUseless = (fleet: Fleet): boolean =>
  serversOf(fleet).every(([, server]) => !isMember(server) || isUseless(server));

/** The servers without a usable map, each with how that came about. */
function whatIsUseless(fleet: Fleet, { threadsPerPeer, threadLimit }: Parameters): string {
  const threads = (peers: number): string =>
    `${peers * threadsPerPeer} threads${threadsPerPeer === 1 ? '' : ` for ${peers} peers`}`;
  const useless = serversOf(fleet).filter(([, server]) => isUseless(server));
  const idsByReason = new Map<string, string[]>();
  for (const [id, { context }] of useless) {
    const peers = context.known.size;
    const fits = (more: number): boolean => (peers + more) * threadsPerPeer <= threadLimit;
    const reason = match({ now: fits(0), withOneMore: fits(1) })
      .with({ now: false }, () => `would need ${threads(peers)}`)
      .with({ withOneMore: false }, () => `would need ${threads(peers + 1)}`)
      .with(
        { now: true, withOneMore: true },
        () => `has had no usable map since, though its ${peers} peers would fit again`,
      )
      .exhaustive();
    idsByReason.set(reason, [...(idsByReason.get(reason) ?? []), id]);
  }
  const reasons = [...idsByReason].map(
    ([reason, ids]) => `${ids.length > 1 ? 'each of ' : ''}${ids.join(', ')} ${reason}`,
  );
  return `${reasons.join('; ')}. The limit is ${threadLimit}`;
}

const existingOnly = (fleet: Fleet): Fleet => ({ 'front-end': fleet['front-end'], newcomer: [] });

const properties = {
  'no-member-has-a-useless-map': invariant(kinesisThreads, {
    ref: 'P1',
    description: 'No server of the fleet has a useless shard map.',
    observes: wholeFleet,
    holds: (fleet) => !serversOf(fleet).some(([, server]) => isUseless(server)),
    because: (fleet, { parameters }) => whatIsUseless(fleet, parameters),
  }),
  'no-existing-map-is-useless-while-shards-stay': invariant(kinesisThreads, {
    ref: 'P1-restated',
    description:
      'As long as no shard has moved, every server that was in the fleet before the change can serve, be it from a stale map.',
    observes: [...wholeFleet, 'back-end'],
    when: (state) => !(state['back-end']?.matches('shardsMoved') ?? false),
    holds: (fleet) => !fleet['front-end'].some(isUseless),
    because: (fleet, { parameters }) => whatIsUseless(existingOnly(fleet), parameters),
  }),
  'every-map-is-useless': reachable(kinesisThreads, {
    ref: 'P2',
    description: 'Every server of the fleet has a useless shard map: the whole region is down.',
    observes: wholeFleet,
    where: everyMapIsUseless,
    because: (fleet, { parameters }) => whatIsUseless(fleet, parameters),
  }),
  'hearing-of-newcomers-breaks-every-map': reachable(kinesisThreads, {
    ref: 'P2-adding',
    description:
      'Every server of the fleet has a useless shard map, and each existing one lost it on hearing of one more peer, not in a restart.',
    observes: wholeFleet,
    // One that was restarted into a fleet too large for it knows more peers than it has threads for.
    where: (fleet, { parameters: { threadLimit, threadsPerPeer } }) =>
      fleet.newcomer.some(isMember) &&
      everyMapIsUseless(fleet) &&
      fleet['front-end'].every(({ context }) => context.known.size * threadsPerPeer <= threadLimit),
    because: (fleet, { parameters }) => whatIsUseless(fleet, parameters),
  }),
  'no-step-costs-another-server-its-map': stepProperty(kinesisThreads, {
    ref: 'P3',
    description: 'No step turns the usable map of any server but the one joining into a useless one.',
    observes: wholeFleet,
    // The server that joins had no map before, so it needs no exception.
    holds: (before, _step, after) => lostMap(before, after).length === 0,
    because: (before, step, after, { parameters }) => {
      const how = match(step.event.type)
        .with('hearOf', () => 'on hearing of one more peer')
        .with('restartServer', () => 'in a restart while the fleet is too large')
        .with('moveShards', () => 'when the shards of its old map moved')
        .otherwise((type) => `at ${type}`);
      const lost = lostMap(before, after).join(', ');
      return `${lost} lost a usable map ${how}. The limit is ${parameters.threadLimit} threads`;
    },
  }),
  'no-existing-server-has-a-useless-map': invariant(kinesisThreads, {
    ref: 'P3-old',
    description: 'No server that was in the fleet before the change has a useless shard map.',
    observes: wholeFleet,
    holds: (fleet) => !fleet['front-end'].some(isUseless),
    because: (fleet, { parameters }) => whatIsUseless(existingOnly(fleet), parameters),
  }),
  'all-newcomers-can-join': reachable(kinesisThreads, {
    ref: 'P1-price',
    description: 'All servers that were to be added are in the fleet: what a design that refuses them costs.',
    observes: wholeFleet,
    where: (fleet) => fleet.newcomer.every(isMember),
  }),
  'maps-come-back-by-themselves': leadsTo(kinesisThreads, {
    ref: 'P4-norestart',
    description:
      'Once the added servers are out again, every map is usable in the end, whether or not anybody restarts.',
    observes: [...wholeFleet, 'operator'],
    when: (state) => isRemoved(state) && serversOf(state).some(([, server]) => isUseless(server)),
    eventually: (fleet) => !serversOf(fleet).some(([, server]) => isUseless(server)),
    because: (fleet, { parameters }) => whatIsUseless(fleet, parameters),
  }),
  'maps-come-back-with-restarts': leadsTo(kinesisThreads, {
    ref: 'P4-restart',
    description:
      'Once the added servers are out again, every map is usable in the end, if the operator goes on restarting servers.',
    observes: [...wholeFleet, 'operator'],
    when: (state) => isRemoved(state) && serversOf(state).some(([, server]) => isUseless(server)),
    eventually: (fleet) => !serversOf(fleet).some(([, server]) => isUseless(server)),
    fairness: { weak: { 'the operator restarts servers': { actor: 'operator', event: 'restartServer' } } },
    because: (fleet, { parameters }) => whatIsUseless(fleet, parameters),
  }),
  'the-fleet-can-come-back-without-a-restart': alwaysPossible(kinesisThreads, {
    ref: 'P4-possible',
    description:
      'Whatever has happened, the fleet can still come to where every map is usable without any restart.',
    observes: wholeFleet,
    holds: (fleet) => !serversOf(fleet).some(([, server]) => isUseless(server)),
    using: (step) => step.event.type !== 'restartServer',
    because: (fleet, { parameters }) => whatIsUseless(fleet, parameters),
  }),
};

/** The added servers are out of the fleet again, for good. */
function isRemoved({ operator }: Observed<typeof kinesisThreads, 'operator'>): boolean {
  return operator.matches('capacityRemoved');
}

/** The servers whose map could be used before a step and is useless after it. */
function lostMap(before: Fleet, after: Fleet): string[] {
  const now = new Map(serversOf(after));
  return serversOf(before)
    .filter(([id, server]) => canServe(server) && isUseless(now.get(id)!))
    .map(([id]) => id);
}

/** Nothing breaks, and the fleet grows in `joins` steps; null: it cannot grow as it should. */
const safe = (joins: number | null) => ({
  'no-member-has-a-useless-map': holds,
  'no-existing-map-is-useless-while-shards-stay': holds,
  'every-map-is-useless': unreachable,
  'hearing-of-newcomers-breaks-every-map': unreachable,
  'no-step-costs-another-server-its-map': holds,
  'no-existing-server-has-a-useless-map': holds,
  'all-newcomers-can-join': joins === null ? unreachable : reached(joins),
  'maps-come-back-by-themselves': vacuous,
  'maps-come-back-with-restarts': vacuous,
  'the-fleet-can-come-back-without-a-restart': holds,
});

/** Only a restart brings maps back: a trap after `trap` steps, a run that ends in it after `end`. */
const onlyRestartsHelp = (trap: number, end: number) => ({
  'maps-come-back-by-themselves': violated(end),
  'maps-come-back-with-restarts': holds,
  'the-fleet-can-come-back-without-a-restart': violated(trap),
});

/** The fleet stands at the alarm level before the change: no server may join, and nothing ever happens. */
const nothingHappens = { ...safe(null), 'no-step-costs-another-server-its-map': vacuous };

export default defineSuite({
  system: kinesisThreads,
  properties,
  expect: {
    default: {
      'as-deployed': {
        'no-member-has-a-useless-map': violated(2),
        'no-existing-map-is-useless-while-shards-stay': violated(3),
        'every-map-is-useless': reached(6),
        'hearing-of-newcomers-breaks-every-map': reached(9),
        'no-step-costs-another-server-its-map': violated(3),
        'no-existing-server-has-a-useless-map': violated(3),
        'all-newcomers-can-join': reached(2),
        ...onlyRestartsHelp(3, 4),
      },
      'raised-thread-limit': safe(2),
      'fewer-larger-servers': safe(1),
      'alarm-at-the-limit': safe(null),
      'alarm-below-the-limit': nothingHappens,
      'front-end-cells': safe(2),
      'thread-pool': safe(2),
      'last-good-map': {
        'no-member-has-a-useless-map': violated(2),
        'no-existing-map-is-useless-while-shards-stay': holds,
        'every-map-is-useless': reached(7),
        'hearing-of-newcomers-breaks-every-map': reached(10),
        'no-step-costs-another-server-its-map': violated(4),
        'no-existing-server-has-a-useless-map': violated(4),
        'all-newcomers-can-join': reached(2),
        ...onlyRestartsHelp(4, 5),
      },
    },
    cells: {
      'as-deployed': {
        'no-member-has-a-useless-map': violated(1),
        'no-existing-map-is-useless-while-shards-stay': violated(2),
        'every-map-is-useless': reached(5),
        'hearing-of-newcomers-breaks-every-map': reached(5),
        'no-step-costs-another-server-its-map': violated(2),
        'no-existing-server-has-a-useless-map': violated(2),
        'all-newcomers-can-join': reached(2),
        ...onlyRestartsHelp(2, 3),
      },
      'raised-thread-limit': safe(2),
      'fewer-larger-servers': safe(1),
      'alarm-at-the-limit': nothingHappens,
      'alarm-below-the-limit': nothingHappens,
      'front-end-cells': safe(2),
      'thread-pool': safe(2),
      'last-good-map': {
        'no-member-has-a-useless-map': violated(1),
        'no-existing-map-is-useless-while-shards-stay': holds,
        'every-map-is-useless': reached(6),
        'hearing-of-newcomers-breaks-every-map': reached(6),
        'no-step-costs-another-server-its-map': violated(3),
        'no-existing-server-has-a-useless-map': violated(3),
        'all-newcomers-can-join': reached(2),
        ...onlyRestartsHelp(3, 4),
      },
    },
  },
  waive: [
    {
      never: 'front-end-server never gets wouldOneMorePass',
      designs: [
        'as-deployed',
        'raised-thread-limit',
        'fewer-larger-servers',
        'front-end-cells',
        'thread-pool',
      ],
      reason: 'Only the thread alarm asks, and these designs have none.',
    },
    {
      never: '*',
      designs: ['alarm-below-the-limit'],
      reason:
        'The fleet stands at this level before the change, so no server may join: `all-newcomers-can-join` says so.',
    },
    {
      never: '*',
      designs: ['alarm-at-the-limit'],
      scopes: ['cells'],
      reason: 'The fleet stands at the limit before the change, so no server may join.',
    },
    ...[
      'front-end-server: *wouldOneMorePass*',
      'thread-alarm: *quiet*',
      'front-end-with-last-good-map: *',
    ].map((never) => ({
      never,
      designs: 'all' as const,
      scopes: ['cells' as const],
      reason:
        'One fleet stands at the limit before the change: no newcomer ever gets a map, and the alarms let none in.',
    })),
  ],
  headlines: [{ design: 'as-deployed', property: 'hearing-of-newcomers-breaks-every-map' }],
});
