import type { AnyActorRef } from 'xstate';
import { sendTo, setup } from 'xstate';

/** Relieves a host of its memory pressure: throws the metrics away that it holds. */
export const operator = setup({
  types: {
    input: {} as { buffer: AnyActorRef },
    context: {} as { buffer: AnyActorRef },
    events: {} as { type: 'purge' },
  },
  actions: { purgeTheBuffer: sendTo(({ context }) => context.buffer, { type: 'purge' }) },
}).createMachine({
  id: 'operator',
  context: ({ input }) => input,
  on: { purge: { description: 'The operator purges the buffer.', actions: 'purgeTheBuffer' } },
});
