import { sendTo, setup } from 'xstate';

/** The operator of the timed form: restarts a server at the very moment the limit on restarts lets it. */
export const eagerOperator = setup({
  types: { events: {} as { type: 'roomForOne' } },
  actions: {
    restartOne: sendTo(({ system }) => system.get('fleet'), { type: 'restartOne' }),
  },
}).createMachine({
  id: 'eager-operator',
  initial: 'waiting',
  states: {
    waiting: {
      on: { roomForOne: { description: 'One more server may start.', target: 'restarting' } },
    },
    restarting: {
      description: 'No time passes before the restart.',
      after: {
        0: { description: 'The operator restarts a server.', target: 'waiting', actions: 'restartOne' },
      },
      on: { roomForOne: {} },
    },
  },
});
