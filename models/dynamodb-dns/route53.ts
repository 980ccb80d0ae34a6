import type { AnyActorRef } from 'xstate';
import { assertEvent, assign, sendTo, setup } from 'xstate';
import type { Endpoint } from './endpoints.ts';
import { ENDPOINTS } from './endpoints.ts';

/** What Route 53 is asked. */
export type Route53Event =
  | { type: 'READ_RECORDS'; from: AnyActorRef }
  /** One transaction: points the record of one endpoint at a plan, on a condition where there is one. */
  | { type: 'CHANGE_RECORD'; endpoint: Endpoint; plan: number; onlyIfNewer?: boolean };

/** What Route 53 answers: the plans that records name, each once, oldest first. */
export interface Route53Answer {
  type: 'RECORDS';
  activePlans: readonly number[];
}

/** The active plan of each endpoint there is. */
export type ActivePlans = Readonly<Partial<Record<Endpoint, number>>>;

/**
 * Route 53, as far as the DynamoDB endpoints go: one record an endpoint, each naming its active plan. A
 * record resolves as long as the plan store has the plan it names; nothing here says so a second time.
 * It behaved as it should throughout.
 *
 * @param endpoints how many of the {@link ENDPOINTS} there are; at first every record names plan 1
 */
export function createRoute53(endpoints: number) {
  return setup({
    types: {
      /** The plan that the record of each endpoint names. */
      context: {} as { activePlan: ActivePlans },
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
        ({ context }) =>
          ({
            type: 'RECORDS',
            activePlans: [...new Set(Object.values(context.activePlan))].toSorted((a, b) => a - b),
          }) satisfies Route53Answer,
      ),
      pointRecordAtPlan: assign({
        activePlan: ({ context, event }) => {
          assertEvent(event, 'CHANGE_RECORD');
          return { ...context.activePlan, [event.endpoint]: event.plan };
        },
      }),
    },
  }).createMachine({
    id: 'route53',
    description: 'Holds a record for each endpoint and changes one record in one transaction.',
    context: { activePlan: Object.fromEntries(ENDPOINTS.slice(0, endpoints).map((name) => [name, 1])) },
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
            { actions: 'pointRecordAtPlan', description: 'the record of the endpoint now names this plan' },
          ],
        },
      },
    },
  });
}
