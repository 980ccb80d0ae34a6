import type { AnyActorRef } from 'xstate';
import { and, assign, emit, enqueueActions, setup } from 'xstate';

/** Sends each entry of its log to all followers, and commits it once a majority has it, itself included. */
export const leader = setup({
  types: {
    input: {} as { followers: readonly AnyActorRef[]; entries: number; resends: number },
    context: {} as {
      followers: readonly AnyActorRef[];
      /** How many entries it will write, and how often it will send the last one again. */
      entries: number;
      resends: number;
      written: number;
      committed: number;
      /** The followers that have acknowledged each entry, sorted; entry 1 stands first. */
      acks: readonly (readonly string[])[];
    },
    events: {} as { type: 'write' | 'resend' } | { type: 'ack'; entry: number; follower: string },
    emitted: {} as { type: 'committed'; entry: number },
  },
  guards: {
    hasMore: ({ context }) => context.written < context.entries,
    mayResend: ({ context }) => context.resends > 0,
    waitsForAcks: ({ context }) => context.committed < context.written,
    isNewAck: ({ context, event }) =>
      event.type === 'ack' && !context.acks[event.entry - 1]!.includes(event.follower),
    nextHasMajority: ({ context }) => {
      const acks = context.acks[context.committed]?.length ?? 0;
      return acks + 1 > (context.followers.length + 1) / 2;
    },
  },
  actions: {
    write: assign({
      written: ({ context }) => context.written + 1,
      acks: ({ context }) => [...context.acks, []],
    }),
    countResend: assign({ resends: ({ context }) => context.resends - 1 }),
    noteAck: assign({
      acks: ({ context, event }) =>
        context.acks.map((by, i) =>
          event.type === 'ack' && i === event.entry - 1 ? [...by, event.follower].sort() : by,
        ),
    }),
    commitNext: assign({ committed: ({ context }) => context.committed + 1 }),
    emitCommitted: emit(({ context }) => ({ type: 'committed', entry: context.committed })),
    sendEntry: enqueueActions(({ context, enqueue }) => {
      for (const follower of context.followers)
        enqueue.sendTo(follower, { type: 'append', entry: context.written });
    }),
    sendCommit: enqueueActions(({ context, enqueue }) => {
      for (const follower of context.followers)
        enqueue.sendTo(follower, { type: 'commit', upTo: context.committed });
    }),
  },
}).createMachine({
  id: 'leader',
  context: ({ input }) => ({ ...input, written: 0, committed: 0, acks: [] }),
  on: {
    write: { guard: 'hasMore', actions: ['write', 'sendEntry'] },
    resend: { guard: and(['waitsForAcks', 'mayResend']), actions: ['countResend', 'sendEntry'] },
    ack: { guard: 'isNewAck', actions: 'noteAck' },
  },
  always: {
    description: 'Entries are committed in order.',
    guard: 'nextHasMajority',
    actions: ['commitNext', 'emitCommitted', 'sendCommit'],
  },
});
