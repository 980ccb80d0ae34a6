import { defineSuite, holds, integer, invariant, violated } from 'premortem';
import { consistent } from '../../examples/two-phase-commit/outcomes.ts';
import { twoPhaseCommit } from '../../examples/two-phase-commit/system.ts';

/** The example as it is, for more resource managers than a reader needs. */
const large = {
  ...twoPhaseCommit,
  parameters: {
    resourceManagers: integer({ min: 1, max: 10, description: 'resource managers in the transaction' }),
  },
};

export default defineSuite({
  system: large,
  properties: {
    consistent: invariant(large, {
      description: 'No resource manager has aborted while another has committed.',
      observes: ['rm'],
      holds: ({ rm }) => consistent(rm),
    }),
  },
  expect: {
    default: {
      'two-phase': { consistent: holds },
      'commits-at-majority': { consistent: violated(7) },
      'impatient-manager': { consistent: violated(9) },
    },
  },
});
