import { assign, sendTo, setup } from 'xstate';
import type { AnyActorRef } from 'xstate';

/** What a process does to the memory: each is one atomic read or write. */
export type MemoryRequest =
  | { type: 'setFlag'; process: number; value: boolean }
  | { type: 'setTurn'; process: number }
  | { type: 'readFlag'; process: number; asker: AnyActorRef }
  | { type: 'readTurn'; asker: AnyActorRef };

/** The variables that the two processes share. */
export const memory = setup({
  types: {
    context: {} as { flags: readonly [boolean, boolean]; turn: number },
    events: {} as MemoryRequest,
  },
  actions: {
    writeFlag: assign({
      flags: ({ context: { flags }, event }) => {
        if (event.type !== 'setFlag') return flags;
        return event.process === 1 ? ([event.value, flags[1]] as const) : ([flags[0], event.value] as const);
      },
    }),
    writeTurn: assign({
      turn: ({ context, event }) => (event.type === 'setTurn' ? event.process : context.turn),
    }),
    tellFlag: sendTo(
      ({ event }) => (event as { asker: AnyActorRef }).asker,
      ({ context, event }) => ({
        type: 'flag',
        up: context.flags[(event as { process: number }).process - 1],
      }),
    ),
    tellTurn: sendTo(
      ({ event }) => (event as { asker: AnyActorRef }).asker,
      ({ context }) => ({ type: 'turn', of: context.turn }),
    ),
  },
}).createMachine({
  id: 'memory',
  context: { flags: [false, false], turn: 1 },
  on: {
    setFlag: { actions: 'writeFlag' },
    setTurn: { actions: 'writeTurn' },
    readFlag: { actions: 'tellFlag' },
    readTurn: { actions: 'tellTurn' },
  },
});
