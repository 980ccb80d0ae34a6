import type { AnyActorRef } from 'xstate';
import { and, assertEvent, assign, enqueueActions, not, or, sendTo, setup, stateIn } from 'xstate';
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
  | { type: 'repair'; from: AnyActorRef }
  | { type: 'restore' };

export interface ServiceInput {
  name: string;
  /** Its rows in the table of dependencies. */
  supplies: readonly Supply[];
  /** Who finds out how it is: those that depend on it, or the buffer they have in front of it. */
  consumers: readonly AnyActorRef[];
  /** Once hurt, it is not well again because its suppliers are: that takes an action of its own. */
  staysHurt?: true;
}

/**
 * Any service in a graph of dependencies. It finds out at once how its suppliers are; what that does to it comes later,
 * in a step of its own. A service may also break of itself, and is then down until it is repaired. Some stay hurt when
 * what hurt them is over, until somebody acts.
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
    staysHurt: ({ context }) => context.staysHurt === true,
    itsSuppliersAreBetter: or([
      and([stateIn({ working: 'down' }), not('aSupplierTakesItDown')]),
      and([stateIn({ working: 'degraded' }), not('aSupplierTakesItDown'), not('aSupplierDegradesIt')]),
    ]),
    outlastsItsSuppliers: and(['staysHurt', 'itsSuppliersAreBetter']),
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
      input.supplies.flatMap(({ supplier, standIn }): [string, Status][] => [
        [supplier, 'ok'],
        ...(standIn === undefined
          ? []
          : [[standIn.service, standIn.isToCome ? 'down' : 'ok'] as [string, Status]]),
      ]),
    ),
  }),
  initial: 'working',
  on: { supplierIs: { description: 'It finds out how a supplier is.', actions: 'noteHowItIs' } },
  states: {
    working: {
      initial: 'ok',
      on: {
        reevaluate: [
          {
            description: 'Its suppliers are well again, and it is not: what has piled up, or stopped, stays.',
            guard: 'outlastsItsSuppliers',
          },
          { description: 'How its suppliers are makes itself felt.', target: '.feelingIt' },
        ],
        restore: { description: 'Somebody does what it takes to bring it back.', target: '.feelingIt' },
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
