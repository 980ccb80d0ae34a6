import { defineSuite, holds, invariant, leadsTo, violated } from 'premortem';
import { peterson } from './system.ts';

/** Nobody must want to; who wants to, goes on. */
const wantsWhenItLikes = { none: { want: { actor: 'process', event: 'want' } } } as const;

const properties = {
  'mutual-exclusion': invariant(peterson, {
    description: 'At most one process is in its critical section.',
    observes: ['process'],
    holds: ({ process }) => process.filter((p) => p.matches('critical')).length <= 1,
  }),
  'who-wants-gets-in': leadsTo(peterson, {
    description: 'A process that wants to enter its critical section does, if both processes go on.',
    observes: ['process'],
    when: ({ process }) => !process[0]!.matches('idle'),
    eventually: ({ process }) => process[0]!.matches('critical'),
    fairness: wantsWhenItLikes,
  }),
  'who-wants-gets-in-whoever-else-goes-on': leadsTo(peterson, {
    description: 'The same where only the other process is sure to go on.',
    observes: ['process'],
    when: ({ process }) => !process[0]!.matches('idle'),
    eventually: ({ process }) => process[0]!.matches('critical'),
    fairness: {
      weak: {
        'the other gives the turn': { actor: 'process-2', event: 'giveTurn' },
        'the other looks at the flag': { actor: 'process-2', event: 'lookAtFlag' },
        'the other looks at the turn': { actor: 'process-2', event: 'lookAtTurn' },
        'the other leaves': { actor: 'process-2', event: 'leave' },
      },
      defaults: false,
    },
  }),
};

export default defineSuite({
  system: peterson,
  properties,
  expect: {
    default: {
      'flag-then-turn': {
        'mutual-exclusion': holds,
        'who-wants-gets-in': holds,
        'who-wants-gets-in-whoever-else-goes-on': violated(1),
      },
      'turn-then-flag': {
        'mutual-exclusion': violated(7),
        'who-wants-gets-in': holds,
        'who-wants-gets-in-whoever-else-goes-on': violated(1),
      },
    },
  },
});
