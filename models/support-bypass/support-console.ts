import { sendTo, setup } from 'xstate';

/** The Support console. It asks whether a customer may enter, and lets him in without asking when it gets no answer. */
export const supportConsole = setup({
  types: {
    events: {} as
      | { type: 'request' }
      | { type: 'checkAccount' }
      | { type: 'mayEnter' }
      | { type: 'mayNotEnter' }
      | { type: 'noAnswer' },
  },
  actions: {
    lookUp: sendTo(
      ({ system }) => system.get('account-metadata'),
      ({ self }) => ({ type: 'lookUp', who: self }),
    ),
  },
}).createMachine({
  id: 'support-console',
  initial: 'idle',
  states: {
    idle: { on: { request: 'requested' } },
    requested: {
      on: { checkAccount: { description: 'The account of the customer is looked up.', target: 'lookingUp' } },
    },
    lookingUp: {
      entry: 'lookUp',
      on: {
        mayEnter: 'allowed.asAnswered',
        noAnswer: { description: 'No answer: the bypass lets the customer in.', target: 'allowed.bypassed' },
        mayNotEnter: { description: 'A plain no, and no reason to doubt it.', target: 'refused' },
      },
    },
    allowed: { initial: 'asAnswered', states: { asAnswered: {}, bypassed: {} } },
    refused: { on: { request: 'requested' } },
  },
});
