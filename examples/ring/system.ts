import { defineSystem, integer, oneOf, replicas } from 'premortem';
import { node } from './node.ts';

export const ring = defineSystem({
  name: 'ring',
  description: 'Nodes in a ring, of whom each knows only the next, elect a leader.',
  parameters: {
    nodes: integer({ min: 2, max: 6, description: 'nodes in the ring' }),
    starters: integer({ min: 1, max: 6, description: 'nodes that may call an election; the others join in' }),
    numbers: oneOf(['rising', 'falling'], 'how the numbers of the nodes run along the ring'),
  },
  scopes: {
    default: { nodes: 3, starters: 2, numbers: 'rising' },
    long: { nodes: 5, starters: 5, numbers: 'falling' },
  },
  designs: {
    'chang-roberts': {
      description: 'A node that is called by a lower number stands itself and swallows it.',
    },
    'passes-everything': {
      description: 'A node passes on lower numbers too.',
      options: { without: 'swallowsLower' },
    },
    'sleeps-on': {
      description: 'A node that has not stood swallows lower numbers without standing itself.',
      options: { without: 'joinsIn' },
    },
    'two-share-a-number': {
      description: 'The two nodes with the highest numbers have the same one.',
      options: { shared: true },
    },
  },
  build: ({ parameters: { nodes, starters, numbers }, options, ref }) => {
    const numberAt = (place: number) => (numbers === 'rising' ? place : nodes + 1 - place);
    const highest = options.shared ? nodes - 1 : nodes;
    return {
      actors: {
        node: replicas(
          nodes,
          options.without ? node.provide({ guards: { [options.without]: () => false } }) : node,
          (place) => ({
            input: {
              number: Math.min(numberAt(place), highest),
              next: ref(`node-${(place % nodes) + 1}`),
            },
            stimuli: place <= starters ? ['start'] : [],
          }),
        ),
      },
      delivery: 'fifo',
    };
  },
});
