import { deadlockFree, defineSuite, defineSystem, holds, integer, replicas } from 'premortem';
import type { AnyActorRef } from 'xstate';
import { sendTo, setup } from 'xstate';

interface Neighbours {
  me: AnyActorRef;
  next: AnyActorRef;
}

/** A node of the ring: sends its token off, if it has one, passes others on, and keeps its own when it is back. */
const node = setup({
  types: {
    input: {} as Neighbours,
    context: {} as Neighbours,
    events: {} as { type: 'sendOff' } | { type: 'token'; of: AnyActorRef },
  },
  guards: {
    isMine: ({ context, event }) => event.type === 'token' && event.of === context.me,
  },
  actions: {
    sendOff: sendTo(
      ({ context }) => context.next,
      ({ context }) => ({ type: 'token', of: context.me }),
    ),
    passOn: sendTo(
      ({ context }) => context.next,
      ({ event }) => event,
    ),
  },
}).createMachine({
  id: 'node',
  context: ({ input }) => input,
  initial: 'atHome',
  on: { token: { actions: 'passOn' } },
  states: {
    atHome: { on: { sendOff: { target: 'away', actions: 'sendOff' } } },
    away: { on: { token: [{ guard: 'isMine', target: 'atHome' }, { actions: 'passOn' }] } },
  },
});

/**
 * A ring in which each node sends to the next through a FIFO channel. The first `tokens` nodes have a token
 * each, which goes round and comes home, again and again; a step is one node that sends its token off or
 * takes the next message. A channel has room for all tokens.
 */
const fifo = defineSystem({
  name: 'fifo',
  description: 'Tokens go round a ring of FIFO channels.',
  parameters: {
    nodes: integer({ min: 2, max: 8, description: 'nodes in the ring' }),
    tokens: integer({ min: 1, max: 8, description: 'nodes that have a token, the first ones' }),
  },
  scopes: { default: { nodes: 3, tokens: 2 } },
  designs: { ring: { description: 'Each node passes on what is not its own.' } },
  build: ({ parameters: { nodes, tokens }, ref }) => ({
    actors: {
      node: replicas(nodes, node, (place) => ({
        input: { me: ref(`node-${place}`), next: ref(`node-${(place % nodes) + 1}`) },
        stimuli: place <= tokens ? ['sendOff'] : [],
      })),
    },
    delivery: { order: 'fifo', capacity: tokens },
  }),
});

export default defineSuite({
  system: fifo,
  properties: {
    'never-stuck': deadlockFree(fifo, { description: 'Some node can always send or take something.' }),
  },
  expect: { default: { ring: { 'never-stuck': holds } } },
});
