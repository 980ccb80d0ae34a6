import type { AnyActorRef } from 'xstate';
import { sendTo, setup } from 'xstate';

/** `server`: which one, where servers are told apart. */
export interface RestartOperatorEvent {
  type: 'restartServer';
  server?: AnyActorRef;
}

/** People and automation that restart the fleet, one server in a step, whenever the limit on restarts lets them. */
export const restartOperator = setup({
  types: { events: {} as RestartOperatorEvent },
  actions: {
    restartOne: sendTo(
      ({ system }) => system.get('fleet'),
      ({ event }) => ({ ...event, type: 'restartOne' }),
    ),
  },
}).createMachine({
  id: 'restart-operator',
  on: {
    restartServer: { description: 'The operator restarts a server.', actions: 'restartOne' },
  },
});
