import { defineSystem, integer, replicas } from 'premortem';
import { fork } from './fork.ts';
import { philosopher } from './philosopher.ts';

export const diningPhilosophers = defineSystem({
  name: 'dining-philosophers',
  description: 'Philosophers round a table, one fork between each two; each needs both beside it to eat.',
  parameters: {
    philosophers: integer({ min: 2, max: 8, description: 'philosophers, and forks' }),
  },
  scopes: { default: { philosophers: 3 }, five: { philosophers: 5 } },
  designs: {
    'left-fork-first': { description: 'Everybody takes the fork on the left first.' },
    'lower-fork-first': {
      description: 'Forks are numbered, and everybody takes the one with the lower number first.',
      options: { ordered: true },
    },
  },
  build: ({ parameters, options, ref }) => ({
    actors: {
      philosopher: replicas(parameters.philosophers, philosopher, (place) => {
        const left = place;
        const right = (place % parameters.philosophers) + 1;
        const [first, second] = options.ordered === true && right < left ? [right, left] : [left, right];
        return {
          input: { first: ref(`fork-${first}`), second: ref(`fork-${second}`) },
          stimuli: ['getHungry', 'takeFirst', 'takeSecond', 'finish'],
        };
      }),
      fork: replicas(parameters.philosophers, fork),
    },
    delivery: 'sync',
  }),
});
