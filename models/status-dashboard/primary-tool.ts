import { sendTo, setup } from 'xstate';

/** The tool that posts to the Service Health Dashboard at once, for whoever Cognito has let in. */
export const primaryTool = setup({
  types: {
    events: {} as { type: 'post' } | { type: 'signedIn' } | { type: 'signInRefused' },
    /** Somebody wanted to post with it and could not. */
    tags: {} as 'refused',
  },
  actions: {
    askCognito: sendTo(
      ({ system }) => system.get('cognito'),
      ({ self }) => ({ type: 'signIn', who: self }),
    ),
    publish: sendTo(({ system }) => system.get('service-health-dashboard'), { type: 'publish' }),
    sayPosted: sendTo(({ system }) => system.get('communications-team'), { type: 'posted' }),
    sayRefused: sendTo(({ system }) => system.get('communications-team'), { type: 'refused' }),
  },
}).createMachine({
  id: 'primary-tool',
  initial: 'signedOut',
  states: {
    signedOut: { on: { post: 'signingIn' } },
    signingIn: {
      entry: 'askCognito',
      on: {
        signedIn: {
          description: 'It signs in and posts.',
          target: 'done',
          actions: ['publish', 'sayPosted'],
        },
        signInRefused: {
          description: 'Cognito does not let it in: nothing is posted.',
          target: 'refused',
          actions: 'sayRefused',
        },
      },
    },
    refused: { tags: 'refused' },
    done: {},
  },
});
