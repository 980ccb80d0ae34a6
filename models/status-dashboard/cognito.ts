import type { AnyActorRef } from 'xstate';
import { assertEvent, sendTo, setup } from 'xstate';

/** What the sign-in of Cognito is to whoever signs in: it lets him in, or it does not. */
export const cognito = setup({
  types: { events: {} as { type: 'kinesisFails' } | { type: 'signIn'; who: AnyActorRef } },
  actions: {
    letIn: sendTo(
      ({ event }) => {
        assertEvent(event, 'signIn');
        return event.who;
      },
      { type: 'signedIn' },
    ),
    refuse: sendTo(
      ({ event }) => {
        assertEvent(event, 'signIn');
        return event.who;
      },
      { type: 'signInRefused' },
    ),
  },
}).createMachine({
  id: 'cognito',
  initial: 'up',
  states: {
    up: {
      on: {
        kinesisFails: {
          description: 'Its web servers block on the feed to Kinesis.',
          target: 'down',
        },
        signIn: { actions: 'letIn' },
      },
    },
    down: { on: { signIn: { actions: 'refuse' } } },
  },
});
