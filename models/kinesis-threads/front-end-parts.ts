import type { AnyActorRef } from 'xstate';
import { assertEvent, assign, enqueueActions, not, sendTo, setup } from 'xstate';

/** What a front-end server is told by the operator, the membership service, the thread alarm and the back end. */
export type FrontEndEvent =
  | { type: 'joinFleet' }
  | { type: 'leaveFleet' }
  | { type: 'restart' }
  /** The membership service's answer to `whoIsInTheFleet`: every member but the asker. */
  | { type: 'fleetIs'; members: ReadonlySet<AnyActorRef> }
  /** Of its own accord, at any time: news of another server of its cell reaches it, if there is any. */
  | { type: 'hearOf'; server: AnyActorRef }
  /** The membership service's answer to `isItInTheFleet`; there is none if it is not. */
  | { type: 'itIsInTheFleet'; member: AnyActorRef }
  | { type: 'memberGone'; member: AnyActorRef }
  | { type: 'wouldOneMorePass'; level: number; alarm: AnyActorRef }
  | { type: 'shardsMoved' };

export interface FrontEndInput {
  /** Absent from the fleet until the operator adds it. */
  newcomer: boolean;
  membership: AnyActorRef;
  threadLimit: number;
  threadsPerPeer: number;
}

export interface FrontEndContext extends FrontEndInput {
  /** The peers it knows of. It keeps threads for each, or has failed to. */
  known: ReadonlySet<AnyActorRef>;
}

/**
 * What every design of a front-end server is made of. The designs differ in their charts, or in the two
 * guards that compare threads with the limit.
 */
export const frontEndParts = setup({
  types: {
    input: {} as FrontEndInput,
    context: {} as FrontEndContext,
    events: {} as FrontEndEvent,
    /** `member`: in the fleet. The others tell the state of its shard map. */
    tags: {} as 'member' | 'up to date' | 'stale' | 'useless',
  },
  guards: {
    isNewcomer: ({ context }) => context.newcomer,
    isKnownAlready: ({ context, event }) => {
      assertEvent(event, 'hearOf');
      return context.known.has(event.server);
    },
    threadsForOneMoreFit: ({ context }) =>
      (context.known.size + 1) * context.threadsPerPeer <= context.threadLimit,
    threadsForOneMoreAreRefused: not('threadsForOneMoreFit'),
    threadsForAllFit: ({ context, event }) => {
      assertEvent(event, 'fleetIs');
      return event.members.size * context.threadsPerPeer <= context.threadLimit;
    },
    oneMorePassesTheLevel: ({ context, event }) => {
      assertEvent(event, 'wouldOneMorePass');
      return (context.known.size + 1) * context.threadsPerPeer > event.level;
    },
  },
  actions: {
    register: sendTo(
      ({ context }) => context.membership,
      ({ self }) => ({ type: 'register', server: self }),
    ),
    deregister: sendTo(
      ({ context }) => context.membership,
      ({ self }) => ({ type: 'deregister', server: self }),
    ),
    askWhoIsInTheFleet: sendTo(
      ({ context }) => context.membership,
      ({ self }) => ({ type: 'whoIsInTheFleet', asker: self }),
    ),
    askWhetherItIsInTheFleet: sendTo(
      ({ context }) => context.membership,
      ({ self, event }) => {
        assertEvent(event, 'hearOf');
        return { type: 'isItInTheFleet', server: event.server, asker: self };
      },
    ),
    reportIn: sendTo(
      ({ system }) => system.get('operator'),
      ({ self }) => ({ type: 'serverAdded', server: self }),
    ),
    raiseAlarm: sendTo(
      ({ event }) => {
        assertEvent(event, 'wouldOneMorePass');
        return event.alarm;
      },
      { type: 'wouldPass' },
    ),
    startThreadsForAll: assign({
      known: ({ event }) => {
        assertEvent(event, 'fleetIs');
        return event.members;
      },
    }),
    startThreads: assign({
      known: ({ context, event }) => {
        assertEvent(event, 'itIsInTheFleet');
        return new Set([...context.known, event.member]);
      },
    }),
    endThreads: assign({
      known: ({ context, event }) => {
        assertEvent(event, 'memberGone');
        return new Set([...context.known].filter((peer) => peer !== event.member));
      },
    }),
    endAllThreads: assign({ known: () => new Set<AnyActorRef>() }),
    // Nobody notices here; `kinesis-discovery` has an alarm that does.
    noteUseless: enqueueActions(() => {}),
  },
});
