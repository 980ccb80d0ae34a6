import { sendTo, setup } from 'xstate';

/** The subsystem of Lambda that polls SQS queues. It goes down with DynamoDB, and starts when somebody starts it. */
export const poller = setup({
  types: {
    events: {} as { type: 'supplierDown' } | { type: 'restart' } | { type: 'served' } | { type: 'refused' },
  },
  actions: {
    askDynamodb: sendTo(
      ({ system }) => system.get('dynamodb'),
      ({ self }) => ({ type: 'ask', who: self }),
    ),
  },
}).createMachine({
  id: 'poller',
  initial: 'polling',
  states: {
    polling: {
      on: { supplierDown: { description: 'The pollers go down with DynamoDB.', target: 'down' } },
    },
    down: { on: { restart: { description: 'The pollers are started.', target: 'starting' } } },
    starting: {
      entry: 'askDynamodb',
      on: {
        served: 'polling',
        refused: { description: 'Without DynamoDB they do not come up.', target: 'down' },
      },
    },
  },
});
