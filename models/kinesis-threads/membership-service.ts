import type { AnyActorRef } from 'xstate';
import { assertEvent, assign, enqueueActions, sendTo, setup } from 'xstate';
import { inOrder } from './in-order.ts';

export type MembershipEvent =
  | { type: 'register'; server: AnyActorRef }
  | { type: 'deregister'; server: AnyActorRef }
  | { type: 'whoIsInTheFleet'; asker: AnyActorRef }
  | { type: 'isItInTheFleet'; server: AnyActorRef; asker: AnyActorRef }
  /** From the store it keeps its list in, where that can fail. */
  | { type: 'storeDown' };

/** What every design of a membership service is made of. */
export const membershipParts = setup({
  types: {
    input: {} as { members: readonly AnyActorRef[] },
    context: {} as { members: ReadonlySet<AnyActorRef> },
    events: {} as MembershipEvent,
  },
  actions: {
    addMember: assign({
      members: ({ context, event }) => {
        assertEvent(event, 'register');
        return new Set([...context.members, event.server]);
      },
    }),
    removeMember: assign({
      members: ({ context, event }) => {
        assertEvent(event, 'deregister');
        return without(context.members, event.server);
      },
    }),
    tellTheOthers: enqueueActions(({ context, event, enqueue }) => {
      assertEvent(event, 'deregister');
      for (const member of inOrder(without(context.members, event.server))) {
        enqueue.sendTo(member, { type: 'memberGone', member: event.server });
      }
    }),
    answer: sendTo(
      ({ event }) => {
        assertEvent(event, 'whoIsInTheFleet');
        return event.asker;
      },
      ({ context, event }) => {
        assertEvent(event, 'whoIsInTheFleet');
        return { type: 'fleetIs', members: without(context.members, event.asker) };
      },
    ),
    confirm: sendTo(
      ({ event }) => {
        assertEvent(event, 'isItInTheFleet');
        return event.asker;
      },
      ({ event }) => {
        assertEvent(event, 'isItInTheFleet');
        return { type: 'itIsInTheFleet', member: event.server };
      },
    ),
  },
  guards: {
    isMember: ({ context, event }) => {
      assertEvent(event, 'isItInTheFleet');
      return context.members.has(event.server);
    },
  },
});

/**
 * The small service that says who is in the fleet. A server that joins or restarts asks it for everyone;
 * one that is already running comes to ask about a newcomer at some later moment, up to an hour later.
 */
export const membershipService = membershipParts.createMachine({
  id: 'membership-service',
  context: ({ input }) => ({ members: new Set(input.members) }),
  on: {
    register: { actions: 'addMember' },
    deregister: { actions: ['removeMember', 'tellTheOthers'] },
    whoIsInTheFleet: { actions: 'answer' },
    isItInTheFleet: { guard: 'isMember', actions: 'confirm' },
  },
});

function without(members: ReadonlySet<AnyActorRef>, one: AnyActorRef): Set<AnyActorRef> {
  return new Set([...members].filter((member) => member !== one));
}
