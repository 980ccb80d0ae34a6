import type { AnyActorRef } from 'xstate';
import { assertEvent, assign, enqueueActions, sendTo, setup } from 'xstate';
import type { Endpoint } from './endpoints.ts';
import type { PlanStoreAnswer, PlanStoreEvent } from './plan-store.ts';
import type { Route53Answer, Route53Event } from './route53.ts';

/** What the operator tells the Planner and the Enactors, which then do nothing any more. */
export interface SwitchOff {
  type: 'SWITCH_OFF';
}

/** The operator's steps, and the answers it gets within them. */
type OperatorEvent =
  | { type: 'STOP_AUTOMATION' | 'CREATE_ALIAS' }
  | { type: 'DELETE_ALIAS'; endpoint: Endpoint }
  | PlanStoreAnswer
  | Route53Answer;

const LOOK_UP = {
  actions: 'lookUpPlans',
  description: 'and whether the plans they name still exist',
} as const;

const setupOperator = setup({
  types: {
    /** `automation`: what is to be switched off; `behindRecords`: where what records name is kept. */
    input: {} as { automation: readonly AnyActorRef[]; behindRecords?: 'record-trees' },
    context: {} as {
      automation: readonly AnyActorRef[];
      /** The endpoint whose alias is in their hands; null when there is none. */
      endpoint: Endpoint | null;
      behindRecords?: 'record-trees';
      /** Whether they have created an alias; only where somebody asks. */
      hasCreated?: boolean;
    },
    events: {} as OperatorEvent,
  },
  guards: {
    activePlanIsMissing: ({ event }) => {
      assertEvent(event, 'PLANS_LOOKED_UP');
      return event.activePlanIsMissing;
    },
  },
  actions: {
    readRecords: sendTo(
      ({ system }) => system.get('route53'),
      ({ self }) => ({ type: 'READ_RECORDS', from: self }) satisfies Route53Event,
    ),
    readRecordOfEndpoint: sendTo(
      ({ system }) => system.get('route53'),
      ({ context, self }) =>
        ({ type: 'READ_RECORDS', endpoint: context.endpoint!, from: self }) satisfies Route53Event,
    ),
    lookUpPlans: sendTo(
      ({ context, system }) => system.get(context.behindRecords ?? 'plan-store'),
      ({ event, self }) => {
        assertEvent(event, 'RECORDS');
        return {
          type: 'LOOK_UP_PLANS',
          activePlans: event.activePlans,
          from: self,
        } satisfies PlanStoreEvent;
      },
    ),
    switchOffAutomation: enqueueActions(({ context, enqueue }) => {
      for (const part of context.automation) enqueue.sendTo(part, { type: 'SWITCH_OFF' } satisfies SwitchOff);
    }),
    takeEndpoint: assign({
      endpoint: ({ event }) => {
        assertEvent(event, 'DELETE_ALIAS');
        return event.endpoint;
      },
    }),
    leaveEndpoint: assign({ endpoint: null }),
    noteCreation: assign({ hasCreated: true }),
    deleteRecord: sendTo(
      ({ system }) => system.get('route53'),
      ({ context }) => ({ type: 'DELETE_RECORD', endpoint: context.endpoint! }) satisfies Route53Event,
    ),
    createRecord: sendTo(
      ({ system }) => system.get('route53'),
      ({ context }) =>
        ({
          type: 'CREATE_RECORD_FROM_ROLLBACK',
          endpoint: context.endpoint!,
        }) satisfies Route53Event,
    ),
  },
});

const WATCHING = {
  on: {
    STOP_AUTOMATION: {
      actions: 'readRecords',
      description: 'the operator looks whether the records resolve',
    },
    RECORDS: LOOK_UP,
    PLANS_LOOKED_UP: [
      {
        guard: 'activePlanIsMissing',
        target: 'automationStopped',
        actions: 'switchOffAutomation',
        description: 'a record is empty: the operator switches Planner and Enactors off',
      },
      { description: 'every record resolves, so that nobody has a reason to stop anything' },
    ],
  },
} as const;

/**
 * The operator: the people who repaired the record in the night of 20 October 2025. They stop the automation first,
 * then delete the broken alias of an endpoint, then create it anew from its rollback. Nobody has to act, and
 * nobody acts on a record that resolves.
 *
 * @param stopsFirst whether they stop the automation before they touch a record
 * @param remembers whether it is noted that they have created an alias
 */
export function createOperator({ stopsFirst = true, remembers = false } = {}) {
  const repairing = stopsFirst ? 'automationStopped' : 'repairing';
  return setupOperator.createMachine({
    id: 'operator',
    description: 'Stops the automation and repairs broken records by hand.',
    context: ({ input }) => ({ ...input, endpoint: null, ...(remembers && { hasCreated: false }) }),
    initial: stopsFirst ? 'watching' : repairing,
    states: {
      ...(stopsFirst && { watching: WATCHING }),
      [repairing]: {
        on: {
          DELETE_ALIAS: {
            actions: ['takeEndpoint', 'readRecordOfEndpoint'],
            description: 'the operator looks at the record of one endpoint',
          },
          RECORDS: LOOK_UP,
          PLANS_LOOKED_UP: [
            {
              guard: 'activePlanIsMissing',
              target: 'aliasDeleted',
              actions: 'deleteRecord',
              description: 'it is empty: the operator deletes the broken alias',
            },
            { actions: 'leaveEndpoint', description: 'it resolves, so it is left alone' },
          ],
        },
      },
      aliasDeleted: {
        on: {
          CREATE_ALIAS: {
            target: repairing,
            actions: ['createRecord', 'leaveEndpoint', ...(remembers ? (['noteCreation'] as const) : [])],
            description: 'the operator creates the alias anew from its rollback',
          },
        },
      },
    },
  });
}

export const operator = createOperator();
