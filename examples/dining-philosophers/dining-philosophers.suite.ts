import { alwaysPossible, deadlockFree, defineSuite, holds, invariant, leadsTo, violated } from 'premortem';
import { diningPhilosophers } from './system.ts';

const firstEats = {
  observes: ['philosopher'],
  when: ({ philosopher }: { philosopher: readonly { matches(state: string): boolean }[] }) =>
    philosopher[0]!.matches('hungry'),
  eventually: ({ philosopher }: { philosopher: readonly { matches(state: string): boolean }[] }) =>
    philosopher[0]!.matches('eating'),
} as const;

const properties = {
  'neighbours-do-not-eat-together': invariant(diningPhilosophers, {
    description: 'No two neighbours eat at the same time.',
    observes: ['philosopher'],
    holds: ({ philosopher }) =>
      philosopher.every((p, i) => {
        const next = philosopher[(i + 1) % philosopher.length]!;
        return philosopher.length < 2 || !p.matches('eating') || !next.matches('eating');
      }),
  }),
  'never-stuck': deadlockFree(diningPhilosophers, {
    description: 'It is never the case that nobody can do anything.',
  }),
  'the-first-can-always-eat': alwaysPossible(diningPhilosophers, {
    description: 'Whatever has happened, the first philosopher can still come to eat.',
    observes: ['philosopher'],
    holds: ({ philosopher }) => philosopher[0]!.matches('eating'),
  }),
  'hungry-eats': leadsTo(diningPhilosophers, {
    description: 'The first philosopher, once hungry, eats: if what can be done for ever is done.',
    ...firstEats,
    fairness: { none: { 'getting hungry': { event: 'getHungry' } } },
  }),
  'hungry-eats-if-taking-is-strongly-fair': leadsTo(diningPhilosophers, {
    description: 'The first philosopher, once hungry, eats: if whoever can take a fork again and again does.',
    ...firstEats,
    fairness: {
      none: { 'getting hungry': { event: 'getHungry' } },
      strong: {
        'takes the first fork': { actor: 'philosopher', event: 'takeFirst' },
        'takes the second fork': { actor: 'philosopher', event: 'takeSecond' },
      },
    },
  }),
};

export default defineSuite({
  system: diningPhilosophers,
  properties,
  expect: {
    default: {
      'left-fork-first': {
        'neighbours-do-not-eat-together': holds,
        'never-stuck': violated(6),
        'the-first-can-always-eat': violated(6),
        'hungry-eats': violated(5),
        'hungry-eats-if-taking-is-strongly-fair': violated(6),
      },
      'lower-fork-first': {
        'neighbours-do-not-eat-together': holds,
        'never-stuck': holds,
        'the-first-can-always-eat': holds,
        'hungry-eats': violated(5),
        'hungry-eats-if-taking-is-strongly-fair': holds,
      },
    },
  },
});
