import { sendTo, setup } from 'xstate';

/** A Redshift cluster with its two automatisms: credentials that are renewed, and a host that is replaced. */
export const cluster = setup({
  types: {
    input: {} as { asksFirst: boolean },
    context: {} as { asksFirst: boolean },
    events: {} as
      | { type: 'refreshCredentials' }
      | { type: 'startReplacement' }
      | { type: 'launchHost' }
      | { type: 'served' }
      | { type: 'refused' },
  },
  guards: { asksFirst: ({ context }) => context.asksFirst },
  actions: {
    askForCredentials: sendTo(
      ({ system }) => system.get('credential-service'),
      ({ self }) => ({ type: 'ask', who: self }),
    ),
    askForLaunch: sendTo(
      ({ system }) => system.get('ec2-launch'),
      ({ self }) => ({ type: 'ask', who: self }),
    ),
  },
}).createMachine({
  id: 'cluster',
  context: ({ input }) => input,
  initial: 'available',
  states: {
    available: {
      on: { refreshCredentials: { description: 'Credentials are due for renewal.', target: 'refreshing' } },
    },
    refreshing: {
      entry: 'askForCredentials',
      on: {
        served: 'available',
        refused: { description: 'They are not renewed, and run out.', target: 'credentialsExpired' },
      },
    },
    credentialsExpired: {
      on: {
        refreshCredentials: { description: 'Another attempt to renew them.', target: 'refreshing' },
        startReplacement: [
          {
            description: 'Is a launch possible at all?',
            guard: 'asksFirst',
            target: 'checkingLaunch',
          },
          { description: 'The host looks bad, and its replacement starts.', target: 'modifying' },
        ],
      },
    },
    checkingLaunch: {
      entry: 'askForLaunch',
      on: {
        served: { description: 'It is, and the replacement starts.', target: 'modifying' },
        refused: { description: 'It is not, and the host stays.', target: 'credentialsExpired' },
      },
    },
    modifying: {
      on: { launchHost: { description: 'A new host is launched.', target: 'launching' } },
    },
    launching: {
      entry: 'askForLaunch',
      on: {
        served: { description: 'The new host takes over.', target: 'available' },
        refused: { description: 'No host: the cluster stays as it is.', target: 'modifying' },
      },
    },
  },
});
