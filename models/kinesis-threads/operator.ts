import type { AnyActorRef } from 'xstate';
import { assertEvent, assign, enqueueActions, sendTo, setup } from 'xstate';
import { inOrder } from './in-order.ts';

export type OperatorEvent =
  | { type: 'addServer'; server: AnyActorRef }
  | { type: 'serverAdded'; server: AnyActorRef }
  | { type: 'removeAddedCapacity' }
  | { type: 'restartServer'; server: AnyActorRef };

/** Whoever runs the fleet, people and automation: adds servers, takes all of them out again, restarts any server. */
export const operator = setup({
  types: {
    /** `alarm`: who must agree before a server is added; null where nobody is asked. */
    input: {} as { alarm: AnyActorRef | null },
    context: {} as { alarm: AnyActorRef | null; added: ReadonlySet<AnyActorRef> },
    events: {} as OperatorEvent,
  },
  guards: {
    isInAlready: ({ context, event }) => {
      assertEvent(event, 'addServer');
      return context.added.has(event.server);
    },
    thereIsAThreadAlarm: ({ context }) => context.alarm !== null,
    capacityWasAdded: ({ context }) => context.added.size > 0,
  },
  actions: {
    askTheAlarm: sendTo(
      ({ context }) => context.alarm!,
      ({ event }) => {
        assertEvent(event, 'addServer');
        return { type: 'mayServerJoin', server: event.server };
      },
    ),
    tellItToJoin: sendTo(
      ({ event }) => {
        assertEvent(event, 'addServer');
        return event.server;
      },
      { type: 'joinFleet' },
    ),
    tellItToRestart: sendTo(
      ({ event }) => {
        assertEvent(event, 'restartServer');
        return event.server;
      },
      { type: 'restart' },
    ),
    noteAdded: assign({
      added: ({ context, event }) => {
        assertEvent(event, 'serverAdded');
        return new Set([...context.added, event.server]);
      },
    }),
    tellAllAddedToLeave: enqueueActions(({ context, enqueue }) => {
      for (const server of inOrder(context.added)) enqueue.sendTo(server, { type: 'leaveFleet' });
      enqueue.assign({ added: new Set<AnyActorRef>() });
    }),
  },
}).createMachine({
  id: 'operator',
  context: ({ input }) => ({ alarm: input.alarm, added: new Set() }),
  initial: 'addingCapacity',
  on: {
    restartServer: { description: 'The operator restarts a server.', actions: 'tellItToRestart' },
  },
  states: {
    addingCapacity: {
      on: {
        addServer: [
          { guard: 'isInAlready' },
          {
            description: 'The operator wants to add a server and looks at the thread alarm first.',
            guard: 'thereIsAThreadAlarm',
            actions: 'askTheAlarm',
          },
          { description: 'The operator adds a server.', actions: 'tellItToJoin' },
        ],
        serverAdded: { description: 'The new server is in the fleet.', actions: 'noteAdded' },
        removeAddedCapacity: {
          description: 'The operator takes all added servers out again.',
          guard: 'capacityWasAdded',
          target: 'capacityRemoved',
          actions: 'tellAllAddedToLeave',
        },
      },
    },
    capacityRemoved: {
      description: 'The added capacity is out again, and no more is added.',
    },
  },
});
