import type { AnyActorRef } from 'xstate';
import { sendTo, setup } from 'xstate';

export type OperatorEvent = { type: 'relaxByOne' } | { type: 'relaxAtOnce' };

interface Operator {
  networkManager: AnyActorRef;
}

/** Those who relax the limit on requests. */
export const operator = setup({
  types: { input: {} as Operator, context: {} as Operator, events: {} as OperatorEvent },
  actions: {
    passOn: sendTo(
      ({ context }) => context.networkManager,
      ({ event }) => event,
    ),
  },
}).createMachine({
  id: 'operator',
  context: ({ input }) => input,
  on: { relaxByOne: { actions: 'passOn' }, relaxAtOnce: { actions: 'passOn' } },
});
