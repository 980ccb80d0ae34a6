import type { AnyActorRef } from 'xstate';
import { assertEvent, assign, sendTo, setup } from 'xstate';

/** What the plan store is asked. Plans are named by their generation; a larger one is newer. */
export type PlanStoreEvent =
  | { type: 'WRITE_PLAN'; plan: number }
  | { type: 'GET_NEWEST_PLAN'; activePlans: readonly number[]; from: AnyActorRef }
  /** Do the active plans exist, and the plan that is about to be applied, if it is named? */
  | { type: 'LOOK_UP_PLANS'; activePlans: readonly number[]; ownPlan?: number; from: AnyActorRef }
  | { type: 'FIND_OLD_PLANS'; upTo: number; sparing?: readonly number[]; from: AnyActorRef }
  | { type: 'DELETE_PLANS'; plans: readonly number[] };

/** What the plan store answers. */
export type PlanStoreAnswer =
  /** Says again which plans were active, so that the answer can be judged by itself. */
  | {
      type: 'NEWEST_PLAN';
      plan: number;
      activePlans: readonly number[];
      activePlanIsMissing: boolean;
    }
  | { type: 'PLANS_LOOKED_UP'; activePlanIsMissing: boolean; ownPlanIsMissing?: boolean }
  | { type: 'OLD_PLANS'; plans: readonly number[] };

/** What a store of generations calls itself and what happens to it. */
interface Words {
  id: string;
  description: string;
  kept: string;
  /** Absent where nobody asks it for the newest. */
  newest?: string;
  lookedUp: string;
  listed: string;
  deleted: string;
}

const setupStore = setup({
  types: {
    context: {} as { plans: ReadonlySet<number> },
    events: {} as PlanStoreEvent,
  },
  actions: {
    keepPlan: assign({
      plans: ({ context, event }) => {
        assertEvent(event, 'WRITE_PLAN');
        return new Set([...context.plans, event.plan]);
      },
    }),
    deletePlans: assign({
      plans: ({ context, event }) => {
        assertEvent(event, 'DELETE_PLANS');
        return new Set([...context.plans].filter((plan) => !event.plans.includes(plan)));
      },
    }),
    answerNewestPlan: sendTo(
      ({ event }) => asker(event),
      ({ context, event }) => {
        assertEvent(event, 'GET_NEWEST_PLAN');
        return {
          type: 'NEWEST_PLAN',
          plan: Math.max(...context.plans),
          activePlans: event.activePlans,
          activePlanIsMissing: isMissing(context.plans, event.activePlans),
        } satisfies PlanStoreAnswer;
      },
    ),
    answerLookUp: sendTo(
      ({ event }) => asker(event),
      ({ context, event }) => {
        assertEvent(event, 'LOOK_UP_PLANS');
        return {
          type: 'PLANS_LOOKED_UP',
          activePlanIsMissing: isMissing(context.plans, event.activePlans),
          ...(event.ownPlan !== undefined && { ownPlanIsMissing: !context.plans.has(event.ownPlan) }),
        } satisfies PlanStoreAnswer;
      },
    ),
    answerOldPlans: sendTo(
      ({ event }) => asker(event),
      ({ context, event }) => {
        assertEvent(event, 'FIND_OLD_PLANS');
        return {
          type: 'OLD_PLANS',
          plans: [...context.plans]
            .filter((plan) => plan <= event.upTo && !event.sparing?.includes(plan))
            .toSorted((a, b) => a - b),
        } satisfies PlanStoreAnswer;
      },
    ),
  },
});

/** A store that keeps, by generation, what has been written and not yet deleted: plans, or what is made of each. */
export function createStore({ id, description, kept, newest, lookedUp, listed, deleted }: Words) {
  return setupStore.createMachine({
    id,
    description,
    context: { plans: new Set([1]) },
    initial: 'keeping',
    states: {
      keeping: {
        on: {
          WRITE_PLAN: { actions: 'keepPlan', description: kept },
          ...(newest !== undefined && {
            GET_NEWEST_PLAN: { actions: 'answerNewestPlan', description: newest },
          }),
          LOOK_UP_PLANS: { actions: 'answerLookUp', description: lookedUp },
          FIND_OLD_PLANS: { actions: 'answerOldPlans', description: listed },
          DELETE_PLANS: { actions: 'deletePlans', description: deleted },
        },
      },
    },
  });
}

/** The plan store: keeps every plan that has been written and not yet deleted. */
export const planStore = createStore({
  id: 'plan-store',
  description: 'Keeps the plans. A DNS record names a plan; without the plan it has no addresses.',
  kept: 'the new plan is stored',
  newest: 'the store names its newest plan and says whether the active ones still exist',
  lookedUp: 'the store says which of these plans still exist',
  listed: 'the store lists the plans that lie many generations behind',
  deleted: 'these plans are gone, for good',
});

function asker(event: PlanStoreEvent): AnyActorRef {
  assertEvent(event, ['GET_NEWEST_PLAN', 'LOOK_UP_PLANS', 'FIND_OLD_PLANS']);
  return event.from;
}

function isMissing(stored: ReadonlySet<number>, wanted: readonly number[]): boolean {
  return wanted.some((plan) => !stored.has(plan));
}
