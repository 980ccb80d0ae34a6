import { assertEvent, assign, sendTo, setup } from 'xstate';
import type { Endpoint } from './endpoints.ts';
import { ENDPOINTS } from './endpoints.ts';
import type { LockAnswer, LockEvent } from './lock.ts';
import type { SwitchOff } from './operator.ts';
import type { PlanStoreAnswer, PlanStoreEvent } from './plan-store.ts';
import type { Route53Answer, Route53Event } from './route53.ts';

/** The steps an Enactor takes of its own accord. */
export const ENACTOR_STEPS = ['PICK', 'APPLY', 'TEST', 'CLEAN_UP'] as const;
type EnactorStep = (typeof ENACTOR_STEPS)[number];

/** Its steps, the answers it gets within them, and what an operator may tell it. */
export type EnactorEvent = { type: EnactorStep } | PlanStoreAnswer | Route53Answer | LockAnswer | SwitchOff;

/** What an Enactor has in hand between its steps. */
export interface EnactorContext {
  /** The plan it applies, or cleans up after; null while it has none. */
  plan: number | null;
  /** The endpoint it writes next; null when there is none to write. */
  endpoint: Endpoint | null;
  /** Old plans that were not active when tested; only in the design that tests in a step of its own. */
  deletable?: readonly number[] | null;
}

export const EMPTY_HANDED: EnactorContext = { plan: null, endpoint: null };

/** What an Enactor's guards and actions depend on. */
export interface EnactorOptions {
  /** How many of the {@link ENDPOINTS} a plan is applied to, one after the other. */
  endpoints: number;
  /** Clean-up deletes the plans that lie at least this many generations behind the Enactor's own. */
  age: number;
  /** Each Apply repeats the check, as the condition of its transaction. */
  recheckOnApply?: true;
  /** Apply refuses a plan that is no longer in the plan store. */
  refuseDeleted?: true;
}

/** The guards and actions of an Enactor: what it decides by, what it asks, writes and remembers. */
export function setupEnactor({ endpoints, age, recheckOnApply, refuseDeleted }: EnactorOptions) {
  return setup({
    types: { context: {} as EnactorContext, events: {} as EnactorEvent },
    guards: {
      activePlanIsMissing: ({ event }) => {
        assertEvent(event, ['NEWEST_PLAN', 'PLANS_LOOKED_UP']);
        return event.activePlanIsMissing;
      },
      planIsNewer: ({ event }) => {
        assertEvent(event, 'NEWEST_PLAN');
        return event.plan > Math.max(...event.activePlans);
      },
      ownPlanIsMissing: ({ event }) => {
        assertEvent(event, 'PLANS_LOOKED_UP');
        return event.ownPlanIsMissing === true;
      },
      everyEndpointIsDone: ({ context }) => context.endpoint === null,
      severalOldPlans: ({ context, event }) => foundPlans(context, event).length > 1,
    },
    actions: {
      readRecords: sendTo(
        ({ system }) => system.get('route53'),
        ({ self }) => ({ type: 'READ_RECORDS', from: self }) satisfies Route53Event,
      ),
      getNewestPlan: sendTo(
        ({ system }) => system.get('plan-store'),
        ({ event, self }) =>
          ({ ...records(event), type: 'GET_NEWEST_PLAN', from: self }) satisfies PlanStoreEvent,
      ),
      takePlan: assign(({ event }) => {
        assertEvent(event, 'NEWEST_PLAN');
        return { plan: event.plan, endpoint: ENDPOINTS[0] };
      }),
      lookUpPlans: sendTo(
        ({ system }) => system.get('plan-store'),
        ({ context, event, self }) => {
          const ownPlan = refuseDeleted ? { ownPlan: context.plan! } : {};
          return {
            ...records(event),
            ...ownPlan,
            type: 'LOOK_UP_PLANS',
            from: self,
          } satisfies PlanStoreEvent;
        },
      ),
      changeRecord: sendTo(
        ({ system }) => system.get('route53'),
        ({ context }) =>
          ({
            type: 'CHANGE_RECORD',
            endpoint: context.endpoint!,
            plan: context.plan!,
            ...(recheckOnApply && { onlyIfNewer: true }),
          }) satisfies Route53Event,
      ),
      goToNextEndpoint: assign({
        endpoint: ({ context }) => {
          const next = ENDPOINTS.indexOf(context.endpoint!) + 1;
          return next < endpoints ? ENDPOINTS[next]! : null;
        },
      }),
      findOldPlans: sendTo(
        ({ system }) => system.get('plan-store'),
        ({ context, event, self }) =>
          ({
            type: 'FIND_OLD_PLANS',
            upTo: context.plan! - age,
            ...(event.type === 'RECORDS' && { sparing: event.activePlans }),
            from: self,
          }) satisfies PlanStoreEvent,
      ),
      rememberDeletable: assign({ deletable: ({ context, event }) => foundPlans(context, event) }),
      rememberAllButOldest: assign({
        deletable: ({ context, event }) => foundPlans(context, event).slice(1),
      }),
      deleteOldPlans: sendTo(
        ({ system }) => system.get('plan-store'),
        ({ context, event }) =>
          ({ type: 'DELETE_PLANS', plans: foundPlans(context, event) }) satisfies PlanStoreEvent,
      ),
      deleteOldestPlan: sendTo(
        ({ system }) => system.get('plan-store'),
        ({ context, event }) =>
          ({ type: 'DELETE_PLANS', plans: foundPlans(context, event).slice(0, 1) }) satisfies PlanStoreEvent,
      ),
      forgetPlan: assign(EMPTY_HANDED),
      forgetDeletable: assign({ deletable: null }),
      acquireLock: sendTo(
        ({ system }) => system.get('lock'),
        ({ self }) => ({ type: 'ACQUIRE', from: self }) satisfies LockEvent,
      ),
      releaseLock: sendTo(
        ({ system }) => system.get('lock'),
        ({ self }) => ({ type: 'RELEASE', from: self }) satisfies LockEvent,
      ),
    },
  });
}

function records(event: EnactorEvent): { activePlans: readonly number[] } {
  assertEvent(event, 'RECORDS');
  return { activePlans: event.activePlans };
}

/** The old plans that the plan store has just listed; after a test, those of them that passed it. */
function foundPlans({ deletable }: EnactorContext, event: EnactorEvent): readonly number[] {
  assertEvent(event, 'OLD_PLANS');
  return deletable ? event.plans.filter((plan) => deletable.includes(plan)) : event.plans;
}
