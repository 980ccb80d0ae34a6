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
import type { Expectation } from 'premortem';
import { dynamodbDns } from '../models/dynamodb-dns/system.ts';
import { neverAnOlderPlan, peopleAct, questionsAt } from './dynamodb-dns.questions.ts';

const questions = questionsAt('plan-store', 'which has been deleted');

const properties = {
  'every-endpoint-resolves': invariant(dynamodbDns, {
    ...questions.everyEndpointResolves,
    description: 'Every endpoint resolves: the plan that its record names is in the plan store.',
  }),
  'never-an-older-plan': stepProperty(dynamodbDns, neverAnOlderPlan),
  'clean-up-spares-active-plans': stepProperty(dynamodbDns, {
    ...questions.cleanUpSparesActivePlans,
    description: 'Clean-up never deletes a plan that is active.',
    because: (before, { actor }, after) =>
      questions
        .deletedActive(before, after)
        .map(
          ([endpoint, plan]) =>
            `the clean-up of ${actor} deleted plan ${plan}, which the record of the ${endpoint} endpoint names`,
        )
        .join('; '),
  }),
  'the-record-goes-empty': reachable(dynamodbDns, {
    ...questions.theRecordGoesEmpty,
    description: 'The outage exists: in some run the record of an endpoint goes empty.',
  }),
  // Weak fairness of everything is the default: every Enactor and the Planner go on while they can.
  'an-empty-record-is-repaired': leadsTo(dynamodbDns, {
    ...questions.anEmptyRecordIsRepaired,
    ref: 'V4',
    description: 'Self-repair: once a record is empty, every endpoint resolves again in the end.',
  }),
  'the-newest-plan-wins': leadsTo(dynamodbDns, {
    ...questions.theNewestPlanWins,
    ref: 'V5',
    description: 'Once the newest plan is there, every record names it in the end, and resolves.',
  }),
  'the-automation-can-repair': alwaysPossible(dynamodbDns, {
    ref: 'V4-possible',
    description: 'Whatever has happened, the automation can still come to where every endpoint resolves.',
    observes: questions.observes,
    holds: questions.resolves,
    using: ({ environment }) => !environment,
  }),
  'an-empty-record-is-repaired-by-hand': leadsTo(dynamodbDns, {
    ...questions.anEmptyRecordIsRepaired,
    ref: 'V4-operator',
    description:
      'Once a record is empty, every endpoint resolves again in the end, if the operator, where there is one, goes on too.',
    fairness: peopleAct,
  }),
  'the-newest-plan-wins-by-hand': leadsTo(dynamodbDns, {
    ...questions.theNewestPlanWins,
    ref: 'V5-operator',
    description:
      'Once the newest plan is there, every record names it in the end, and resolves, if the operator, where there is one, goes on too.',
    fairness: peopleAct,
  }),
};

/** The verdicts expected of V1, V2, V3 and V6, and of what happens in the end: V4, V5 and whether repair stays possible. */
function verdicts(v1: Expectation, v2: Expectation, v3: Expectation, v6: Expectation, end: Ending) {
  return {
    'every-endpoint-resolves': v1,
    'never-an-older-plan': v2,
    'clean-up-spares-active-plans': v3,
    'the-record-goes-empty': v6,
    'an-empty-record-is-repaired': end.v4,
    'the-newest-plan-wins': end.v5,
    'the-automation-can-repair': end.possible,
    // Nobody repairs by hand in these designs, so it is V4 and V5 again.
    'an-empty-record-is-repaired-by-hand': end.v4,
    'the-newest-plan-wins-by-hand': end.v5,
  };
}

interface Ending {
  readonly v4: Expectation;
  readonly v5: Expectation;
  readonly possible: Expectation;
}

/** No record ever goes empty, and the newest plan wins. */
const neverEmpty: Ending = { v4: vacuous, v5: holds, possible: holds };
/** No record ever goes empty, but an older plan may win for good. */
const oldWins = (steps: number): Ending => ({ ...neverEmpty, v5: violated(steps) });
/** Dark after `steps` steps for good; a run shows it that ends after `end` steps, when nothing is left to do. */
const forGood = (steps: number, end: number): Ending => ({
  v4: violated(end),
  v5: violated(end),
  possible: violated(steps),
});
/** Dark for a while, and repaired. */
const repaired: Ending = { v4: holds, v5: holds, possible: holds };

/** An endpoint goes dark after `steps` steps, by a clean-up that deletes the active plan. */
const dark = (steps: number, end: Ending) =>
  verdicts(violated(steps), violated(6), violated(steps), reached(steps), end);
const safe = verdicts(holds, holds, holds, unreachable, neverEmpty);
/** An older plan may win for a while, but its endpoint resolves. */
const oldButResolving = verdicts(holds, violated(6), holds, unreachable, neverEmpty);
/** No clean-up deletes an active plan, but a deleted plan may become active. */
const deletedFirst = (steps: number, end: number) =>
  verdicts(violated(steps), violated(6), holds, reached(steps), forGood(steps, end));

const oneEndpoint = {
  'as-deployed': dark(8, forGood(8, 9)),
  'recheck-on-apply': safe,
  'spare-active-plans': deletedFirst(8, 9),
  'spare-active-in-two-steps': dark(9, forGood(9, 11)),
  'refuse-deleted-plans': dark(8, forGood(8, 9)),
  'spare-active-refuse-deleted': oldButResolving,
  'lock-around-apply': dark(8, forGood(8, 9)),
  'lock-around-everything': safe,
  'single-enactor': safe,
  'single-enactor-may-crash': verdicts(holds, holds, holds, unreachable, oldWins(4)),
  'no-clean-up': verdicts(holds, violated(6), vacuous, unreachable, neverEmpty),
  'repair-when-empty': dark(8, repaired),
  'clean-up-within-apply': deletedFirst(7, 7),
  'clean-up-within-apply-refuse-deleted': oldButResolving,
  // What is left after the first deletion is deleted later, and it may be the active plan by then.
  'first-deletion-within-apply': dark(8, forGood(8, 8)),
  'first-deletion-within-apply-refuse-deleted': dark(8, forGood(8, 8)),
  'whole-round-in-one-step': safe,
  'operator-repairs': {
    ...dark(8, forGood(8, 9)),
    'an-empty-record-is-repaired-by-hand': holds,
    'the-newest-plan-wins-by-hand': holds,
  },
};

export default defineSuite({
  system: dynamodbDns,
  properties,
  expect: {
    default: oneEndpoint,
    'three-enactors': {
      ...oneEndpoint,
      // One plan more has to come before nothing is left to do.
      'as-deployed': dark(8, forGood(8, 10)),
      'spare-active-plans': deletedFirst(8, 10),
      'spare-active-in-two-steps': dark(9, forGood(9, 12)),
      'refuse-deleted-plans': dark(8, forGood(8, 10)),
      'lock-around-apply': dark(8, forGood(8, 10)),
      'single-enactor-may-crash': verdicts(holds, holds, holds, unreachable, oldWins(5)),
      'clean-up-within-apply': deletedFirst(7, 8),
      'first-deletion-within-apply': dark(8, forGood(8, 9)),
      'first-deletion-within-apply-refuse-deleted': dark(8, forGood(8, 9)),
      'operator-repairs': {
        // The automation may be stopped, and then nobody has to do anything: the run ends before the last plan is written.
        ...dark(8, { ...forGood(8, 9), v5: violated(10) }),
        // The plan before the broken one may be deleted as well: see the README.
        'an-empty-record-is-repaired-by-hand': violated(13),
        'the-newest-plan-wins-by-hand': violated(14),
      },
    },
    'two-endpoints': {
      ...oneEndpoint,
      'as-deployed': dark(9, forGood(9, 9)),
      'spare-active-plans': deletedFirst(9, 9),
      'spare-active-in-two-steps': dark(10, forGood(10, 10)),
      'refuse-deleted-plans': dark(9, forGood(9, 9)),
      'spare-active-refuse-deleted': verdicts(holds, violated(6), holds, unreachable, oldWins(11)),
      'no-clean-up': verdicts(holds, violated(6), vacuous, unreachable, oldWins(9)),
      'lock-around-apply': verdicts(violated(9), violated(7), violated(9), reached(9), forGood(9, 9)),
      // The other record is at the newest plan, so that no Enactor ever finds a newer one to apply: see the README.
      'repair-when-empty': dark(9, forGood(10, 11)),
      'clean-up-within-apply': dark(8, forGood(8, 8)),
      'clean-up-within-apply-refuse-deleted': dark(8, forGood(8, 8)),
      'first-deletion-within-apply': dark(9, forGood(9, 9)),
      'first-deletion-within-apply-refuse-deleted': dark(9, forGood(9, 9)),
      'operator-repairs': {
        ...dark(9, forGood(9, 9)),
        'an-empty-record-is-repaired-by-hand': holds,
        // Nothing is empty, so nobody steps in: an old plan wins as with the designs above.
        'the-newest-plan-wins-by-hand': violated(11),
      },
    },
    'one-deletion-a-step': {
      ...oneEndpoint,
      'as-deployed': dark(9, forGood(9, 10)),
      'spare-active-plans': deletedFirst(9, 10),
      'spare-active-in-two-steps': dark(10, forGood(10, 12)),
      'refuse-deleted-plans': dark(9, forGood(9, 10)),
      'lock-around-apply': dark(9, forGood(9, 10)),
      'repair-when-empty': dark(9, repaired),
      'operator-repairs': {
        ...dark(9, forGood(9, 10)),
        'an-empty-record-is-repaired-by-hand': holds,
        'the-newest-plan-wins-by-hand': holds,
      },
    },
  },
  waive: [
    {
      never: 'plan-store never gets *_PLANS',
      designs: ['no-clean-up'],
      reason: 'without clean-up nobody looks for old plans or deletes them: that is the design',
    },
  ],
  headlines: [{ design: 'as-deployed', property: 'every-endpoint-resolves' }],
});
