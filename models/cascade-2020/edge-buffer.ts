import type { AnyActorRef } from 'xstate';
import { assertEvent, assign, sendTo, setup } from 'xstate';
import type { Status } from './edges.ts';
import type { SupplierNews } from './service.ts';

export interface EdgeBufferInput {
  supplier: string;
  consumer: AnyActorRef;
  /** Milliseconds from when the supplier fails until the buffer is full. */
  holds: number;
}

/**
 * What stands on an edge that is best effort by intention: a buffer, or a shared resource such as memory. It keeps a
 * failing supplier from its consumer until it is full; from then on the consumer feels all of it. Once the supplier
 * is ok there is room again.
 */
export const edgeBuffer = setup({
  types: {
    input: {} as EdgeBufferInput,
    context: {} as EdgeBufferInput & { supplierIs: Status },
    events: {} as SupplierNews,
  },
  delays: { full: ({ context }) => context.holds },
  guards: {
    supplierIsOk: ({ event }) => {
      assertEvent(event, 'supplierIs');
      return event.status === 'ok';
    },
  },
  actions: {
    noteHowItIs: assign({
      supplierIs: ({ event }) => {
        assertEvent(event, 'supplierIs');
        return event.status;
      },
    }),
    tellConsumer: sendTo(
      ({ context }) => context.consumer,
      ({ context: { supplier, supplierIs } }) => ({ type: 'supplierIs', supplier, status: supplierIs }),
    ),
  },
}).createMachine({
  id: 'edge-buffer',
  context: ({ input }) => ({ ...input, supplierIs: 'ok' }),
  initial: 'empty',
  states: {
    empty: {
      on: {
        supplierIs: [
          { guard: 'supplierIsOk' },
          { description: 'What cannot be passed on is kept.', target: 'filling', actions: 'noteHowItIs' },
        ],
      },
    },
    filling: {
      on: {
        supplierIs: [
          { guard: 'supplierIsOk', target: 'empty', actions: 'noteHowItIs' },
          { actions: 'noteHowItIs' },
        ],
      },
      after: { full: { description: 'The buffer is full: best effort turns hard.', target: 'full' } },
    },
    full: {
      entry: 'tellConsumer',
      on: {
        supplierIs: [
          {
            description: 'There is room again.',
            guard: 'supplierIsOk',
            target: 'empty',
            actions: ['noteHowItIs', 'tellConsumer'],
          },
          { actions: ['noteHowItIs', 'tellConsumer'] },
        ],
      },
    },
  },
});
