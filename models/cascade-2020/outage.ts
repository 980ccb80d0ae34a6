import type { AnyActorRef } from 'xstate';
import { sendTo, setup } from 'xstate';

export type OutageEvent = { type: 'strike' } | { type: 'repair' } | { type: 'repaired' };

/** A fault that strikes one service once, and the people who repair it: nobody knows when, or whether, they do. */
export const outage = setup({
  types: {
    input: {} as { root: AnyActorRef },
    context: {} as { root: AnyActorRef },
    events: {} as OutageEvent,
  },
  actions: {
    breakTheRoot: sendTo(({ context }) => context.root, { type: 'break' }),
    repairTheRoot: sendTo(
      ({ context }) => context.root,
      ({ self }) => ({ type: 'repair', from: self }),
    ),
  },
}).createMachine({
  id: 'outage',
  context: ({ input }) => input,
  initial: 'toCome',
  states: {
    toCome: {
      on: {
        strike: { description: 'The root breaks.', target: 'underWay', actions: 'breakTheRoot' },
      },
    },
    underWay: {
      on: {
        repair: { description: 'People try to repair the root.', actions: 'repairTheRoot' },
        repaired: { description: 'They succeed.', target: 'over' },
      },
    },
    over: {},
  },
});
