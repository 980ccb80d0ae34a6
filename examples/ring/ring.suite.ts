import {
  deadlockFree,
  defineSuite,
  eventuallyAlways,
  holds,
  invariant,
  leadsTo,
  reachable,
  reached,
  stepProperty,
  unreachable,
  vacuous,
  violated,
} from 'premortem';
import { ring } from './system.ts';

/** Messages arrive in the end, which is the default; the nodes are free to call the election or not. */
const nobodyHasToCall = { none: { 'calling the election': { actor: 'node', event: 'start' } } } as const;

const properties = {
  'one-leader': invariant(ring, {
    description: 'At most one node leads.',
    observes: ['node'],
    holds: ({ node }) => node.filter((n) => n.matches('leading')).length <= 1,
    because: ({ node }) => {
      const leaders = node.filter((n) => n.matches('leading')).map((n) => n.context.number);
      return `the nodes numbered ${leaders.join(' and ')} lead`;
    },
  }),
  'the-highest-leads': invariant(ring, {
    description: 'Whoever knows a leader knows the node with the highest number.',
    observes: ['node'],
    when: ({ node }) => node.some((n) => n.context.leader !== null),
    holds: ({ node }) => {
      const highest = Math.max(...node.map((n) => n.context.number));
      return node.every((n) => n.context.leader === null || n.context.leader === highest);
    },
  }),
  'lower-numbers-stop': stepProperty(ring, {
    description: 'No node passes on a number lower than its own.',
    observes: ['node'],
    on: (step) => step.sent.some((message) => message.event.type === 'candidate'),
    holds: (before, step) => {
      const own = before.node[Number(step.actor.slice('node-'.length)) - 1]!.context.number;
      return step.sent.every(({ event }) => event.type !== 'candidate' || event.number >= own);
    },
  }),
  'all-agree': reachable(ring, {
    description: 'All nodes know the same leader.',
    observes: ['node'],
    where: ({ node }) =>
      new Set(node.map((n) => n.context.leader)).size === 1 && node[0]?.context.leader !== null,
  }),
  'elects-someone': deadlockFree(ring, {
    description: 'An election ends only with a leader whom all nodes know.',
    observes: ['node'],
    legalEnd: ({ node }) => node.every((n) => n.context.leader !== null),
  }),
  'a-call-elects-a-leader': leadsTo(ring, {
    description:
      'Once a node has called the election a node leads in the end, though no other has to call it too.',
    observes: ['node'],
    when: ({ node }) => node.some((n) => !n.matches('asleep')),
    eventually: ({ node }) => node.some((n) => n.matches('leading')),
    fairness: nobodyHasToCall,
    because: ({ node }) => `${awake(node)} of ${node.length} nodes have been woken, and none leads`,
  }),
  'all-hear-of-the-leader': leadsTo(ring, {
    description: 'Once a node leads, every node knows a leader in the end.',
    observes: ['node'],
    when: ({ node }) => node.some((n) => n.matches('leading')),
    eventually: ({ node }) => node.every((n) => n.context.leader !== null),
    fairness: nobodyHasToCall,
  }),
  'one-leads-for-good': eventuallyAlways(ring, {
    description: 'If the nodes that may call the election do, one node alone leads from some point on.',
    observes: ['node'],
    holds: ({ node }) => node.filter((n) => n.matches('leading')).length === 1,
    because: ({ node }) => `${node.filter((n) => n.matches('leading')).length} nodes lead`,
  }),
};

function awake(nodes: readonly { matches(state: 'asleep'): boolean }[]): number {
  return nodes.filter((node) => !node.matches('asleep')).length;
}

const asItShould = {
  'one-leader': holds,
  'the-highest-leads': holds,
  'lower-numbers-stop': holds,
  'all-agree': reached(7),
  'elects-someone': holds,
  'a-call-elects-a-leader': holds,
  'all-hear-of-the-leader': holds,
  'one-leads-for-good': holds,
};

export default defineSuite({
  system: ring,
  properties,
  expect: {
    default: {
      'chang-roberts': asItShould,
      'passes-everything': {
        ...asItShould,
        'one-leader': violated(9),
        'the-highest-leads': violated(7),
        'lower-numbers-stop': violated(3),
        'one-leads-for-good': violated(12),
      },
      'sleeps-on': {
        ...asItShould,
        'the-highest-leads': vacuous,
        'all-agree': unreachable,
        'elects-someone': violated(4),
        'a-call-elects-a-leader': violated(2),
        'all-hear-of-the-leader': vacuous,
        'one-leads-for-good': violated(4),
      },
      // Only one of the two may call the election, and the other wakes by its number: one message for both.
      'two-share-a-number': { ...asItShould, 'all-agree': reached(6) },
    },
    long: {
      'chang-roberts': { ...asItShould, 'all-agree': reached(10) },
      'passes-everything': {
        ...asItShould,
        'one-leader': violated(12),
        'the-highest-leads': violated(8),
        'lower-numbers-stop': violated(3),
        'all-agree': reached(10),
        'one-leads-for-good': violated(17),
      },
      // Here every node may call the election, so that none has to be woken: but none has to call either.
      'sleeps-on': { ...asItShould, 'all-agree': reached(10), 'a-call-elects-a-leader': violated(2) },
      'two-share-a-number': {
        ...asItShould,
        'one-leader': violated(7),
        'all-agree': reached(10),
        'one-leads-for-good': violated(12),
      },
    },
  },
  waive: [
    {
      never: 'node never gets elected',
      designs: ['sleeps-on'],
      reason: 'The node with the highest number is not among the starters, and this design never wakes it.',
    },
  ],
});
