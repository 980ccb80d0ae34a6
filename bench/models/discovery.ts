import { deadlockFree, defineSuite, defineSystem, holds, integer, replicas } from 'premortem';
import type { AnyActorRef } from 'xstate';
import { assign, setup } from 'xstate';

/** One server: it knows some of the others, and hears of one more at a time. */
const server = setup({
  types: {
    input: {} as { knows: readonly AnyActorRef[] },
    context: {} as { knows: ReadonlySet<AnyActorRef> },
    events: {} as { type: 'hearOf'; server: AnyActorRef },
  },
  guards: {
    isNew: ({ context, event }) => !context.knows.has(event.server),
  },
  actions: {
    remember: assign({
      knows: ({ context, event }) => new Set([...context.knows, event.server]),
    }),
  },
}).createMachine({
  id: 'server',
  context: ({ input }) => ({ knows: new Set(input.knows) }),
  on: { hearOf: { guard: 'isNew', actions: 'remember' } },
});

/**
 * Servers that learn of each other in any order, as the front-end fleet of Kinesis did. All are up; the last
 * `newcomers` have just come up, know nobody and are known to nobody. A step is one server that hears of one
 * other, so there are as many states as sets of things heard: 2 to the number of ordered pairs with a newcomer.
 */
const discovery = defineSystem({
  name: 'discovery',
  description: 'Servers hear of each other, one at a time and in any order.',
  parameters: {
    servers: integer({ min: 1, max: 7, description: 'servers that are up' }),
    newcomers: integer({ min: 0, max: 7, description: 'how many of them have just come up' }),
  },
  scopes: { default: { servers: 4, newcomers: 2 } },
  designs: { 'in-any-order': { description: 'Each server may hear of any other next.' } },
  build: ({ parameters: { servers, newcomers }, ref }) => {
    const all = Array.from({ length: servers }, (_, i) => ref(`server-${i + 1}`));
    const old = all.slice(0, Math.max(0, servers - newcomers));
    return {
      actors: {
        server: replicas(servers, server, (place) => {
          const self = all[place - 1]!;
          return {
            input: { knows: old.includes(self) ? old.filter((other) => other !== self) : [] },
            stimuli: all
              .filter((other) => other !== self)
              .map((other) => ({ type: 'hearOf' as const, server: other })),
          };
        }),
      },
    };
  },
});

export default defineSuite({
  system: discovery,
  properties: {
    'never-stuck': deadlockFree(discovery, {
      description: 'There is something to hear until every server knows all others.',
      observes: ['server'],
      legalEnd: ({ server: all }) => all.every(({ context }) => context.knows.size === all.length - 1),
    }),
  },
  expect: { default: { 'in-any-order': { 'never-stuck': holds } } },
});
