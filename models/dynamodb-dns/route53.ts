import type { AnyActorRef } from 'xstate';
import { assertEvent, assign, sendTo, setup } from 'xstate';
import type { Endpoint } from './endpoints.ts';
import { ENDPOINTS } from './endpoints.ts';
import type { PlanStoreEvent } from './plan-store.ts';

/** What Route 53 is asked. */
export type Route53Event =
  /** Which plans do the records name; with an endpoint: which does its record? */
  | { type: 'READ_RECORDS'; endpoint?: Endpoint; rollback?: boolean; from: AnyActorRef }
  /** One transaction: points the record of one endpoint at a plan, on a condition where there is one. */
  | {
      type: 'CHANGE_RECORD';
      endpoint: Endpoint;
      plan: number;
      onlyIfNewer?: boolean;
      /** Where records hold copies: the plan had been deleted when it was copied. */
      ofDeletedPlan?: boolean;
    }
  /** Where records hold copies: empties the record of an endpoint. */
  | { type: 'WIPE_RECORD'; endpoint: Endpoint }
  /** By hand, where there is an operator: deletes the record of an endpoint, or creates it anew. */
  | { type: 'DELETE_RECORD' | 'CREATE_RECORD_FROM_ROLLBACK'; endpoint: Endpoint };

/** What Route 53 answers: the plans that records name, each once, oldest first. */
export interface Route53Answer {
  type: 'RECORDS';
  activePlans: readonly number[];
  /** Whether some endpoint has no record, or an empty one; told where Enactors have to know. */
  recordIsEmpty?: boolean;
  /** The plans that records named before, where that was asked. */
  rollbackPlans?: readonly number[];
}

/** The active plan of each endpoint there is; null where its record has been deleted. */
export type ActivePlans = Readonly<Partial<Record<Endpoint, number | null>>>;

interface Records {
  /** The plan that the record of each endpoint names. */
  activePlan: ActivePlans;
  /** The plan it named before; only in the design whose operator goes back to it. */
  rollback?: ActivePlans;
  /** Where records hold copies: whether the plan had been deleted when it was copied. Nobody acts on it. */
  copiedLate?: Readonly<Partial<Record<Endpoint, boolean>>>;
}

/** What the records are, and what may happen to them beside being changed. */
export interface Route53Options {
  /** How many of the {@link ENDPOINTS} there are; at first every record names plan 1. */
  endpoints: number;
  /** Whether it also keeps which plan a record named before. */
  keepsRollback?: boolean | undefined;
  /** Whether people may delete records and create them anew. */
  byHand?: boolean | undefined;
  /** Whether a record is an alias of the tree of a plan, which is written in the same transaction. */
  trees?: boolean | undefined;
  /** Whether it says, when asked, that an endpoint has no record, or an empty one. */
  tellsEmpty?: boolean | undefined;
  /** Whether a record holds a copy of a plan, and may be emptied. */
  copies?: boolean | undefined;
}

/**
 * Route 53, as far as the DynamoDB endpoints go: one record an endpoint, each naming its active plan. A
 * record resolves as long as the plan store has the plan it names; nothing here says so a second time.
 * It behaved as it should throughout.
 */
export function createRoute53(options: Route53Options) {
  const { endpoints, keepsRollback, byHand, trees, copies, tellsEmpty = copies } = options;
  const names = ENDPOINTS.slice(0, endpoints);
  return setup({
    types: {
      context: {} as Records,
      events: {} as Route53Event,
    },
    guards: {
      conditionFails: ({ context, event }) => {
        assertEvent(event, 'CHANGE_RECORD');
        return event.onlyIfNewer === true && event.plan <= context.activePlan[event.endpoint]!;
      },
    },
    actions: {
      answerRecords: sendTo(
        ({ event }) => {
          assertEvent(event, 'READ_RECORDS');
          return event.from;
        },
        ({ context, event }) => {
          assertEvent(event, 'READ_RECORDS');
          const asked = event.endpoint === undefined ? names : [event.endpoint];
          const plans = asked.flatMap((endpoint) => context.activePlan[endpoint] ?? []);
          return {
            type: 'RECORDS',
            activePlans: [...new Set(plans)].toSorted((a, b) => a - b),
            ...(tellsEmpty && { recordIsEmpty: plans.length < asked.length }),
            ...(event.rollback && {
              rollbackPlans: asked.flatMap((endpoint) => context.rollback?.[endpoint] ?? []),
            }),
          } satisfies Route53Answer;
        },
      ),
      pointRecordAtPlan: assign({
        activePlan: ({ context, event }) => {
          assertEvent(event, 'CHANGE_RECORD');
          return { ...context.activePlan, [event.endpoint]: event.plan };
        },
      }),
      keepReplacedPlan: assign({
        rollback: ({ context, event }) => {
          assertEvent(event, 'CHANGE_RECORD');
          return { ...context.rollback, [event.endpoint]: context.activePlan[event.endpoint] };
        },
      }),
      writeTree: sendTo(
        ({ system }) => system.get('record-trees'),
        ({ event }) => {
          assertEvent(event, 'CHANGE_RECORD');
          return { type: 'WRITE_PLAN', plan: event.plan } satisfies PlanStoreEvent;
        },
      ),
      noteWhenCopied: assign({
        copiedLate: ({ context, event }) => {
          assertEvent(event, 'CHANGE_RECORD');
          return { ...context.copiedLate, [event.endpoint]: event.ofDeletedPlan === true };
        },
      }),
      deleteRecord: assign({
        activePlan: ({ context, event }) => {
          assertEvent(event, ['DELETE_RECORD', 'WIPE_RECORD']);
          return { ...context.activePlan, [event.endpoint]: null };
        },
      }),
      pointRecordAtRollback: assign({
        activePlan: ({ context, event }) => {
          assertEvent(event, 'CREATE_RECORD_FROM_ROLLBACK');
          return { ...context.activePlan, [event.endpoint]: context.rollback![event.endpoint] };
        },
      }),
    },
  }).createMachine({
    id: 'route53',
    description: 'Holds a record for each endpoint and changes one record in one transaction.',
    context: {
      activePlan: Object.fromEntries(names.map((name) => [name, 1])),
      ...(keepsRollback && { rollback: Object.fromEntries(names.map((name) => [name, null])) }),
      ...(copies && { copiedLate: Object.fromEntries(names.map((name) => [name, false])) }),
    },
    initial: 'serving',
    states: {
      serving: {
        on: {
          READ_RECORDS: {
            actions: 'answerRecords',
            description: 'Route 53 says which plans the records name',
          },
          CHANGE_RECORD: [
            {
              guard: 'conditionFails',
              description: 'Route 53 refuses the change: the record already names a plan as new as this one',
            },
            {
              actions: [
                ...(keepsRollback ? (['keepReplacedPlan'] as const) : []),
                'pointRecordAtPlan',
                ...(trees ? (['writeTree'] as const) : []),
                ...(copies ? (['noteWhenCopied'] as const) : []),
              ],
              description: changed({ trees, copies }),
            },
          ],
          ...(copies && {
            WIPE_RECORD: { actions: 'deleteRecord', description: 'the record of the endpoint is empty now' },
          }),
          ...(byHand && {
            DELETE_RECORD: { actions: 'deleteRecord', description: 'the endpoint has no record any more' },
            CREATE_RECORD_FROM_ROLLBACK: {
              actions: 'pointRecordAtRollback',
              description:
                'the endpoint has a record again, which names the plan that the one before had replaced',
            },
          }),
        },
      },
    },
  });
}

function changed({ trees, copies }: Pick<Route53Options, 'trees' | 'copies'>): string {
  if (trees) return 'the alias of the endpoint now names this plan, whose tree is written with it';
  if (copies) return 'the record of the endpoint now holds a copy of this plan';
  return 'the record of the endpoint now names this plan';
}
