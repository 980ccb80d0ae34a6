import type { AnyActorRef } from 'xstate';
import { sendTo, setup } from 'xstate';

/**
 * Whoever brings a service back that stays hurt when what hurt it is over: people, with an action of its own. Where less
 * load would do as well, it stands for that too. Nobody has to.
 */
export const recovery = setup({
  types: {
    input: {} as { service: AnyActorRef },
    context: {} as { service: AnyActorRef },
    events: {} as { type: 'act' },
  },
  actions: { restore: sendTo(({ context }) => context.service, { type: 'restore' }) },
}).createMachine({
  id: 'recovery',
  context: ({ input }) => input,
  on: { act: { description: 'They do what it takes.', actions: 'restore' } },
});
