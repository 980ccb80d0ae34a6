// What is asked of the DNS automation in more than one of its systems. A suite declares each of its own system.
import { holds, reached, unreachable, vacuous, violated } from 'premortem';
import type { Expectation, Step } from 'premortem';
import type { Endpoint } from '../models/dynamodb-dns/endpoints.ts';
import type { ActivePlans } from '../models/dynamodb-dns/route53.ts';

export interface Records {
  activePlan: ActivePlans;
}
export interface Plans {
  plans: ReadonlySet<number>;
}
interface WithRecords {
  route53: { context: Records };
}
interface WithPlanner {
  planner: { context: { latest: number } };
}
interface Sizes {
  parameters: { generations: number };
}

/** Whether a step asked some actor for this. */
export function asked(step: Step, type: string): boolean {
  return step.calls.some((call) => call.event.type === type);
}

/** The endpoints whose record names a plan that does not exist, with that plan; null where there is no record. */
export function empty({ activePlan }: Records, { plans }: Plans): [endpoint: string, plan: number | null][] {
  return Object.entries(activePlan).filter(([, plan]) => plan === null || !plans.has(plan));
}

/** The endpoints whose record is wiped or deleted. */
export function wiped({ activePlan }: Records): string[] {
  return Object.entries(activePlan).flatMap(([endpoint, plan]) => (plan === null ? [endpoint] : []));
}

/** The endpoints whose record names an older plan than before, with both. */
function setBack(before: Records, after: Records): [endpoint: string, newer: number, older: number][] {
  return Object.entries(after.activePlan).flatMap(([endpoint, plan]) => {
    const newer = before.activePlan[endpoint as Endpoint] ?? null;
    return plan !== null && newer !== null && plan < newer ? [[endpoint, newer, plan]] : [];
  });
}

/** V2. */
export const neverAnOlderPlan = {
  ref: 'V2',
  description: 'No record is ever set back to an older plan.',
  observes: ['route53'],
  on: (step: Step) => asked(step, 'CHANGE_RECORD'),
  holds: (before: WithRecords, _step: Step, after: WithRecords) =>
    setBack(before.route53.context, after.route53.context).length === 0,
  because: (before: WithRecords, { actor }: Step, after: WithRecords) =>
    setBack(before.route53.context, after.route53.context)
      .map(
        ([endpoint, newer, older]) =>
          `${actor} set the ${endpoint} endpoint back from plan ${newer} to plan ${older}, which had passed its check before plan ${newer} was applied`,
      )
      .join('; '),
} as const;

/** The antecedent of V5. */
export function newestPlanIsThere({ planner }: WithPlanner, { parameters }: Sizes): boolean {
  return planner.context.latest === parameters.generations;
}

/** The records that stay at an older plan, in words. */
export function staysOld({ route53 }: WithRecords, { parameters }: Sizes): string[] {
  return Object.entries(route53.context.activePlan)
    .filter(([, plan]) => plan !== null && plan !== parameters.generations)
    .map(([endpoint, plan]) => `the record of the ${endpoint} endpoint stays at plan ${plan}`);
}

/** Whether every record names the newest plan there will ever be. */
export function allNewest({ route53 }: WithRecords, { parameters }: Sizes): boolean {
  return Object.values(route53.context.activePlan).every((plan) => plan === parameters.generations);
}

/** Where what a record names is kept, and what it is called there. */
export function questionsAt<H extends 'plan-store' | 'record-trees'>(home: H, deleted: string) {
  type Names = WithRecords & Record<H, { context: Plans }>;
  const emptyIn = (state: Names) => empty(state.route53.context, state[home].context);
  const resolves = (state: Names): boolean => emptyIn(state).length === 0;
  const isEmpty = (state: Names): boolean => !resolves(state);
  const staysEmpty = (state: Names): string =>
    `the record of the ${emptyIn(state)
      .map(([endpoint]) => endpoint)
      .join(' and ')} endpoint stays empty`;
  /** The endpoints whose record names, after a step, what this step has deleted. */
  const deletedActive = (before: Names, after: Names) =>
    emptyIn(after).filter(([, plan]) => plan !== null && before[home].context.plans.has(plan));
  const observes = ['route53', home] as const;
  return {
    observes,
    resolves,
    isEmpty,
    /** V1. */
    everyEndpointResolves: {
      ref: 'V1',
      observes,
      holds: resolves,
      because: (state: Names) =>
        emptyIn(state)
          .map(([endpoint, plan]) =>
            plan === null
              ? `the ${endpoint} endpoint has no record`
              : `the record of the ${endpoint} endpoint names plan ${plan}, ${deleted}: the name has no addresses`,
          )
          .join('; '),
    },
    /** V3. Where clean-up is part of an Apply, a plan counts as active that a record names after the write. */
    cleanUpSparesActivePlans: {
      ref: 'V3',
      observes,
      on: (step: Step) => asked(step, 'DELETE_PLANS'),
      holds: (before: Names, _step: Step, after: Names) => deletedActive(before, after).length === 0,
    },
    deletedActive,
    /** V6. */
    theRecordGoesEmpty: { ref: 'V6', observes, where: isEmpty },
    /** V4. */
    anEmptyRecordIsRepaired: { observes, when: isEmpty, eventually: resolves, because: staysEmpty },
    /** V5. */
    theNewestPlanWins: {
      observes: ['planner', 'route53', home] as const,
      when: newestPlanIsThere,
      eventually: (state: Names, sizes: Sizes) => allNewest(state, sizes) && resolves(state),
      because: (state: Names, sizes: Sizes) =>
        [...(isEmpty(state) ? [staysEmpty(state)] : []), ...staysOld(state, sizes)].join('; '),
    },
  };
}

/** Nobody has to act from outside, unless a property says so: here people do what they can. */
export const peopleAct = {
  weak: {
    'the operator stops the automation': { actor: 'operator', event: 'STOP_AUTOMATION' },
    'the operator deletes a broken alias': { actor: 'operator', event: 'DELETE_ALIAS' },
    'the operator creates the alias anew': { actor: 'operator', event: 'CREATE_ALIAS' },
  },
} as const;

/** What is expected of a safety property: the steps to its violation; null where it holds. */
export const safety = (steps: number | null): Expectation => (steps === null ? holds : violated(steps));
/** The other side of it: the same steps to reach what is asked for. */
export const reach = (steps: number | null): Expectation => (steps === null ? unreachable : reached(steps));
/** What is expected of V4 where a record goes empty in so many steps, or never does. */
export const repair = (dark: number | null, steps: number | null): Expectation =>
  dark === null ? vacuous : safety(steps);
