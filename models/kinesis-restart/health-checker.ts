import type { AnyActorRef } from 'xstate';
import { assertEvent, sendTo, setup } from 'xstate';

/** `server`: which one, where servers are told apart. */
export type HealthCheckerEvent =
  | { type: 'check'; server?: AnyActorRef }
  | { type: 'slowAnswer'; server?: AnyActorRef };

/**
 * Takes servers that answer slowly out of the fleet. It knows nothing but how long an answer takes, and gives
 * nobody time to recover (ASSUME-13).
 */
export const healthChecker = setup({
  types: { events: {} as HealthCheckerEvent },
  actions: {
    probe: sendTo(
      ({ system }) => system.get('fleet'),
      ({ event }) => {
        assertEvent(event, 'check');
        return { ...event, type: 'probe' };
      },
    ),
    takeItOut: sendTo(
      ({ system }) => system.get('fleet'),
      ({ event }) => {
        assertEvent(event, 'slowAnswer');
        return { ...event, type: 'takeOut' };
      },
    ),
  },
}).createMachine({
  id: 'health-checker',
  on: {
    check: { description: 'The health checker looks at a server that serves.', actions: 'probe' },
    slowAnswer: {
      description: 'The answer took too long: the server counts as sick and is taken out.',
      actions: 'takeItOut',
    },
  },
});
