import type { AnyActorRef } from 'xstate';
import { enqueueActions, setup } from 'xstate';
import type { SupplierNews } from '../cascade-2020/service.ts';

/**
 * An answer for the name of DynamoDB that people put into the resolver of the internal network: who asks there finds
 * DynamoDB, whatever the public record says.
 */
export const resolverOverride = setup({
  types: {
    input: {} as { name: string; consumers: readonly AnyActorRef[] },
    context: {} as { name: string; consumers: readonly AnyActorRef[] },
    events: {} as { type: 'putInForce' },
  },
  actions: {
    tellThatItIsThere: enqueueActions(({ context, enqueue }) => {
      const news: SupplierNews = { type: 'supplierIs', supplier: context.name, status: 'ok' };
      for (const consumer of context.consumers) enqueue.sendTo(consumer, news);
    }),
  },
}).createMachine({
  id: 'resolver-override',
  context: ({ input }) => input,
  initial: 'toCome',
  states: {
    toCome: {
      on: {
        putInForce: {
          description: 'The internal resolver answers for DynamoDB.',
          target: 'inForce',
          actions: 'tellThatItIsThere',
        },
      },
    },
    inForce: { tags: 'inForce' },
  },
});
