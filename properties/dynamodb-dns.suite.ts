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
import type { Expectation, Step } from 'premortem';
import type { Endpoint } from '../models/dynamodb-dns/endpoints.ts';
import type { ActivePlans } from '../models/dynamodb-dns/route53.ts';
import { dynamodbDns } from '../models/dynamodb-dns/system.ts';

const everyEndpointResolves = invariant(dynamodbDns, {
  ref: 'V1',
  description: 'Every endpoint resolves: the plan that its record names is in the plan store.',
  observes: ['route53', 'plan-store'],
  holds: ({ route53, 'plan-store': store }) => empty(route53.context, store.context).length === 0,
  because: ({ route53, 'plan-store': store }) =>
    empty(route53.context, store.context)
      .map(
        ([endpoint, plan]) =>
          `the record of the ${endpoint} endpoint names plan ${plan}, which has been deleted: the name has no addresses`,
      )
      .join('; '),
});

const neverAnOlderPlan = stepProperty(dynamodbDns, {
  ref: 'V2',
  description: 'No record is ever set back to an older plan.',
  observes: ['route53'],
  on: (step) => asked(step, 'CHANGE_RECORD'),
  holds: (before, _step, after) => setBack(before.route53.context, after.route53.context).length === 0,
  because: (before, { actor }, after) =>
    setBack(before.route53.context, after.route53.context)
      .map(
        ([endpoint, newer, older]) =>
          `${actor} set the ${endpoint} endpoint back from plan ${newer} to plan ${older}, which had passed its check before plan ${newer} was applied`,
      )
      .join('; '),
});

const cleanUpSparesActivePlans = stepProperty(dynamodbDns, {
  ref: 'V3',
  description: 'Clean-up never deletes a plan that is active.',
  observes: ['route53', 'plan-store'],
  on: (step) => asked(step, 'DELETE_PLANS'),
  // Where clean-up is part of an Apply, a plan counts as active that a record names after the write.
  holds: (before, _step, after) => deletedActive(before['plan-store'].context, after).length === 0,
  because: (before, { actor }, after) =>
    deletedActive(before['plan-store'].context, after)
      .map(
        ([endpoint, plan]) =>
          `the clean-up of ${actor} deleted plan ${plan}, which the record of the ${endpoint} endpoint names`,
      )
      .join('; '),
});

const theRecordGoesEmpty = reachable(dynamodbDns, {
  ref: 'V6',
  description: 'The outage exists: in some run the record of an endpoint goes empty.',
  observes: ['route53', 'plan-store'],
  where: ({ route53, 'plan-store': store }) => empty(route53.context, store.context).length > 0,
});

/** Weak fairness of everything is the default: every Enactor and the Planner go on while they can. */
const anEmptyRecordIsRepaired = leadsTo(dynamodbDns, {
  ref: 'V4',
  description: 'Self-repair: once a record is empty, every endpoint resolves again in the end.',
  observes: ['route53', 'plan-store'],
  when: ({ route53, 'plan-store': store }) => empty(route53.context, store.context).length > 0,
  eventually: ({ route53, 'plan-store': store }) => empty(route53.context, store.context).length === 0,
  because: ({ route53, 'plan-store': store }) =>
    `the record of the ${listOf(empty(route53.context, store.context).map(([endpoint]) => endpoint))} endpoint stays empty`,
});

const theNewestPlanWins = leadsTo(dynamodbDns, {
  ref: 'V5',
  description: 'Once the newest plan is there, every record names it in the end, and resolves.',
  observes: ['planner', 'route53', 'plan-store'],
  when: ({ planner }, { parameters }) => planner.context.latest === parameters.generations,
  eventually: ({ route53, 'plan-store': store }, { parameters }) =>
    Object.values(route53.context.activePlan).every((plan) => plan === parameters.generations) &&
    empty(route53.context, store.context).length === 0,
  because: ({ route53, 'plan-store': store }, { parameters }) => {
    const dark = empty(route53.context, store.context).map(([endpoint]) => endpoint);
    const old = Object.entries(route53.context.activePlan)
      .filter(([, plan]) => plan !== parameters.generations)
      .map(([endpoint, plan]) => `the record of the ${endpoint} endpoint stays at plan ${plan}`);
    return [
      ...(dark.length === 0 ? [] : [`the record of the ${listOf(dark)} endpoint stays empty`]),
      ...old,
    ].join('; ');
  },
});

const theAutomationCanRepair = alwaysPossible(dynamodbDns, {
  ref: 'V4-possible',
  description: 'Whatever has happened, the automation can still come to where every endpoint resolves.',
  observes: ['route53', 'plan-store'],
  holds: ({ route53, 'plan-store': store }) => empty(route53.context, store.context).length === 0,
});

const properties = {
  'every-endpoint-resolves': everyEndpointResolves,
  'never-an-older-plan': neverAnOlderPlan,
  'clean-up-spares-active-plans': cleanUpSparesActivePlans,
  'the-record-goes-empty': theRecordGoesEmpty,
  'an-empty-record-is-repaired': anEmptyRecordIsRepaired,
  'the-newest-plan-wins': theNewestPlanWins,
  'the-automation-can-repair': theAutomationCanRepair,
};

function listOf(words: readonly string[]): string {
  return words.join(' and ');
}

interface Records {
  activePlan: ActivePlans;
}
interface Plans {
  plans: ReadonlySet<number>;
}

/** Whether a step asked some actor for this. */
function asked(step: Step, type: string): boolean {
  return step.calls.some((call) => call.event.type === type);
}

/** The endpoints whose record names a plan that does not exist, with that plan. */
function empty({ activePlan }: Records, { plans }: Plans): [endpoint: string, plan: number][] {
  return Object.entries(activePlan).filter(([, plan]) => !plans.has(plan));
}

/** The endpoints whose record names an older plan than before, with both. */
function setBack(before: Records, after: Records): [endpoint: string, newer: number, older: number][] {
  return Object.entries(after.activePlan).flatMap(([endpoint, plan]) => {
    const newer = before.activePlan[endpoint as Endpoint]!;
    return plan < newer ? [[endpoint, newer, plan]] : [];
  });
}

/** The endpoints whose record names, after a step, a plan that this step has deleted. */
function deletedActive(
  before: Plans,
  after: { 'plan-store': { context: Plans }; route53: { context: Records } },
) {
  return empty(after.route53.context, after['plan-store'].context).filter(([, plan]) =>
    before.plans.has(plan),
  );
}

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
const resolves = verdicts(holds, violated(6), holds, unreachable, neverEmpty);
/** No clean-up deletes an active plan, but a deleted plan may become active. */
const deletedFirst = (steps: number, end: number) =>
  verdicts(violated(steps), violated(6), holds, reached(steps), forGood(steps, end));

const oneEndpoint = {
  'as-deployed': dark(8, forGood(8, 9)),
  'recheck-on-apply': safe,
  'spare-active-plans': deletedFirst(8, 9),
  'spare-active-in-two-steps': dark(9, forGood(9, 11)),
  'refuse-deleted-plans': dark(8, forGood(8, 9)),
  'spare-active-refuse-deleted': resolves,
  'lock-around-apply': dark(8, forGood(8, 9)),
  'lock-around-everything': safe,
  'single-enactor': safe,
  'no-clean-up': verdicts(holds, violated(6), vacuous, unreachable, neverEmpty),
  'repair-when-empty': dark(8, repaired),
  'clean-up-within-apply': deletedFirst(7, 7),
  'clean-up-within-apply-refuse-deleted': resolves,
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
      'clean-up-within-apply': deletedFirst(7, 8),
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
    },
    'one-deletion-a-step': {
      ...oneEndpoint,
      'as-deployed': dark(9, forGood(9, 10)),
      'spare-active-plans': deletedFirst(9, 10),
      'spare-active-in-two-steps': dark(10, forGood(10, 12)),
      'refuse-deleted-plans': dark(9, forGood(9, 10)),
      'lock-around-apply': dark(9, forGood(9, 10)),
      'repair-when-empty': dark(9, repaired),
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
