import { and, assign, sendTo, setup } from 'xstate';

/** Stores what the leader sends, and applies it in order once it is committed. */
export const follower = setup({
  types: {
    context: {} as {
      /** The entries it has, sorted. */
      log: readonly number[];
      /** How far it knows the log to be committed, and how far it has applied it. */
      committed: number;
      applied: number;
    },
    events: {} as { type: 'append'; entry: number } | { type: 'commit'; upTo: number },
  },
  guards: {
    isCommitted: ({ context }) => context.applied < context.committed,
    isStored: ({ context }) => context.log.includes(context.applied + 1),
  },
  actions: {
    store: assign({
      log: ({ context: { log }, event }) =>
        event.type !== 'append' || log.includes(event.entry)
          ? log
          : [...log, event.entry].sort((a, b) => a - b),
    }),
    ack: sendTo(
      ({ system }) => system.get('leader'),
      ({ event, self }) => ({
        type: 'ack',
        entry: event.type === 'append' ? event.entry : 0,
        follower: self.id,
      }),
    ),
    noteCommit: assign({
      committed: ({ context, event }) =>
        event.type === 'commit' ? Math.max(context.committed, event.upTo) : context.committed,
    }),
    applyNext: assign({ applied: ({ context }) => context.applied + 1 }),
  },
}).createMachine({
  id: 'follower',
  context: { log: [], committed: 0, applied: 0 },
  on: {
    append: { actions: ['store', 'ack'] },
    commit: { actions: 'noteCommit' },
  },
  always: { guard: and(['isCommitted', 'isStored']), actions: 'applyNext' },
});
