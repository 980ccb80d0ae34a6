import {
  defineSuite,
  holds,
  invariant,
  leadsTo,
  reachable,
  reached,
  stepProperty,
  unreachable,
  violated,
} from 'premortem';
import type { Observed, ParameterValues } from 'premortem';
import { kinesisDiagnosis } from '../models/kinesis-diagnosis/system.ts';
import type { Suspect } from '../models/kinesis-diagnosis/suspects.ts';
import { fixFor } from '../models/kinesis-diagnosis/suspects.ts';

type Seen = Observed<typeof kinesisDiagnosis, 'fleet' | 'team'>;
type Parameters = ParameterValues<typeof kinesisDiagnosis>;

const both = ['fleet', 'team'] as const;
const isDown = ({ fleet }: Pick<Seen, 'fleet'>): boolean => fleet.hasTag('down');
const restarts = (count: number): string => `${count} restart${count === 1 ? '' : 's'}`;

/** What the state of things is, in words. */
const howItStands = (
  { fleet: { context }, team }: Seen,
  { parameters }: { parameters: Parameters },
): string => {
  const { existing, newcomers, threadLimit, threadsPerPeer } = parameters;
  const peers = existing + (context.added ? newcomers : 0) - 1;
  return `after ${restarts(team.context.restarts)}, the last with configuration ${team.context.config}, the maps are useless: the cause is ${context.cause}, each server has ${peers} peers at ${threadsPerPeer} each, and the limit is ${threadLimit}`;
};

/** BR(outage, recovered, so many rounds), of all causes or of one. */
const recoveredIn = (
  ref: string,
  rounds: (parameters: Parameters) => number,
  words: string,
  cause?: Suspect,
) =>
  invariant(kinesisDiagnosis, {
    ref,
    description: `${cause === undefined ? 'Whatever the cause' : `If the cause is ${cause}`}, the fleet is recovered after ${words}.`,
    observes: both,
    holds: (state, { parameters }) =>
      !isDown(state) ||
      (cause !== undefined && state.fleet.context.cause !== cause) ||
      state.team.context.restarts < rounds(parameters),
    because: howItStands,
  });

const properties = {
  'recovered-in-so-many-rounds': recoveredIn('M-K5.1', ({ rounds }) => rounds, 'so many rounds as allowed'),
  'recovered-in-one-round': recoveredIn('M-K5.1-one', () => 1, 'one round'),
  'recovered-in-two-rounds': recoveredIn('M-K5.1-two', () => 2, 'two rounds'),
  'recovered-in-one-round-from-threads': recoveredIn('M-K5.1-one-threads', () => 1, 'one round', 'threads'),
  'recovered-in-two-rounds-from-threads': recoveredIn('M-K5.1-two-threads', () => 2, 'two rounds', 'threads'),
  'recovered-in-the-end': leadsTo(kinesisDiagnosis, {
    ref: 'M-K5.1-ends',
    description: 'The fleet is recovered in the end.',
    observes: both,
    when: isDown,
    eventually: (state) => !isDown(state),
    because: howItStands,
  }),
  'every-restart-without-the-added-capacity-helps': stepProperty(kinesisDiagnosis, {
    ref: 'M-K5.1-capacity',
    description: 'A restart with the added capacity out brings the maps back, whatever its configuration.',
    observes: both,
    on: (step) => step.event.type === 'restartFleet',
    holds: (before, _step, after) => before.fleet.context.added || !isDown(before) || !isDown(after),
    because: (_before, _step, after, scope) => howItStands(after, scope),
  }),
  'only-the-right-fix-helps-with-the-capacity-in': stepProperty(kinesisDiagnosis, {
    ref: 'M-K5.1-fix',
    description:
      'A restart with the added capacity in brings the maps back only with the fix for the true cause, and always with it.',
    observes: both,
    on: (step) => step.event.type === 'restartFleet',
    holds: (before, _step, after) => {
      if (
        !isDown(before) ||
        !before.fleet.context.added ||
        before.team.context.restarts === after.team.context.restarts
      )
        return true;
      const { cause } = before.fleet.context;
      const right = after.team.context.config !== 'none' && after.team.context.config === fixFor[cause!];
      return right === !isDown(after);
    },
    because: (_before, _step, after, scope) => howItStands(after, scope),
  }),
  'no-restart-before-the-cause-is-known-or-harmless': stepProperty(kinesisDiagnosis, {
    ref: 'M-K5.2',
    description:
      'The fleet is restarted only when one suspect is left, or when the fleet fits without any fix: then no cause can do harm.',
    observes: both,
    on: (step) => step.event.type === 'restartFleet',
    holds: (before, _step, after, { parameters: { existing, newcomers, threadLimit, threadsPerPeer } }) => {
      if (before.team.context.restarts === after.team.context.restarts) return true;
      const peers = existing + (before.fleet.context.added ? newcomers : 0) - 1;
      return before.team.context.suspects.length === 1 || peers * threadsPerPeer <= threadLimit;
    },
    because: (before, _step, after, scope) =>
      `${before.team.context.suspects.join(', ')} are still suspected; ${howItStands(after, scope)}`,
  }),
  'the-first-restart-recovers-though-its-fix-is-wrong': reachable(kinesisDiagnosis, {
    ref: 'M-K5.1-luck',
    description: 'The first restart recovers the fleet although its configuration is for another cause.',
    observes: both,
    where: ({ fleet, team }) =>
      fleet.matches('recovered') &&
      team.context.restarts === 1 &&
      team.context.config !== fixFor[fleet.context.cause!],
  }),
};

/** With the capacity out a restart is a restart: one round, whatever is suspected. */
const oneRound = {
  'recovered-in-so-many-rounds': holds,
  'recovered-in-one-round': holds,
  'recovered-in-two-rounds': holds,
  'recovered-in-one-round-from-threads': holds,
  'recovered-in-two-rounds-from-threads': holds,
  'recovered-in-the-end': holds,
  'every-restart-without-the-added-capacity-helps': holds,
  'only-the-right-fix-helps-with-the-capacity-in': holds,
  'no-restart-before-the-cause-is-known-or-harmless': holds,
  'the-first-restart-recovers-though-its-fix-is-wrong': unreachable,
};

export default defineSuite({
  system: kinesisDiagnosis,
  properties,
  expect: {
    default: {
      'wait-for-the-cause-with-capacity-out': oneRound,
      'wait-for-the-cause-with-capacity-in': {
        ...oneRound,
        'recovered-in-so-many-rounds': violated(4),
        'recovered-in-one-round': violated(4),
      },
      'restart-on-the-favourite-with-capacity-out': {
        ...oneRound,
        'the-first-restart-recovers-though-its-fix-is-wrong': reached(3),
      },
      'restart-on-the-favourite-with-capacity-in': {
        ...oneRound,
        'recovered-in-so-many-rounds': violated(2),
        'recovered-in-one-round': violated(2),
        'recovered-in-two-rounds': violated(4),
        'recovered-in-one-round-from-threads': violated(2),
        'no-restart-before-the-cause-is-known-or-harmless': violated(2),
      },
    },
  },
  waive: [
    {
      never:
        'front-end-fleet: the guard of serving --outage--> mapsUseless [grownFleetIsTooLarge] is never false',
      designs: 'all',
      reason:
        'Without a change that takes the fleet past its limit there is nothing to diagnose; `--set` shows it.',
    },
  ],
  headlines: [
    { design: 'restart-on-the-favourite-with-capacity-in', property: 'recovered-in-one-round-from-threads' },
    {
      design: 'restart-on-the-favourite-with-capacity-out',
      property: 'the-first-restart-recovers-though-its-fix-is-wrong',
    },
  ],
});
