import type { AnyActorRef } from 'xstate';
import { assertEvent, sendTo, setup } from 'xstate';
import { ENDPOINTS } from '../dynamodb-dns/endpoints.ts';
import type { PlanStoreAnswer, PlanStoreEvent } from '../dynamodb-dns/plan-store.ts';
import type { Route53Answer, Route53Event } from '../dynamodb-dns/route53.ts';

/** What the internal network's resolvers are asked, and what people may do to them. */
export type InternalNetworkEvent =
  | { type: 'OVERRIDE' }
  | { type: 'ASK_OVERRIDE'; from: AnyActorRef }
  | PlanStoreAnswer
  | Route53Answer;

/** What they answer. */
export interface InternalNetworkAnswer {
  type: 'OVERRIDDEN' | 'NOT_OVERRIDDEN';
}

/** The resolvers of the internal network: people may have them answer with good addresses, whatever the record says. */
export const internalNetwork = setup({
  types: { context: {}, events: {} as InternalNetworkEvent },
  guards: {
    activePlanIsMissing: ({ event }) => {
      assertEvent(event, 'PLANS_LOOKED_UP');
      return event.activePlanIsMissing;
    },
    recordIsEmpty: ({ event }) => {
      assertEvent(event, 'RECORDS');
      return event.recordIsEmpty === true;
    },
  },
  actions: {
    readRecord: sendTo(
      ({ system }) => system.get('route53'),
      ({ self }) => ({ type: 'READ_RECORDS', endpoint: ENDPOINTS[0], from: self }) satisfies Route53Event,
    ),
    lookUpPlans: sendTo(
      ({ system }) => system.get('plan-store'),
      ({ event, self }) => {
        assertEvent(event, 'RECORDS');
        return { type: 'LOOK_UP_PLANS', activePlans: event.activePlans, from: self } satisfies PlanStoreEvent;
      },
    ),
    answerOverridden: sendTo(({ event }) => asker(event), {
      type: 'OVERRIDDEN',
    } satisfies InternalNetworkAnswer),
    answerNotOverridden: sendTo(({ event }) => asker(event), {
      type: 'NOT_OVERRIDDEN',
    } satisfies InternalNetworkAnswer),
  },
}).createMachine({
  id: 'internal-network',
  description: 'Resolves names for internal services; people may override what it answers.',
  context: {},
  initial: 'asRecorded',
  states: {
    asRecorded: {
      on: {
        ASK_OVERRIDE: {
          actions: 'answerNotOverridden',
          description: 'nothing is overridden: ask the public DNS',
        },
        OVERRIDE: { actions: 'readRecord', description: 'people look whether the record resolves' },
        RECORDS: [
          {
            guard: 'recordIsEmpty',
            target: 'overridden',
            description: 'there is no record: people set an override',
          },
          { actions: 'lookUpPlans', description: 'and whether the plan it names still exists' },
        ],
        PLANS_LOOKED_UP: [
          {
            guard: 'activePlanIsMissing',
            target: 'overridden',
            description: 'it is empty: people set an override',
          },
          { description: 'it resolves, so that there is nothing to override' },
        ],
      },
    },
    overridden: {
      on: {
        ASK_OVERRIDE: {
          actions: 'answerOverridden',
          description: 'the resolver answers with good addresses',
        },
      },
    },
  },
});

function asker(event: InternalNetworkEvent): AnyActorRef {
  assertEvent(event, 'ASK_OVERRIDE');
  return event.from;
}
