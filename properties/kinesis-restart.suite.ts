import {
  alwaysPossible,
  deadlockFree,
  defineSuite,
  eventually,
  holds,
  leadsTo,
  stepProperty,
  vacuous,
  violated,
} from 'premortem';
import type { Observed } from 'premortem';
import { kinesisRestart } from '../models/kinesis-restart/system.ts';

type Fleet = Observed<typeof kinesisRestart, 'fleet'>;

const isWhole = ({ fleet }: Fleet): boolean => fleet.matches('whole');
/** Maps come from neighbours, and there is none left that has one. */
const isLost = ({ fleet }: Fleet): boolean => fleet.context.source === 'peers' && fleet.context.serve === 0;
const inNumbers = ({ fleet: { context } }: Fleet): string =>
  `${context.serve} serve, ${context.boot} start, ${context.down} are down`;

/** Restarts and maps go on; nobody has to take a server out. */
const restartsGoOn = {
  defaults: false,
  weak: {
    'servers that are down are restarted': { actor: 'operator', event: 'restartServer' },
    'maps get complete': { actor: 'fleet', event: 'mapBuilt' },
  },
} as const;

const properties = {
  'every-server-serves-in-the-end': leadsTo(kinesisRestart, {
    ref: 'Q1',
    description: 'Every server serves in the end, if restarts and map building go on.',
    observes: ['fleet'],
    when: () => true,
    eventually: isWhole,
    fairness: restartsGoOn,
    because: inNumbers,
  }),
  'it-does-not-go-round-for-ever': eventually(kinesisRestart, {
    ref: 'Q1-round',
    description:
      'In the end every server serves, or no server ever will: the restart does not go round for ever.',
    observes: ['fleet'],
    holds: (state) => isWhole(state) || isLost(state),
    fairness: restartsGoOn,
    because: inNumbers,
  }),
  'the-restart-can-still-succeed': alwaysPossible(kinesisRestart, {
    ref: 'Q1-possible',
    description: 'Whatever has happened, some run leads to where every server serves.',
    observes: ['fleet'],
    holds: isWhole,
    because: inNumbers,
  }),
  'no-step-takes-a-serving-server-away': stepProperty(kinesisRestart, {
    ref: 'Q2',
    description: 'The number of servers that serve never falls.',
    observes: ['fleet'],
    holds: (before, _step, after) => after.fleet.context.serve >= before.fleet.context.serve,
    because: ({ fleet: { context } }, _step, after) =>
      `${context.boot} start at a cost of ${context.bootCost} each, more than the ${context.serve} that serve can bear: one of these was taken for sick, and now ${inNumbers(after)}`,
  }),
  'the-restart-is-never-stuck': deadlockFree(kinesisRestart, {
    ref: 'Q3',
    description: 'Something can happen until every server serves.',
    observes: ['fleet'],
    legalEnd: isWhole,
  }),
};

/** It comes to an end, and no server that serves is ever lost. */
const safe = {
  'every-server-serves-in-the-end': holds,
  'it-does-not-go-round-for-ever': holds,
  'the-restart-can-still-succeed': holds,
  'no-step-takes-a-serving-server-away': holds,
  'the-restart-is-never-stuck': holds,
};
/** No neighbour has a map: as many start as may, and there it stays. */
const noNeighbour = (starts: number) => ({
  ...safe,
  'every-server-serves-in-the-end': violated(starts),
  'the-restart-can-still-succeed': violated(0),
  'the-restart-is-never-stuck': violated(starts),
});
/** Slow servers are removed: a removal after `removal` steps, a round of three steps after `before` more. */
const goesRound = (removal: number, steps: number) => ({
  ...safe,
  'every-server-serves-in-the-end': violated(steps),
  'it-does-not-go-round-for-ever': violated(steps),
  'no-step-takes-a-serving-server-away': violated(removal),
});
/** The last neighbour with a map is taken for sick: stuck after `stuck` steps. */
const losesTheLast = (stuck: number) => ({
  ...safe,
  'every-server-serves-in-the-end': violated(stuck),
  'the-restart-can-still-succeed': violated(3),
  'no-step-takes-a-serving-server-away': violated(3),
  'the-restart-is-never-stuck': violated(stuck),
});

/** What does not depend on the size of the fleet. */
const atAnySize = {
  'one-at-a-time': safe,
  'two-at-a-time': losesTheLast(3),
  'as-many-as-serve': safe,
  'cold-start-one-at-a-time': noNeighbour(1),
  'cold-start-two-at-a-time': noNeighbour(2),
  'cold-start-as-many-as-serve': {
    ...noNeighbour(0),
    'it-does-not-go-round-for-ever': vacuous,
    'no-step-takes-a-serving-server-away': vacuous,
  },
  'map-from-store': goesRound(3, 4),
  'map-from-store-one-at-a-time': safe,
  'map-from-store-two-at-a-time': goesRound(3, 4),
  'map-from-store-as-many-as-serve': safe,
  'map-from-store-cold-start': goesRound(5, 5),
  'map-from-store-cold-start-one-at-a-time': safe,
  'map-from-store-cold-start-two-at-a-time': goesRound(5, 5),
  'map-from-store-cold-start-as-many-as-serve': safe,
};

/** Nobody is ever taken out. */
export const neverSlow = [
  'one-at-a-time',
  'as-many-as-serve',
  'map-from-store-one-at-a-time',
  'map-from-store-as-many-as-serve',
  'map-from-store-cold-start-one-at-a-time',
  'map-from-store-cold-start-as-many-as-serve',
] as const;
export const coldFromPeers = [
  'cold-start',
  'cold-start-one-at-a-time',
  'cold-start-two-at-a-time',
  'cold-start-as-many-as-serve',
] as const;

export default defineSuite({
  system: kinesisRestart,
  properties,
  expect: {
    default: {
      ...atAnySize,
      'as-deployed': {
        ...losesTheLast(7),
        'every-server-serves-in-the-end': violated(6),
        'it-does-not-go-round-for-ever': violated(6),
      },
      'cold-start': noNeighbour(6),
    },
    'four-servers': { ...atAnySize, 'as-deployed': losesTheLast(5), 'cold-start': noNeighbour(4) },
  },
  waive: [
    ...['fleet never gets takeOut', 'health-checker never gets slowAnswer'].flatMap((never) => [
      {
        never,
        designs: neverSlow,
        reason: 'No more servers start than those that serve can bear: no answer is ever slow.',
      },
      { never, designs: coldFromPeers, reason: 'No server serves, so there is none to take out.' },
    ]),
    {
      never: 'fleet never takes the stimulus mapBuilt',
      designs: coldFromPeers,
      reason: 'No server serves, so there is no neighbour to get a map from.',
    },
  ],
  headlines: [
    { design: 'as-deployed', property: 'it-does-not-go-round-for-ever' },
    { design: 'as-deployed', property: 'the-restart-is-never-stuck' },
  ],
});
