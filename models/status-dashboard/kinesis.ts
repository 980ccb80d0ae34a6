import { sendTo, setup } from 'xstate';

/**
 * Kinesis, the service to be reported. It fails once. Whether the outage reaches the sign-in of Cognito is a
 * question of its own (Cognito's buffer), so both are looked at.
 */
export const kinesis = setup({
  types: { events: {} as { type: 'incident'; cognitoToo: boolean } },
  guards: { takesCognitoAlong: ({ event }) => event.cognitoToo },
  actions: {
    failCognito: sendTo(({ system }) => system.get('cognito'), { type: 'kinesisFails' }),
    callTheTeam: sendTo(({ system }) => system.get('communications-team'), { type: 'incident' }),
  },
}).createMachine({
  id: 'kinesis',
  initial: 'up',
  states: {
    up: {
      on: {
        incident: [
          {
            description: 'Kinesis fails, and Cognito with it.',
            guard: 'takesCognitoAlong',
            target: 'down',
            actions: ['failCognito', 'callTheTeam'],
          },
          {
            description: 'Kinesis fails, and Cognito holds out.',
            target: 'down',
            actions: 'callTheTeam',
          },
        ],
      },
    },
    down: {},
  },
});
