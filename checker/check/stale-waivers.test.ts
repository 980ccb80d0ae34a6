import { setup } from 'xstate';
import { describe, expect, test } from 'vitest';
import { actor, defineSuite, defineSystem, holds, integer, invariant } from '../index.ts';
import type { CheckOptions } from './options.ts';
import { checkSuite } from './check-suite.ts';
import { exitCode, judge } from './gate.ts';

const machine = setup({}).createMachine({
  id: 'm',
  initial: 'a',
  states: { a: { on: { go: 'b', stop: 'b' } }, b: {} },
});
const system = defineSystem({
  name: 'lamp',
  description: 'A lamp.',
  parameters: { lamps: integer({ min: 1, max: 2, description: 'lamps' }) },
  scopes: { default: { lamps: 1 }, large: { lamps: 2 } },
  designs: { goes: { description: 'It goes.' }, stops: { description: 'It stops as well.' } },
  build: ({ design }) => ({
    actors: { it: actor(machine, { stimuli: design === 'goes' ? ['go'] : ['go', 'stop'] }) },
  }),
});
const fine = { fine: holds };
const expected = { goes: fine, stops: fine };

type Waiver = {
  never: string;
  designs: readonly ('goes' | 'stops')[] | 'all';
  scopes?: ('default' | 'large')[];
};

/** What the gate says of one waiver, beside the one that the design `goes` needs. */
async function judged(waiver: Waiver, options: CheckOptions = {}) {
  const needed = { never: 'm never gets stop', designs: ['goes'], reason: 'it only goes' } as const;
  const suite = defineSuite({
    system,
    properties: { fine: invariant(system, { description: 'Fine.', observes: ['it'], holds: () => true }) },
    expect: { default: expected, large: expected },
    waive: [needed, { ...waiver, reason: 'it stands' }],
  });
  const { reasons } = judge(await checkSuite(suite, options));
  return { code: exitCode(reasons), says: reasons.map(({ where, what }) => `${where}: ${what}`) };
}

describe('a waiver that waives nothing in what it names fails the gate', () => {
  test.each<[Waiver, CheckOptions, string]>([
    [
      { never: 'it never moves', designs: 'all' },
      {},
      'at scope default, nothing of the kind is missing in any design',
    ],
    [
      { never: 'm never gets stop', designs: ['stops'] },
      {},
      'at scope default, nothing of the kind is missing in stops',
    ],
    [{ never: 'it never moves', designs: ['goes'] }, { designs: ['goes'] }, 'missing in goes'],
    [{ never: 'x', designs: 'all', scopes: ['large'] }, { scope: 'large' }, 'at scope large, nothing'],
  ])('%j %j', async (waiver, options, says) => {
    const {
      code,
      says: [said, ...others],
    } = await judged(waiver, options);
    expect(said).toMatch(/^lamp \/ waivers: the waiver of ".+" waives nothing: /);
    expect(said).toContain(says);
    expect(others).toEqual([]);
    expect(code).toBe(3);
  });
});

describe('one is not judged', () => {
  test.each<[why: string, Waiver, CheckOptions]>([
    ['where it waives something', { never: 'm never *', designs: 'all' }, {}],
    ['of a design that was not searched', { never: 'x', designs: ['goes', 'stops'] }, { designs: ['goes'] }],
    ['of all designs where one was left out', { never: 'x', designs: 'all' }, { designs: ['goes'] }],
    ['at a scope that was not searched', { never: 'x', designs: 'all', scopes: ['large'] }, {}],
    ['at other scopes than default unless it names them', { never: 'x', designs: 'all' }, { scope: 'large' }],
    ['under set', { never: 'x', designs: 'all' }, { set: { lamps: 2 } }],
    ['with some properties only', { never: 'x', designs: 'all' }, { properties: ['fine'] }],
  ])('%s', async (_why, waiver, options) => {
    const { says } = await judged(waiver, options);
    expect(says.filter((text) => text.includes('waiver'))).toEqual([]);
  });
});
