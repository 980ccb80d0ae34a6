import type { AnyActorRef } from 'xstate';
import { sendTo, setup } from 'xstate';

/** A fork between two philosophers: given to who asks for it while it lies on the table. */
export const fork = setup({
  types: {
    events: {} as { type: 'take'; by: AnyActorRef } | { type: 'layDown' },
  },
  actions: {
    give: sendTo(({ event }) => (event as { by: AnyActorRef }).by, { type: 'given' }),
  },
}).createMachine({
  id: 'fork',
  initial: 'onTheTable',
  states: {
    onTheTable: { on: { take: { target: 'taken', actions: 'give' } } },
    taken: { on: { take: {}, layDown: 'onTheTable' } },
  },
});
