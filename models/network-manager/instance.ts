import type { AnyActorRef } from 'xstate';
import { sendTo, setup } from 'xstate';
import type { LaunchAnswer } from './network-manager.ts';

export type InstanceEvent =
  | LaunchAnswer
  | { type: 'launch' }
  | { type: 'healthCheck' }
  | { type: 'terminate' };

interface Instance {
  networkManager: AnyActorRef;
}

/** One instance of many, from the request to launch it on: it runs at once, and can be talked to when its network state is there. */
export const instance = setup({
  types: { input: {} as Instance, context: {} as Instance, events: {} as InstanceEvent },
  actions: {
    ask: sendTo(
      ({ context }) => context.networkManager,
      ({ self }) => ({ type: 'askForLaunch', from: self }),
    ),
    tellOfEnd: sendTo(({ context }) => context.networkManager, { type: 'terminate' }),
  },
}).createMachine({
  id: 'instance',
  context: ({ input }) => input,
  initial: 'none',
  states: {
    none: { on: { launch: { description: 'A customer asks for it.', target: 'asked', actions: 'ask' } } },
    asked: {
      on: {
        launched: 'launched',
        launchRefused: { description: 'Request limit exceeded.', target: 'refused' },
      },
    },
    refused: {
      on: { launch: { description: 'The customer asks again.', target: 'asked', actions: 'ask' } },
    },
    launched: {
      description: 'It runs, and nobody can talk to it.',
      initial: 'unchecked',
      on: { networkStateHasArrived: 'networked' },
      states: {
        unchecked: {
          on: {
            healthCheck: { description: 'It is checked, and cannot answer.', target: 'checkedTooEarly' },
          },
        },
        checkedTooEarly: {},
      },
    },
    networked: {
      on: {
        terminate: { description: 'Its end is a change too.', target: 'none', actions: 'tellOfEnd' },
      },
    },
  },
});
