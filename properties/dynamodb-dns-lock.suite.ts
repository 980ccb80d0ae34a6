import { alwaysPossible, defineSuite, invariant, leadsTo, reachable, stepProperty } from 'premortem';
import { dynamodbDnsLock } from '../models/dynamodb-dns-lock/system.ts';
import { neverAnOlderPlan, questionsAt, reach, repair, safety } from './dynamodb-dns.questions.ts';

const questions = questionsAt('record-trees', 'whose tree has been deleted');

const properties = {
  'the-root-resolves': invariant(dynamodbDnsLock, {
    ...questions.everyEndpointResolves,
    description: 'The root resolves: the tree that it is an alias of exists.',
  }),
  'never-an-older-plan': stepProperty(dynamodbDnsLock, neverAnOlderPlan),
  'clean-up-spares-the-root': stepProperty(dynamodbDnsLock, {
    ...questions.cleanUpSparesActivePlans,
    description: 'Clean-up never deletes the tree that the root names.',
    because: (before, { actor }, after) =>
      questions
        .deletedActive(before, after)
        .map(([, plan]) => `the clean-up of ${actor} deleted the tree of plan ${plan}, which the root names`)
        .join('; '),
  }),
  'the-root-goes-dark': reachable(dynamodbDnsLock, {
    ...questions.theRecordGoesEmpty,
    description: 'The outage exists: in some run the root names a tree that is gone.',
  }),
  'a-dark-root-is-repaired': leadsTo(dynamodbDnsLock, {
    ...questions.anEmptyRecordIsRepaired,
    ref: 'V4',
    description: 'Self-repair: once the root is dark, it resolves again in the end.',
  }),
  'the-newest-plan-wins': leadsTo(dynamodbDnsLock, {
    ...questions.theNewestPlanWins,
    ref: 'V5',
    description: 'Once the newest plan is there, the root names it in the end, and resolves.',
  }),
  'the-automation-can-repair': alwaysPossible(dynamodbDnsLock, {
    ref: 'V4-possible',
    description: 'Whatever has happened, the automation can still come to where the root resolves.',
    observes: questions.observes,
    holds: questions.resolves,
  }),
  'a-dark-root-has-a-rollback': invariant(dynamodbDnsLock, {
    ref: 'V7',
    description:
      'While the root is dark, the tree that the rollback pointer names exists: what people relied on at 02:15.',
    observes: questions.observes,
    holds: (state) => questions.resolves(state) || rollbackTreesExist(state),
    because: ({ route53 }) =>
      `the root is dark, and the tree of plan ${Object.values(route53.context.rollback ?? {}).join(', ')}, which the rollback pointer names, has been deleted too`,
  }),
};

type Zone = Parameters<typeof questions.resolves>[0] & {
  route53: { context: { rollback?: Readonly<Record<string, number | null>> } };
};

function rollbackTreesExist({ route53, 'record-trees': trees }: Zone): boolean {
  const rollback = Object.values(route53.context.rollback ?? {});
  return rollback.every((plan) => plan !== null && trees.context.plans.has(plan));
}

/**
 * What is expected of a design.
 *
 * @param v1 the steps to a dark root, by a clean-up; null where there is none
 * @param v2 the steps to where the root is set back
 * @param end the steps of the shortest run that never gets out of the dark; null where every run does
 */
function verdicts(v1: number | null, v2: number | null, end: number | null = null, v7: number | null = null) {
  return {
    'the-root-resolves': safety(v1),
    'never-an-older-plan': safety(v2),
    'clean-up-spares-the-root': safety(v1),
    'the-root-goes-dark': reach(v1),
    'a-dark-root-is-repaired': repair(v1, end),
    'the-newest-plan-wins': safety(end),
    'the-automation-can-repair': safety(end === null ? null : v1),
    'a-dark-root-has-a-rollback': safety(v7),
  };
}

export default defineSuite({
  system: dynamodbDnsLock,
  properties,
  expect: {
    default: {
      'as-deployed': verdicts(10, 8, 19),
      'pick-again-after-a-lost-lock': verdicts(10, 8, 19),
      'recheck-in-the-batch': verdicts(null, null),
      'spare-root-and-rollback': verdicts(null, 8),
      'old-root-may-be-missing': verdicts(10, 8),
      'recheck-on-apply': verdicts(null, null),
      'spare-active-plans': verdicts(null, 6),
      'refuse-deleted-plans': verdicts(8, 6, 11),
    },
    'three-enactors': {
      'as-deployed': verdicts(10, 8, 24, 13),
      'pick-again-after-a-lost-lock': verdicts(10, 8, 24, 13),
      'recheck-in-the-batch': verdicts(null, null),
      'spare-root-and-rollback': verdicts(null, 8),
      'old-root-may-be-missing': verdicts(10, 8, null, 13),
      'recheck-on-apply': verdicts(null, null),
      'spare-active-plans': verdicts(null, 6),
      'refuse-deleted-plans': verdicts(8, 6, 13, 10),
    },
  },
  waive: [
    {
      never: 'plan-store never gets *_PLANS',
      designs: [
        'as-deployed',
        'pick-again-after-a-lost-lock',
        'recheck-in-the-batch',
        'spare-root-and-rollback',
        'old-root-may-be-missing',
        'recheck-on-apply',
        'spare-active-plans',
      ],
      reason:
        'Clean-up deletes trees, and nothing asks for the plan itself but where Apply refuses deleted plans.',
    },
    {
      never: 'record-trees never gets FIND_OLD_PLANS',
      designs: ['refuse-deleted-plans'],
      reason: 'A plan and its tree are deleted together, so the plan store knows what is old.',
    },
  ],
  headlines: [{ design: 'as-deployed', property: 'the-root-resolves' }],
});
