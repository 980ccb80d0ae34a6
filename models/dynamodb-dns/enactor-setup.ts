import { assertEvent, assign, enqueueActions, sendTo, setup } from 'xstate';
import type { Endpoint } from './endpoints.ts';
import { ENDPOINTS } from './endpoints.ts';
import type { LockRecordAnswer, LockRecordEvent } from '../dynamodb-dns-lock/lock-record.ts';
import type { LockAnswer, LockEvent } from './lock.ts';
import type { SwitchOff } from './operator.ts';
import type { PlanStoreAnswer, PlanStoreEvent } from './plan-store.ts';
import type { Route53Answer, Route53Event } from './route53.ts';

/** The steps an Enactor takes of its own accord. */
export const ENACTOR_STEPS = ['PICK', 'READ_LOCK', 'APPLY', 'TEST', 'CLEAN_UP', 'DETECT'] as const;
type EnactorStep = (typeof ENACTOR_STEPS)[number];

/** Its steps, the answers it gets within them, and what an operator may tell it. */
export type EnactorEvent =
  | { type: EnactorStep }
  | PlanStoreAnswer
  | Route53Answer
  | LockAnswer
  | LockRecordAnswer
  | SwitchOff;

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
  /**
   * What a record holds: an alias of the `tree` of records that is written with it, or a `copy` of the plan. Where
   * neither is said, the name of a plan in the plan store. README.md compares the three.
   */
  abstraction?: 'tree' | 'copy' | undefined;
}

/** The guards and actions of an Enactor: what it decides by, what it asks, writes and remembers. */
export function setupEnactor({ endpoints, age, recheckOnApply, refuseDeleted, abstraction }: EnactorOptions) {
  /** Where it is seen whether what a record names still exists. */
  const behindRecords = abstraction === 'tree' ? 'record-trees' : 'plan-store';
  /** Where clean-up looks for what is old. No tree outlives a plan where plans are deleted with their trees. */
  const listed = refuseDeleted ? 'plan-store' : behindRecords;
  const deletedToo = listed === behindRecords ? undefined : behindRecords;
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
      ownPlanIsNotLookedUp: ({ event }) => {
        assertEvent(event, 'PLANS_LOOKED_UP');
        return event.ownPlanIsMissing === undefined;
      },
      recordIsEmpty: ({ event }) => {
        assertEvent(event, 'RECORDS');
        return event.recordIsEmpty === true;
      },
      planIsNotNewerThanRoot: ({ context, event }) =>
        context.plan! <= Math.max(...records(event).activePlans),
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
      readRecordsAndRollback: sendTo(
        ({ system }) => system.get('route53'),
        ({ self }) => ({ type: 'READ_RECORDS', rollback: true, from: self }) satisfies Route53Event,
      ),
      readRecordsForNext: enqueueActions(({ context: { endpoint }, enqueue, self, system }) => {
        const question: Route53Event = { type: 'READ_RECORDS', from: self };
        if (endpoint !== null) enqueue.sendTo(system.get('route53'), question);
      }),
      readRecordOfEndpoint: enqueueActions(({ context: { endpoint }, enqueue, self, system }) => {
        if (endpoint === null) return;
        const question: Route53Event = { type: 'READ_RECORDS', endpoint, from: self };
        enqueue.sendTo(system.get('route53'), question);
      }),
      lookUpPlans: sendTo(
        ({ system }) => system.get(behindRecords),
        ({ context, event, self }) => {
          const asksForOwn = abstraction === 'copy' || (refuseDeleted && abstraction !== 'tree');
          const ownPlan = asksForOwn && context.plan !== null ? { ownPlan: context.plan } : {};
          return {
            ...records(event),
            ...ownPlan,
            type: 'LOOK_UP_PLANS',
            from: self,
          } satisfies PlanStoreEvent;
        },
      ),
      lookUpOwnPlan: sendTo(
        ({ system }) => system.get('plan-store'),
        ({ context, self }) =>
          ({
            type: 'LOOK_UP_PLANS',
            activePlans: [],
            ownPlan: context.plan!,
            from: self,
          }) satisfies PlanStoreEvent,
      ),
      changeRecord: sendTo(
        ({ system }) => system.get('route53'),
        ({ context, event }) =>
          ({
            type: 'CHANGE_RECORD',
            endpoint: context.endpoint!,
            plan: context.plan!,
            ...(recheckOnApply && { onlyIfNewer: true }),
            ...(abstraction === 'copy' && isLate(event) && { ofDeletedPlan: true }),
          }) satisfies Route53Event,
      ),
      goToNextEndpoint: assign({
        endpoint: ({ context }) => {
          const next = ENDPOINTS.indexOf(context.endpoint!) + 1;
          return next < endpoints ? ENDPOINTS[next]! : null;
        },
      }),
      wipeRecord: sendTo(
        ({ system }) => system.get('route53'),
        ({ context }) => ({ type: 'WIPE_RECORD', endpoint: context.endpoint! }) satisfies Route53Event,
      ),
      findOldPlans: sendTo(
        ({ system }) => system.get(listed),
        ({ context, event, self }) =>
          ({
            type: 'FIND_OLD_PLANS',
            upTo: context.plan! - age,
            ...(event.type === 'RECORDS' && {
              sparing: [...event.activePlans, ...(event.rollbackPlans ?? [])],
            }),
            from: self,
          }) satisfies PlanStoreEvent,
      ),
      rememberDeletable: assign({ deletable: ({ context, event }) => foundPlans(context, event) }),
      rememberAllButOldest: assign({
        deletable: ({ context, event }) => foundPlans(context, event).slice(1),
      }),
      deleteOldPlans: enqueueActions(({ context, enqueue, event, system }) => {
        const order: PlanStoreEvent = { type: 'DELETE_PLANS', plans: foundPlans(context, event) };
        enqueue.sendTo(system.get(listed), order);
        if (deletedToo !== undefined) enqueue.sendTo(system.get(deletedToo), order);
      }),
      deleteOldestPlan: enqueueActions(({ context, enqueue, event, system }) => {
        const order: PlanStoreEvent = { type: 'DELETE_PLANS', plans: foundPlans(context, event).slice(0, 1) };
        enqueue.sendTo(system.get(listed), order);
        if (deletedToo !== undefined) enqueue.sendTo(system.get(deletedToo), order);
      }),
      forgetPlan: assign(EMPTY_HANDED),
      turnToRecords: assign({ plan: null, endpoint: ENDPOINTS[0] }),
      forgetDeletable: assign({ deletable: null }),
      acquireLock: sendTo(
        ({ system }) => system.get('lock'),
        ({ self }) => ({ type: 'ACQUIRE', from: self }) satisfies LockEvent,
      ),
      readLockRecord: sendTo(
        ({ system }) => system.get('lock-record'),
        ({ self }) => ({ type: 'READ_LOCK_RECORD', from: self }) satisfies LockRecordEvent,
      ),
      compareLockRecord: sendTo(
        ({ system }) => system.get('lock-record'),
        ({ self }) => ({ type: 'COMPARE_LOCK_RECORD', from: self }) satisfies LockRecordEvent,
      ),
      replaceLockRecord: sendTo(({ system }) => system.get('lock-record'), {
        type: 'REPLACE_LOCK_RECORD',
      } satisfies LockRecordEvent),
      releaseLock: sendTo(
        ({ system }) => system.get('lock'),
        ({ self }) => ({ type: 'RELEASE', from: self }) satisfies LockEvent,
      ),
    },
  });
}

/** Whether the plan store has just said that the Enactor's own plan is gone. */
function isLate(event: EnactorEvent): boolean {
  return event.type === 'PLANS_LOOKED_UP' && event.ownPlanIsMissing === true;
}

function records(event: EnactorEvent): { activePlans: readonly number[] } {
  assertEvent(event, ['RECORDS', 'NEWEST_PLAN']);
  return { activePlans: event.activePlans };
}

/** The old plans that the plan store has just listed; after a test, those of them that passed it. */
function foundPlans({ deletable }: EnactorContext, event: EnactorEvent): readonly number[] {
  assertEvent(event, 'OLD_PLANS');
  return deletable ? event.plans.filter((plan) => deletable.includes(plan)) : event.plans;
}
