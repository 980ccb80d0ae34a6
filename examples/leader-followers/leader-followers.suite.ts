import {
  deadlockFree,
  defineSuite,
  holds,
  invariant,
  reachable,
  reached,
  stepProperty,
  violated,
} from 'premortem';
import { leaderFollowers } from './system.ts';

const properties = {
  'committed-on-a-majority': invariant(leaderFollowers, {
    description: 'What the leader has committed is stored by a majority.',
    observes: ['leader', 'follower'],
    when: ({ leader }) => leader.context.committed > 0,
    holds: ({ leader, follower }) => {
      const last = leader.context.committed;
      const stored = follower.filter((f) => f.context.log.includes(last)).length;
      return stored + 1 > (follower.length + 1) / 2;
    },
    because: ({ leader, follower }) => {
      const last = leader.context.committed;
      const stored = follower.filter((f) => f.context.log.includes(last)).length;
      return `entry ${last} is committed, but only ${stored} of ${follower.length} followers have it`;
    },
  }),
  'applies-what-it-has': invariant(leaderFollowers, {
    description: 'A follower applies only entries it has stored.',
    observes: ['follower'],
    when: ({ follower }) => follower.some((f) => f.context.applied > 0),
    holds: ({ follower }) =>
      follower.every(
        ({ context: { log, applied } }) => log.filter((entry) => entry <= applied).length === applied,
      ),
  }),
  'commits-in-order': stepProperty(leaderFollowers, {
    description: 'The leader commits one entry after the other.',
    observes: ['leader'],
    on: (step) => step.emitted.some(({ event }) => event.type === 'committed'),
    holds: (before, step) =>
      step.emitted.every(({ event }, i) => event.entry === before.leader.context.committed + 1 + i),
  }),
  'a-commit-overtakes-its-entry': reachable(leaderFollowers, {
    description: 'A follower hears that an entry is committed before it gets the entry.',
    observes: ['follower'],
    where: ({ follower }) => follower.some(({ context: { committed, log } }) => committed > log.length),
  }),
  'all-apply-everything': deadlockFree(leaderFollowers, {
    description: 'In the end every follower has applied every entry.',
    observes: ['follower'],
    legalEnd: ({ follower }, { parameters }) =>
      follower.every((f) => f.context.applied === parameters.entries),
  }),
};

const asItShould = {
  'committed-on-a-majority': holds,
  'applies-what-it-has': holds,
  'commits-in-order': holds,
  'a-commit-overtakes-its-entry': reached(6),
  'all-apply-everything': holds,
};

const expected = {
  'counts-followers': asItShould,
  'counts-acks': { ...asItShould, 'committed-on-a-majority': violated(6) },
  'trusts-the-order': { ...asItShould, 'applies-what-it-has': violated(6) },
};

export default defineSuite({
  system: leaderFollowers,
  properties,
  expect: { default: expected, 'two-entries': expected },
});
