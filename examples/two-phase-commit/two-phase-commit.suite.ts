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
import { allAborted, allCommitted, allDecided, consistent, decidedForGood } from './outcomes.ts';
import { twoPhaseCommit } from './system.ts';

const properties = {
  consistent: invariant(twoPhaseCommit, {
    description: 'No resource manager has aborted while another has committed.',
    observes: ['rm'],
    holds: ({ rm }) => consistent(rm),
  }),
  'decided-for-good': stepProperty(twoPhaseCommit, {
    description: 'A resource manager that has committed or aborted stays so.',
    observes: ['rm'],
    holds: (before, _step, after) => decidedForGood(before.rm, after.rm),
  }),
  'all-commit': reachable(twoPhaseCommit, {
    description: 'All resource managers commit.',
    observes: ['rm'],
    where: ({ rm }) => allCommitted(rm),
  }),
  'all-abort': reachable(twoPhaseCommit, {
    description: 'All resource managers abort.',
    observes: ['rm'],
    where: ({ rm }) => allAborted(rm),
  }),
  'ends-decided': deadlockFree(twoPhaseCommit, {
    description: 'A transaction ends only when every resource manager has committed or aborted.',
    observes: ['rm'],
    legalEnd: ({ rm }) => allDecided(rm),
  }),
};

/** The shortest runs at `n` resource managers, of whom `majority` are more than half. */
const expected = (n: number, majority: number) => {
  const asItShould = {
    consistent: holds,
    'decided-for-good': holds,
    // Each prepares and is heard, then one decision, and each hears of that.
    'all-commit': reached(3 * n + 1),
    'all-abort': reached(n),
    'ends-decided': holds,
  };
  return {
    'two-phase': asItShould,
    'commits-at-majority': {
      ...asItShould,
      consistent: violated(2 * majority + 3),
      'all-commit': reached(2 * majority + n + 1),
    },
    'impatient-manager': { ...asItShould, consistent: violated(2 * n + 3) },
  };
};

export default defineSuite({
  system: twoPhaseCommit,
  properties,
  expect: { default: expected(3, 2), five: expected(5, 3), seven: expected(7, 4) },
});
