import {
  alwaysPossible,
  defineSuite,
  holds,
  invariant,
  leadsTo,
  reachable,
  stepProperty,
  vacuous,
  violated,
} from 'premortem';
import type { Expectation } from 'premortem';
import { dynamodbDnsTrees } from '../models/dynamodb-dns-trees/system.ts';
import { neverAnOlderPlan, peopleAct, questionsAt, reach, repair, safety } from './dynamodb-dns.questions.ts';

const questions = questionsAt('record-trees', 'whose tree has been deleted');

const properties = {
  'every-endpoint-resolves': invariant(dynamodbDnsTrees, {
    ...questions.everyEndpointResolves,
    description: 'Every endpoint resolves: the tree of the plan that its alias names exists.',
  }),
  'never-an-older-plan': stepProperty(dynamodbDnsTrees, neverAnOlderPlan),
  'clean-up-spares-active-trees': stepProperty(dynamodbDnsTrees, {
    ...questions.cleanUpSparesActivePlans,
    description: 'Clean-up never deletes a tree that an alias names.',
    because: (before, { actor }, after) =>
      questions
        .deletedActive(before, after)
        .map(
          ([endpoint, plan]) =>
            `the clean-up of ${actor} deleted the tree of plan ${plan}, which the alias of the ${endpoint} endpoint names`,
        )
        .join('; '),
  }),
  'an-alias-goes-dark': reachable(dynamodbDnsTrees, {
    ...questions.theRecordGoesEmpty,
    description: 'The outage exists: in some run the alias of an endpoint names a tree that is gone.',
  }),
  'a-dark-alias-is-repaired': leadsTo(dynamodbDnsTrees, {
    ...questions.anEmptyRecordIsRepaired,
    ref: 'V4',
    description: 'Self-repair: once an alias is dark, every endpoint resolves again in the end.',
  }),
  'the-newest-plan-wins': leadsTo(dynamodbDnsTrees, {
    ...questions.theNewestPlanWins,
    ref: 'V5',
    description: 'Once the newest plan is there, every alias names it in the end, and resolves.',
  }),
  'the-automation-can-repair': alwaysPossible(dynamodbDnsTrees, {
    ref: 'V4-possible',
    description: 'Whatever has happened, the automation can still come to where every endpoint resolves.',
    observes: questions.observes,
    holds: questions.resolves,
    using: ({ environment }) => !environment,
  }),
  'a-dark-alias-is-repaired-by-hand': leadsTo(dynamodbDnsTrees, {
    ...questions.anEmptyRecordIsRepaired,
    ref: 'V4-operator',
    description:
      'Once an alias is dark, every endpoint resolves again in the end, if the operator, where there is one, goes on too.',
    fairness: peopleAct,
  }),
  'the-newest-plan-wins-by-hand': leadsTo(dynamodbDnsTrees, {
    ...questions.theNewestPlanWins,
    ref: 'V5-operator',
    description:
      'Once the newest plan is there, every alias names it in the end, and resolves, if the operator, where there is one, goes on too.',
    fairness: peopleAct,
  }),
};

/**
 * What is expected of a design.
 *
 * @param v1 the steps to a dark alias, null where there is none: V1, V3 and V6 are one question here, for no Apply ever
 * finds its own tree gone
 * @param v2 the steps to where an alias is set back
 * @param end the steps to where nothing is left to do, and an alias is dark (V4) or not at the newest plan (V5)
 */
function verdicts(
  v1: number | null,
  v2: number | null,
  end: { v4?: number; v5?: number; possible?: number } = {},
) {
  const [v4, v5] = [repair(v1, end.v4 ?? null), safety(end.v5 ?? null)];
  return {
    'every-endpoint-resolves': safety(v1),
    'never-an-older-plan': safety(v2),
    'clean-up-spares-active-trees': safety(v1),
    'an-alias-goes-dark': reach(v1),
    'a-dark-alias-is-repaired': v4,
    'the-newest-plan-wins': v5,
    'the-automation-can-repair': safety(end.possible ?? null),
    // Nobody repairs by hand in most designs, so it is V4 and V5 again.
    'a-dark-alias-is-repaired-by-hand': v4,
    'the-newest-plan-wins-by-hand': v5,
  };
}
/** Dark after so many steps, for good. */
const forGood = (steps: number, end: number, v2 = 6) =>
  verdicts(steps, v2, { v4: end, v5: end, possible: steps });
const repaired = (v5: Expectation) => ({
  'a-dark-alias-is-repaired-by-hand': holds,
  'the-newest-plan-wins-by-hand': v5,
});

const oneEndpoint = {
  'as-deployed': forGood(8, 9),
  'recheck-on-apply': verdicts(null, null),
  'spare-active-plans': verdicts(null, 6),
  'spare-active-in-two-steps': forGood(13, 15),
  'refuse-deleted-plans': forGood(8, 9),
  'spare-active-refuse-deleted': verdicts(null, 6),
  'lock-around-apply': forGood(8, 9),
  'lock-around-everything': verdicts(null, null),
  'single-enactor': verdicts(null, null),
  'single-enactor-may-crash': verdicts(null, null, { v5: 4 }),
  'no-clean-up': { ...verdicts(null, 6), 'clean-up-spares-active-trees': vacuous },
  'repair-when-empty': verdicts(8, 6),
  'clean-up-within-apply': verdicts(null, 6),
  'clean-up-within-apply-refuse-deleted': verdicts(null, 6),
  'operator-repairs': { ...forGood(8, 9), ...repaired(holds) },
  'first-deletion-within-apply': forGood(10, 10),
  'first-deletion-within-apply-refuse-deleted': forGood(8, 8),
  'whole-round-in-one-step': verdicts(null, null),
};

const twoSets = [
  'refuse-deleted-plans',
  'spare-active-refuse-deleted',
  'clean-up-within-apply-refuse-deleted',
  'first-deletion-within-apply-refuse-deleted',
] as const;
const treesAlone = [
  'as-deployed',
  'recheck-on-apply',
  'spare-active-plans',
  'spare-active-in-two-steps',
  'lock-around-apply',
  'lock-around-everything',
  'single-enactor',
  'single-enactor-may-crash',
  'no-clean-up',
  'repair-when-empty',
  'clean-up-within-apply',
  'operator-repairs',
  'first-deletion-within-apply',
  'whole-round-in-one-step',
] as const;

export default defineSuite({
  system: dynamodbDnsTrees,
  properties,
  expect: {
    default: oneEndpoint,
    'two-endpoints': {
      ...oneEndpoint,
      'as-deployed': forGood(9, 9),
      // One alias is at the newest plan, so that no Enactor finds a newer one for the other.
      'spare-active-plans': verdicts(null, 6, { v5: 11 }),
      'spare-active-in-two-steps': forGood(11, 13),
      'refuse-deleted-plans': forGood(9, 9),
      'spare-active-refuse-deleted': verdicts(null, 6, { v5: 11 }),
      'lock-around-apply': forGood(9, 9, 7),
      'no-clean-up': { ...verdicts(null, 6, { v5: 9 }), 'clean-up-spares-active-trees': vacuous },
      'repair-when-empty': verdicts(9, 6, { v4: 11, v5: 11, possible: 10 }),
      'clean-up-within-apply': forGood(8, 8),
      'clean-up-within-apply-refuse-deleted': forGood(8, 8),
      'operator-repairs': { ...forGood(9, 9), ...repaired(violated(11)) },
      'first-deletion-within-apply': forGood(9, 9),
      'first-deletion-within-apply-refuse-deleted': forGood(9, 9),
    },
  },
  waive: [
    {
      never: 'plan-store never gets *_PLANS',
      designs: treesAlone,
      reason:
        'Clean-up deletes trees, and nothing asks for the plan itself but where Apply refuses deleted plans.',
    },
    {
      never: 'record-trees never gets FIND_OLD_PLANS',
      designs: twoSets,
      reason: 'A plan and its tree are deleted together, so the plan store knows what is old.',
    },
    {
      never: 'record-trees never gets *_PLANS',
      designs: ['no-clean-up'],
      reason: 'Without clean-up nobody looks for old trees or deletes them: that is the design.',
    },
  ],
  headlines: [
    { design: 'as-deployed', property: 'every-endpoint-resolves' },
    { design: 'spare-active-plans', property: 'every-endpoint-resolves' },
  ],
});
