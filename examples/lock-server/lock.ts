import type { AnyActorRef } from 'xstate';
import { and, assign, sendTo, setup } from 'xstate';

/** What clients tell the lock: who is asking, so that it can answer. */
export type LockRequest = { type: 'acquire'; client: AnyActorRef } | { type: 'release'; client: AnyActorRef };

/** A lock with one holder and a queue, served in the order of arrival. */
export const lock = setup({
  types: {
    context: {} as { holder: AnyActorRef | null; queue: readonly AnyActorRef[] },
    events: {} as LockRequest,
  },
  guards: {
    fromHolder: ({ context, event }) => event.client.id === context.holder?.id,
    someoneWaits: ({ context }) => context.queue.length > 0,
  },
  actions: {
    hold: assign({ holder: ({ event }) => event.client }),
    letGo: assign({ holder: null }),
    enqueue: assign({ queue: ({ context, event }) => [...context.queue, event.client] }),
    leaveQueue: assign({
      queue: ({ context, event }) => context.queue.filter((c) => c.id !== event.client.id),
    }),
    passOn: assign({
      holder: ({ context }) => context.queue[0]!,
      queue: ({ context }) => context.queue.slice(1),
    }),
    // To whoever the actions before it have made the holder.
    grant: sendTo(({ context }) => context.holder!, { type: 'granted' }),
    confirm: sendTo(({ event }) => event.client, { type: 'released' }),
  },
}).createMachine({
  id: 'lock',
  context: { holder: null, queue: [] },
  initial: 'free',
  states: {
    free: {
      on: {
        acquire: { target: 'held', actions: ['hold', 'grant'] },
      },
    },
    held: {
      on: {
        acquire: { actions: 'enqueue' },
        release: [
          {
            description: 'The next in the queue gets the lock.',
            guard: and(['fromHolder', 'someoneWaits']),
            actions: ['confirm', 'passOn', 'grant'],
          },
          {
            description: 'Nobody waits for it.',
            guard: 'fromHolder',
            target: 'free',
            actions: ['confirm', 'letGo'],
          },
          {
            description: 'A client in the queue has lost patience.',
            actions: ['confirm', 'leaveQueue'],
          },
        ],
      },
    },
  },
});
