import type { MonitorEvent } from 'premortem';
import { assign, setup } from 'xstate';
import type { lockServer } from './system.ts';

/** Watches the lock alone: whom it gives the lock, and who had it. */
export const handover = setup({
  types: {
    context: {} as { holder: string | null },
    events: {} as { type: 'granted'; to: string } | { type: 'released'; by: string },
  },
  guards: {
    byHolder: ({ context, event }) => event.type === 'released' && event.by === context.holder,
  },
  actions: {
    note: assign({ holder: ({ event }) => (event.type === 'granted' ? event.to : null) }),
  },
}).createMachine({
  id: 'handover',
  context: { holder: null },
  initial: 'free',
  states: {
    free: { on: { granted: { target: 'held', actions: 'note' } } },
    held: {
      on: {
        released: { guard: 'byHolder', target: 'free', actions: 'note' },
        granted: 'givenTwice',
      },
    },
    givenTwice: { tags: 'violation' },
  },
});

/** Watches the first client: what it asks for, it gets, unless it gives up. */
export const patience = setup({
  types: { events: {} as MonitorEvent<typeof lockServer> },
  guards: { ofTheFirst: ({ event }) => event.actor === 'client-1' },
}).createMachine({
  id: 'patience',
  initial: 'content',
  states: {
    content: { on: { 'client.want': { guard: 'ofTheFirst', target: 'waiting' } } },
    waiting: {
      tags: 'pending',
      on: {
        'client.granted': { guard: 'ofTheFirst', target: 'content' },
        'client.giveUp': { guard: 'ofTheFirst', target: 'content' },
      },
    },
  },
});
