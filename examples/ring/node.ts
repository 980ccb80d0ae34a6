import type { AnyActorRef } from 'xstate';
import { assign, sendTo, setup } from 'xstate';

/**
 * A node of a ring that elects as leader the node with the highest number, after Chang and Roberts, "An
 * improved algorithm for decentralized extrema-finding in circular configurations of processes" (1979):
 * a node sends its number round; a higher one passes, a lower one is swallowed, and whoever gets its own
 * number back is the leader and says so.
 */
export const node = setup({
  types: {
    input: {} as { number: number; next: AnyActorRef },
    context: {} as { number: number; next: AnyActorRef; leader: number | null },
    events: {} as
      | { type: 'start' }
      | { type: 'candidate'; number: number }
      | { type: 'elected'; number: number },
  },
  guards: {
    isHigher: ({ context, event }) => event.type === 'candidate' && event.number > context.number,
    isMine: ({ context, event }) => event.type !== 'start' && event.number === context.number,
    joinsIn: () => true,
    swallowsLower: () => true,
  },
  actions: {
    stand: sendTo(
      ({ context }) => context.next,
      ({ context }) => ({ type: 'candidate', number: context.number }),
    ),
    passOn: sendTo(
      ({ context }) => context.next,
      ({ event }) => event,
    ),
    announce: sendTo(
      ({ context }) => context.next,
      ({ context }) => ({ type: 'elected', number: context.number }),
    ),
    lead: assign({ leader: ({ context }) => context.number }),
    note: assign({
      leader: ({ context, event }) => (event.type === 'elected' ? event.number : context.leader),
    }),
  },
}).createMachine({
  id: 'node',
  context: ({ input }) => ({ ...input, leader: null }),
  initial: 'asleep',
  states: {
    asleep: {
      on: {
        start: { target: 'awake', actions: 'stand' },
        candidate: [
          {
            description: 'It would lose, so it does not stand.',
            guard: 'isHigher',
            target: 'awake',
            actions: 'passOn',
          },
          { description: 'It would win, so it stands.', guard: 'joinsIn', target: 'awake', actions: 'stand' },
          { description: 'It swallows a lower number and sleeps on.' },
        ],
      },
    },
    awake: {
      on: {
        candidate: [
          { guard: 'isMine', target: 'leading', actions: ['lead', 'announce'] },
          { guard: 'isHigher', actions: 'passOn' },
          { description: 'A higher number, its own, is on its way already.', guard: 'swallowsLower' },
          { actions: 'passOn' },
        ],
        elected: { target: 'following', actions: ['note', 'passOn'] },
      },
    },
    leading: {
      description: 'Its announcement has gone round when it comes back.',
      on: { elected: {} },
    },
    following: {},
  },
});
