import { setup } from 'xstate';
import { expect, test } from 'vitest';
import { actor, defineSystem, integer } from '../index.ts';
import { scopeWords } from './scope-words.ts';

const size = (description: string) => integer({ min: 1, max: 4, description });
const system = defineSystem({
  name: 'dns',
  description: 'Names.',
  parameters: { enactors: size('Enactors'), plans: size('plans') },
  scopes: { default: { enactors: 2, plans: 3 } },
  designs: {
    'as-deployed': { description: 'As it was.' },
    alone: { description: 'One.', fixes: { enactors: 1 } },
    single: { description: 'One as well.', fixes: { enactors: 1 } },
    more: { description: 'One plan more.', fixes: ({ plans }) => ({ plans: plans + 1 }) },
  },
  build: () => ({ actors: { it: actor(setup({}).createMachine({ id: 'it' })) } }),
});
const designs = Object.keys(system.designs);

test('all parameters of the scope, and who fixes some of them, those with the same values together', () => {
  expect(scopeWords(system, 'default', { designs })).toEqual({
    values: 'enactors 2, plans 3',
    fixed: 'enactors 1 (alone, single); plans 4 (more)',
  });
});

test('what --set asks for is told even where no design but one heeds it', () => {
  expect(scopeWords(system, 'default', { set: { enactors: 3 }, designs: ['alone'] })).toEqual({
    values: 'enactors 3, plans 3',
    fixed: 'enactors 1 (alone)',
  });
  // A value that the design fixes to the same is no news.
  expect(scopeWords(system, 'default', { set: { enactors: 1 }, designs }).fixed).toBe('plans 4 (more)');
});

test('a design that cannot have these values is left to its verdict', () => {
  expect(scopeWords(system, 'default', { set: { plans: 4 }, designs }).fixed).toBe(
    'enactors 1 (alone, single)',
  );
});
