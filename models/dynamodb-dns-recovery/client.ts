import { assertEvent, sendTo, setup } from 'xstate';
import { ENDPOINTS } from '../dynamodb-dns/endpoints.ts';
import type { PlanStoreAnswer, PlanStoreEvent } from '../dynamodb-dns/plan-store.ts';
import type { Route53Answer, Route53Event } from '../dynamodb-dns/route53.ts';
import type { InternalNetworkAnswer, InternalNetworkEvent } from './internal-network.ts';

/** A tick: half of the quarter of an hour from the repaired record to the last client. */
export const TICK = 450_000;

type ClientEvent = { type: 'CONNECT' | 'CLOSE' } | PlanStoreAnswer | Route53Answer | InternalNetworkAnswer;

/**
 * A client of DynamoDB: it looks the name up to open a connection, and keeps a bad answer for as long as it may. A
 * connection that stands does not ask for names.
 *
 * @param internal whether it asks the internal network's resolvers first
 * @param ttl ticks for which a bad answer is kept; 0: it is not kept
 */
export function createClient({ internal, ttl }: { internal: boolean; ttl: number }) {
  const isBad = { ...(ttl > 0 && { target: 'misled' as const }) };
  return setup({
    types: { context: {}, events: {} as ClientEvent },
    delays: { ttl: ttl * TICK },
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
      askOverride: sendTo(
        ({ system }) => system.get('internal-network'),
        ({ self }) => ({ type: 'ASK_OVERRIDE', from: self }) satisfies InternalNetworkEvent,
      ),
      readRecord: sendTo(
        ({ system }) => system.get('route53'),
        ({ self }) => ({ type: 'READ_RECORDS', endpoint: ENDPOINTS[0], from: self }) satisfies Route53Event,
      ),
      lookUpPlans: sendTo(
        ({ system }) => system.get('plan-store'),
        ({ event, self }) => {
          assertEvent(event, 'RECORDS');
          return {
            type: 'LOOK_UP_PLANS',
            activePlans: event.activePlans,
            from: self,
          } satisfies PlanStoreEvent;
        },
      ),
    },
  }).createMachine({
    id: internal ? 'internal-client' : 'external-client',
    description: 'Looks the name up to open a connection, and keeps bad answers for a while.',
    context: {},
    initial: 'apart',
    states: {
      apart: {
        on: {
          CONNECT: {
            actions: internal ? 'askOverride' : 'readRecord',
            description: 'the client looks up the name',
          },
          ...(internal && {
            OVERRIDDEN: { target: 'connected', description: 'it gets good addresses, and connects' },
            NOT_OVERRIDDEN: { actions: 'readRecord', description: 'it asks the public DNS' },
          }),
          RECORDS: [
            { guard: 'recordIsEmpty', ...isBad, description: 'the name does not exist: it cannot connect' },
            { actions: 'lookUpPlans', description: 'the record names a plan' },
          ],
          PLANS_LOOKED_UP: [
            {
              guard: 'activePlanIsMissing',
              ...isBad,
              description: 'the name has no addresses: it cannot connect',
            },
            { target: 'connected', description: 'it gets good addresses, and connects' },
          ],
        },
      },
      ...(ttl > 0 && {
        misled: {
          description: 'It has a bad answer in its cache, and does not ask again.',
          after: { ttl: { target: 'apart', description: 'the bad answer has left the cache' } },
        },
      }),
      connected: {
        on: { CLOSE: { target: 'apart', description: 'the client has no more use for the connection' } },
      },
    },
  });
}
