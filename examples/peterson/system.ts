import { actor, defineSystem, replicas } from 'premortem';
import { memory } from './memory.ts';
import { process } from './process.ts';

const turnFirst = process.provide({ guards: { turnFirst: () => true } });

export const peterson = defineSystem({
  name: 'peterson',
  description: "Peterson's lock: two processes share three variables, each read or written in one step.",
  parameters: {},
  scopes: { default: {} },
  designs: {
    'flag-then-turn': { description: 'As published: raise the flag, then give the turn away.' },
    'turn-then-flag': {
      description: 'The two writes the other way round.',
      options: { turnFirst: true },
    },
  },
  build: ({ options }) => ({
    actors: {
      process: replicas(2, options.turnFirst ? turnFirst : process, (place) => ({
        input: { me: place },
        stimuli: ['want', 'giveTurn', 'lookAtFlag', 'lookAtTurn', 'leave'],
      })),
      memory: actor(memory),
    },
    delivery: 'sync',
  }),
});
