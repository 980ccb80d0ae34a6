import { actor, defineSystem, integer, replicas } from 'premortem';
import { follower } from './follower.ts';
import { leader } from './leader.ts';

export const leaderFollowers = defineSystem({
  name: 'leader-followers',
  description: 'A leader replicates a log to its followers; messages may overtake each other.',
  parameters: {
    followers: integer({ min: 1, max: 5, description: 'followers of the leader' }),
    entries: integer({ min: 1, max: 3, description: 'entries the leader writes' }),
    resends: integer({ min: 0, max: 2, description: 'how often the leader sends its last entry again' }),
  },
  scopes: {
    default: { followers: 3, entries: 1, resends: 1 },
    'two-entries': { followers: 3, entries: 2, resends: 1 },
  },
  designs: {
    'counts-followers': {
      description: 'The leader counts each follower once, and a follower applies only what it has.',
    },
    'counts-acks': {
      description: 'The leader counts acknowledgements, so that a follower that is asked twice counts twice.',
      options: { countsAcks: true },
    },
    'trusts-the-order': {
      description: 'A follower takes it for granted that an entry arrives before its commit.',
      options: { trustsOrder: true },
    },
  },
  build: ({ parameters: { followers, entries, resends }, options, ref }) => ({
    actors: {
      leader: actor(options.countsAcks ? leader.provide({ guards: { isNewAck: () => true } }) : leader, {
        input: {
          followers: Array.from({ length: followers }, (_, i) => ref(`follower-${i + 1}`)),
          entries,
          resends,
        },
        stimuli: ['write', 'resend'],
      }),
      follower: replicas(
        followers,
        options.trustsOrder ? follower.provide({ guards: { isStored: () => true } }) : follower,
      ),
    },
    delivery: 'unordered',
  }),
});
