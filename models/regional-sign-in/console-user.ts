import type { AnyActorRef } from 'xstate';
import { sendTo, setup } from 'xstate';

/** Somebody who signs in to the console of a region, through a sign-in service there or elsewhere. */
export const consoleUser = setup({
  types: {
    input: {} as { through: AnyActorRef },
    context: {} as { through: AnyActorRef },
    events: {} as { type: 'signIn' } | { type: 'served' } | { type: 'refused' },
  },
  actions: {
    askSignInService: sendTo(
      ({ context }) => context.through,
      ({ self }) => ({ type: 'ask', who: self }),
    ),
  },
}).createMachine({
  id: 'console-user',
  context: ({ input }) => input,
  initial: 'signedOut',
  states: {
    signedOut: { on: { signIn: { description: 'Somebody signs in.', target: 'signingIn' } } },
    signingIn: { entry: 'askSignInService', on: { served: 'signedIn', refused: 'refused' } },
    signedIn: {},
    refused: { on: { signIn: { description: 'Somebody tries again.', target: 'signingIn' } } },
  },
});
