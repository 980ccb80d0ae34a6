import type { AnyActorRef } from 'xstate';
import { sendTo, setup } from 'xstate';

export type CustomersEvent = { type: 'wantOneTaskMore' } | { type: 'wantOneTaskLess' };

/** Those who run containers, and want more of them or fewer. */
export const customers = setup({
  types: {
    input: {} as { service: AnyActorRef },
    context: {} as { service: AnyActorRef },
    events: {} as CustomersEvent,
  },
  actions: {
    askToScaleOut: sendTo(({ context }) => context.service, { type: 'scaleOut' }),
    askToRemove: sendTo(({ context }) => context.service, { type: 'removeTask' }),
  },
}).createMachine({
  id: 'customers',
  context: ({ input }) => input,
  on: { wantOneTaskMore: { actions: 'askToScaleOut' }, wantOneTaskLess: { actions: 'askToRemove' } },
});
