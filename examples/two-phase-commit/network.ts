import type { AnyActorRef } from 'xstate';
import { assign, sendTo, setup } from 'xstate';

/** What the managers tell each other. */
export type Message = { type: 'prepared'; rm: string } | { type: 'commit' } | { type: 'abort' };

/** Keeps every message for ever, and may deliver it at any time and any number of times. */
export const network = setup({
  types: {
    context: {} as { sent: ReadonlyMap<string, Message> },
    events: {} as Message | { type: 'deliver'; message: Message; to: AnyActorRef },
  },
  actions: {
    keep: assign({
      sent: ({ context, event }) => {
        if (event.type === 'deliver') return context.sent;
        const key = event.type === 'prepared' ? `prepared ${event.rm}` : event.type;
        return new Map([...context.sent, [key, event]]);
      },
    }),
    deliver: sendTo(
      ({ event, self }) => (event.type === 'deliver' ? event.to : self),
      ({ event }) => (event.type === 'deliver' ? event.message : event),
    ),
  },
}).createMachine({
  id: 'network',
  context: { sent: new Map() },
  on: {
    prepared: { actions: 'keep' },
    commit: { actions: 'keep' },
    abort: { actions: 'keep' },
    deliver: { actions: 'deliver' },
  },
});
