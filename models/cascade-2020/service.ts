import type { AnyActorRef } from 'xstate';
import { assertEvent, assign, enqueueActions, sendTo, setup } from 'xstate';
import type { Status, Supply } from './edges.ts';
import { harmOf } from './edges.ts';

/** What a consumer finds out about one of its suppliers. */
export interface SupplierNews {
  type: 'supplierIs';
  supplier: string;
  status: Status;
}

export type ServiceEvent =
  | SupplierNews
  | { type: 'reevaluate' }
  | { type: 'break' }
  | { type: 'repair'; from: AnyActorRef };

export interface ServiceInput {
  name: string;
  /** Its rows in the table of dependencies. */
  supplies: readonly Supply[];
  /** Who finds out how it is: those that depend on it, or the buffer they have in front of it. */
  consumers: readonly AnyActorRef[];
}

/**
 * Any service in a graph of dependencies. It finds out at once how its suppliers are; what that does to it comes later,
 * in a step of its own. A service may also break of itself, and is then down until it is repaired.
 */
export const service = setup({
  types: {
    input: {} as ServiceInput,
    context: {} as ServiceInput & {
      /** How its suppliers are, as far as it can tell. */
      seen: Readonly<Record<string, Status>>;
    },
    events: {} as ServiceEvent,
    tags: {} as Status,
  },
  guards: {
    aSupplierTakesItDown: ({ context }) => harmOf(context.supplies, context.seen) === 'down',
    aSupplierDegradesIt: ({ context }) => harmOf(context.supplies, context.seen) === 'degraded',
    whatRepairNeedsIsThere: ({ context }) =>
      context.supplies.every(
        ({ kinds, supplier }) => !kinds.includes('R') || context.seen[supplier] !== 'down',
      ),
  },
  actions: {
    noteHowItIs: assign({
      seen: ({ context, event }) => {
        assertEvent(event, 'supplierIs');
        return { ...context.seen, [event.supplier]: event.status };
      },
    }),
    tellConsumers: enqueueActions(({ context, enqueue }, { status }: { status: Status }) => {
      const news: SupplierNews = { type: 'supplierIs', supplier: context.name, status };
      for (const consumer of context.consumers) enqueue.sendTo(consumer, news);
    }),
    sayRepaired: sendTo(
      ({ event }) => {
        assertEvent(event, 'repair');
        return event.from;
      },
      { type: 'repaired' },
    ),
  },
}).createMachine({
  id: 'service',
  context: ({ input }) => ({
    ...input,
    seen: Object.fromEntries(
      input.supplies
        .flatMap(({ supplier, standIn }) =>
          standIn === undefined ? [supplier] : [supplier, standIn.service],
        )
        .map((supplier) => [supplier, 'ok']),
    ),
  }),
  initial: 'working',
  on: { supplierIs: { description: 'It finds out how a supplier is.', actions: 'noteHowItIs' } },
  states: {
    working: {
      initial: 'ok',
      on: {
        reevaluate: { description: 'How its suppliers are makes itself felt.', target: '.feelingIt' },
        break: { description: 'It breaks of itself.', target: 'broken' },
      },
      states: {
        // Passed through inside a step and never seen between steps.
        feelingIt: {
          always: [
            {
              guard: 'aSupplierTakesItDown',
              target: 'down',
              actions: { type: 'tellConsumers', params: { status: 'down' } },
            },
            {
              guard: 'aSupplierDegradesIt',
              target: 'degraded',
              actions: { type: 'tellConsumers', params: { status: 'degraded' } },
            },
            { target: 'ok', actions: { type: 'tellConsumers', params: { status: 'ok' } } },
          ],
        },
        ok: { tags: 'ok', description: 'It does all its work.' },
        degraded: { tags: 'degraded', description: 'It is late, or does part of its work.' },
        down: { tags: 'down', description: 'It does not do its work.' },
      },
    },
    broken: {
      tags: 'down',
      description: 'It is down, and not for want of a supplier.',
      entry: { type: 'tellConsumers', params: { status: 'down' } },
      on: {
        repair: [
          {
            description: 'It is repaired.',
            guard: 'whatRepairNeedsIsThere',
            target: 'working.feelingIt',
            actions: 'sayRepaired',
          },
          { description: 'It cannot be repaired: what that needs is down.' },
        ],
        reevaluate: {},
      },
    },
  },
});
