import { sendTo, setup } from 'xstate';

/** Who starts the pollers, again and again if need be: a supervisor that never tires, or an operator by hand. */
export const restarter = setup({
  types: { events: {} as { type: 'restartPoller' } },
  actions: { restart: sendTo(({ system }) => system.get('poller'), { type: 'restart' }) },
}).createMachine({
  id: 'restarter',
  on: { restartPoller: { description: 'The pollers are to start again.', actions: 'restart' } },
});
