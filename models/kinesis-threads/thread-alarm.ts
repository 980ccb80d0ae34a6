import type { AnyActorRef } from 'xstate';
import { assertEvent, assign, enqueueActions, sendTo, setup } from 'xstate';
import { inOrder } from './in-order.ts';

export type ThreadAlarmEvent =
  | { type: 'mayServerJoin'; server: AnyActorRef }
  | { type: 'fleetIs'; members: ReadonlySet<AnyActorRef> }
  | { type: 'wouldPass' }
  | { type: 'allHaveAnswered' };

/**
 * The alarm on thread use that AWS promised: before a server may join, it asks every member whether
 * threads for one more peer would take it past the level. It is back to quiet by the end of the step.
 */
export const threadAlarm = setup({
  types: {
    input: {} as { level: number; membership: AnyActorRef },
    context: {} as { level: number; membership: AnyActorRef; joining: AnyActorRef | null },
    events: {} as ThreadAlarmEvent,
  },
  actions: {
    noteWhoJoins: assign({
      joining: ({ event }) => {
        assertEvent(event, 'mayServerJoin');
        return event.server;
      },
    }),
    forgetWhoJoins: assign({ joining: null }),
    askWhoIsInTheFleet: sendTo(
      ({ context }) => context.membership,
      ({ self }) => ({ type: 'whoIsInTheFleet', asker: self }),
    ),
    askEveryMember: enqueueActions(({ context, event, self, enqueue }) => {
      assertEvent(event, 'fleetIs');
      for (const member of inOrder(event.members)) {
        enqueue.sendTo(member, { type: 'wouldOneMorePass', level: context.level, alarm: self });
      }
      // Stands in the alarm's own mailbox behind the members' answers.
      enqueue.sendTo(self, { type: 'allHaveAnswered' });
    }),
    letItJoin: sendTo(({ context }) => context.joining!, { type: 'joinFleet' }),
  },
}).createMachine({
  id: 'thread-alarm',
  context: ({ input }) => ({ ...input, joining: null }),
  initial: 'quiet',
  states: {
    quiet: {
      on: { mayServerJoin: { target: 'measuring', actions: ['noteWhoJoins', 'askWhoIsInTheFleet'] } },
    },
    measuring: {
      on: {
        fleetIs: { actions: 'askEveryMember' },
        wouldPass: 'raised',
        allHaveAnswered: {
          description: 'No member would pass the alarm level: the server may join.',
          target: 'quiet',
          actions: ['letItJoin', 'forgetWhoJoins'],
        },
      },
    },
    raised: {
      on: {
        wouldPass: {},
        allHaveAnswered: {
          description: 'Some member would pass the alarm level: the server is kept out.',
          target: 'quiet',
          actions: 'forgetWhoJoins',
        },
      },
    },
  },
});
