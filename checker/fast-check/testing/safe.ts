import { assign, sendTo, setup } from 'xstate';
import {
  actor,
  deadlockFree,
  defineSuite,
  defineSystem,
  holds,
  integer,
  invariant,
  reachable,
  reached,
  replicas,
  stepProperty,
  violated,
} from '../../index.ts';

// A safe that opens when the digits of its code (1, 0, 1, …) come in order, and users who press what they like:
// a violation several steps deep, and self-loops on the way to it.

const safe = setup({
  types: {
    context: {} as { digits: number; length: number; jams: boolean },
    events: {} as { type: 'key'; digit: number },
    input: {} as { length: number; jams: boolean },
  },
  guards: {
    right: ({ context, event }) => event.digit === 1 - (context.digits % 2),
    last: ({ context, event }) =>
      event.digit === 1 - (context.digits % 2) && context.digits === context.length - 1,
    jams: ({ context }) => context.jams,
  },
  actions: {
    next: assign({ digits: ({ context }) => context.digits + 1 }),
    forget: assign({ digits: 0 }),
  },
}).createMachine({
  id: 'safe',
  context: ({ input }) => ({ digits: 0, ...input }),
  initial: 'locked',
  states: {
    locked: {
      on: {
        key: [
          { guard: 'last', target: 'open' },
          { guard: 'right', actions: 'next' },
          { guard: 'jams', target: 'jammed' },
          { actions: 'forget' },
        ],
      },
    },
    open: {},
    jammed: {},
  },
});

const user = setup({
  types: { events: {} as { type: 'press'; digit: number } | { type: 'look' } | { type: 'leave' } },
  actions: {
    press: sendTo(
      ({ system }) => system.get('safe'),
      ({ event }) => ({ type: 'key', digit: event.type === 'press' ? event.digit : 0 }),
    ),
  },
}).createMachine({
  id: 'user',
  initial: 'there',
  states: { there: { on: { press: { actions: 'press' }, look: { actions: [] }, leave: 'there' } } },
});

/** A safe with a code of `length` digits, all keys on offer to each of the users in every state. */
export const safeSystem = defineSystem({
  name: 'safe',
  description: 'Users press the keys of a safe.',
  parameters: {
    length: integer({ min: 1, max: 20, description: 'digits of the code' }),
    users: integer({ min: 1, max: 3, description: 'users' }),
  },
  scopes: { default: { length: 5, users: 2 } },
  designs: {
    jams: { description: 'A wrong digit jams it for good.', options: { jams: true } },
    forgives: { description: 'After a wrong digit the code starts anew.' },
  },
  build: ({ parameters, options }) => ({
    actors: {
      safe: actor(safe, { input: { length: parameters.length, jams: options.jams ?? false } }),
      user: replicas(parameters.users, user, {
        stimuli: ['look', { type: 'press', digit: 1 }, { type: 'press', digit: 0 }],
      }),
    },
    delivery: 'sync',
  }),
});

const found = {
  'stays-shut': violated(5),
  'looking-is-free': violated(1),
  'digits-fit': holds,
  opens: reached(5),
};

export const safeSuite = defineSuite({
  system: safeSystem,
  properties: {
    'stays-shut': invariant(safeSystem, {
      description: 'The safe never opens.',
      observes: ['safe'],
      holds: (state) => !state.safe.matches('open'),
      because: (state) => `after ${state.safe.context.length} digits it is open`,
    }),
    'looking-is-free': stepProperty(safeSystem, {
      description: 'Nobody looks.',
      observes: [],
      on: (step) => step.event.type === 'look',
      holds: () => false,
    }),
    'never-stuck': deadlockFree(safeSystem, {
      description: 'Some key always does something, until the safe is open.',
      observes: ['safe'],
      legalEnd: (state) => state.safe.matches('open'),
    }),
    'digits-fit': invariant(safeSystem, {
      description: 'The safe has not more digits than its code.',
      observes: ['safe'],
      holds: (state) => state.safe.context.digits <= state.safe.context.length,
    }),
    opens: reachable(safeSystem, {
      description: 'It opens.',
      observes: ['safe'],
      where: (state) => state.safe.matches('open'),
    }),
  },
  expect: {
    default: {
      jams: { ...found, 'never-stuck': violated(1) },
      forgives: { ...found, 'never-stuck': holds },
    },
  },
  waive: [
    {
      never: 'user*leave*',
      designs: 'all',
      reason: 'Nobody is asked to leave.',
    },
  ],
});
