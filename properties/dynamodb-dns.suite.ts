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
import type { Expectation, Observed, ParameterValues, Step } from 'premortem';
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
      .map(([endpoint, plan]) =>
        plan === null
          ? `the ${endpoint} endpoint has no record`
          : `the record of the ${endpoint} endpoint names plan ${plan}, which has been deleted: the name has no addresses`,
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
  when: isEmpty,
  eventually: resolves,
  because: staysEmpty,
});

const theNewestPlanWins = leadsTo(dynamodbDns, {
  ref: 'V5',
  description: 'Once the newest plan is there, every record names it in the end, and resolves.',
  observes: ['planner', 'route53', 'plan-store'],
  when: newestPlanIsThere,
  eventually: newestPlanIsActive,
  because: whatStays,
});

/** Nobody has to act from outside, unless a property says so: here people do what they can. */
const peopleAct = {
  weak: {
    'the operator stops the automation': { actor: 'operator', event: 'STOP_AUTOMATION' },
    'the operator deletes a broken alias': { actor: 'operator', event: 'DELETE_ALIAS' },
    'the operator creates the alias anew': { actor: 'operator', event: 'CREATE_ALIAS' },
  },
} as const;

const anEmptyRecordIsRepairedByHand = leadsTo(dynamodbDns, {
  ref: 'V4-operator',
  description:
    'Once a record is empty, every endpoint resolves again in the end, if the operator, where there is one, goes on too.',
  observes: ['route53', 'plan-store'],
  when: isEmpty,
  eventually: resolves,
  fairness: peopleAct,
  because: staysEmpty,
});

const theNewestPlanWinsByHand = leadsTo(dynamodbDns, {
  ref: 'V5-operator',
  description:
    'Once the newest plan is there, every record names it in the end, and resolves, if the operator, where there is one, goes on too.',
  observes: ['planner', 'route53', 'plan-store'],
  when: newestPlanIsThere,
  eventually: newestPlanIsActive,
  fairness: peopleAct,
  because: whatStays,
});

const theAutomationCanRepair = alwaysPossible(dynamodbDns, {
  ref: 'V4-possible',
  description: 'Whatever has happened, the automation can still come to where every endpoint resolves.',
  observes: ['route53', 'plan-store'],
  holds: resolves,
  using: ({ environment }) => !environment,
});

const properties = {
  'every-endpoint-resolves': everyEndpointResolves,
  'never-an-older-plan': neverAnOlderPlan,
  'clean-up-spares-active-plans': cleanUpSparesActivePlans,
  'the-record-goes-empty': theRecordGoesEmpty,
  'an-empty-record-is-repaired': anEmptyRecordIsRepaired,
  'the-newest-plan-wins': theNewestPlanWins,
  'the-automation-can-repair': theAutomationCanRepair,
  'an-empty-record-is-repaired-by-hand': anEmptyRecordIsRepairedByHand,
  'the-newest-plan-wins-by-hand': theNewestPlanWinsByHand,
};

type Names = Observed<typeof dynamodbDns, 'route53' | 'plan-store'>;
interface Sizes {
  parameters: ParameterValues<typeof dynamodbDns>;
}

function isEmpty({ route53, 'plan-store': store }: Names): boolean {
  return empty(route53.context, store.context).length > 0;
}

function resolves(state: Names): boolean {
  return !isEmpty(state);
}

function newestPlanIsThere(
  { planner }: Observed<typeof dynamodbDns, 'planner'>,
  { parameters }: Sizes,
): boolean {
  return planner.context.latest === parameters.generations;
}

function newestPlanIsActive(state: Names, { parameters }: Sizes): boolean {
  const active = Object.values(state.route53.context.activePlan);
  return active.every((plan) => plan === parameters.generations) && resolves(state);
}

function staysEmpty({ route53, 'plan-store': store }: Names): string {
  const dark = empty(route53.context, store.context).map(([endpoint]) => endpoint);
  return `the record of the ${listOf(dark)} endpoint stays empty`;
}

/** Which records stay empty, and which stay at an older plan. */
function whatStays(state: Names, { parameters }: Sizes): string {
  const old = Object.entries(state.route53.context.activePlan)
    .filter(([, plan]) => plan !== null && plan !== parameters.generations)
    .map(([endpoint, plan]) => `the record of the ${endpoint} endpoint stays at plan ${plan}`);
  return [...(isEmpty(state) ? [staysEmpty(state)] : []), ...old].join('; ');
}

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

/** The endpoints whose record names a plan that does not exist, with that plan; null where there is no record. */
function empty({ activePlan }: Records, { plans }: Plans): [endpoint: string, plan: number | null][] {
  return Object.entries(activePlan).filter(([, plan]) => plan === null || !plans.has(plan));
}

/** The endpoints whose record names an older plan than before, with both. */
function setBack(before: Records, after: Records): [endpoint: string, newer: number, older: number][] {
  return Object.entries(after.activePlan).flatMap(([endpoint, plan]) => {
    const newer = before.activePlan[endpoint as Endpoint] ?? null;
    return plan !== null && newer !== null && plan < newer ? [[endpoint, newer, plan]] : [];
  });
}

/** The endpoints whose record names, after a step, a plan that this step has deleted. */
function deletedActive(
  before: Plans,
  after: { 'plan-store': { context: Plans }; route53: { context: Records } },
) {
  return empty(after.route53.context, after['plan-store'].context).filter(
    ([, plan]) => plan !== null && before.plans.has(plan),
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
