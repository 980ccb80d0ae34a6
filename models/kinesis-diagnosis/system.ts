import { actor, defineSystem, integer, oneOf } from 'premortem';
import { kinesisThreads } from '../kinesis-threads/system.ts';
import { frontEndFleet } from './front-end-fleet.ts';
import { SUSPECTS } from './suspects.ts';
import { team } from './team.ts';

const { existing, newcomers, threadLimit, threadsPerPeer } = kinesisThreads.parameters;

/** Why the operators of Kinesis waited until 09:39 before they restarted anything, and what else they could have done. */
export const kinesisDiagnosis = defineSystem({
  name: 'kinesis-diagnosis',
  ref: 'M-K5',
  description:
    'A team that has three suspects for an outage, and decides when to restart the whole fleet with which configuration.',
  parameters: {
    existing,
    newcomers,
    threadLimit,
    threadsPerPeer,
    favourite: oneOf(SUSPECTS, 'the suspect that leads at the start'),
    rounds: integer({ min: 1, max: 4, description: 'restarts of the fleet that recovery may take (B)' }),
  },
  scopes: {
    default: {
      existing: 3,
      newcomers: 2,
      threadLimit: 3,
      threadsPerPeer: 1,
      favourite: 'memory',
      rounds: 1,
    },
  },
  designs: {
    'wait-for-the-cause-with-capacity-out': {
      ref: 'wait before',
      description: 'Restart once one suspect is left, and the added capacity is out by then: what was done.',
      options: { strategy: 'wait', removal: 'before' },
    },
    'wait-for-the-cause-with-capacity-in': {
      ref: 'wait not before',
      description: 'Restart once one suspect is left; the added capacity is not taken out before.',
      options: { strategy: 'wait', removal: 'not before' },
    },
    'restart-on-the-favourite-with-capacity-out': {
      ref: 'favourite before',
      description: 'Restart at once on the leading suspect, as soon as the added capacity is out.',
      options: { strategy: 'favourite', removal: 'before' },
    },
    'restart-on-the-favourite-with-capacity-in': {
      ref: 'favourite not before',
      description: 'Restart at once on the leading suspect; the added capacity is not taken out before.',
      options: { strategy: 'favourite', removal: 'not before' },
    },
  },
  build: ({ parameters, options: { strategy, removal } }) => ({
    actors: {
      fleet: actor(frontEndFleet, {
        environment: true,
        input: {
          existing: parameters.existing,
          newcomers: parameters.newcomers,
          limit: parameters.threadLimit,
          perPeer: parameters.threadsPerPeer,
        },
        stimuli: SUSPECTS.map((cause) => ({ type: 'outage' as const, cause })),
      }),
      team: actor(team, {
        input: {
          suspects: [parameters.favourite, ...SUSPECTS.filter((suspect) => suspect !== parameters.favourite)],
          strategy: strategy!,
          removal: removal!,
        },
        stimuli: [
          ...SUSPECTS.map((suspect) => ({ type: 'gatherEvidence' as const, suspect })),
          { type: 'removeAddedCapacity' },
          { type: 'restartFleet' },
        ],
      }),
    },
    delivery: 'sync',
  }),
});
