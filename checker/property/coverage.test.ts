import { assign, createMachine } from 'xstate';
import { expect, test } from 'vitest';
import { check, smallSystem } from '../testing/charts.ts';
import { instrument } from '../step/instrument.ts';
import { dropImplied, neverTogether } from './coverage.ts';
import type { Logic } from '../system/actor.ts';

/** A statechart of this id that takes the given events. */
function door(...types: string[]): Logic {
  const on = Object.fromEntries(types.map((type) => [type, { actions: assign({}) }]));
  return createMachine({ id: 'door', on });
}

test('two statecharts of one id are judged apart, each by the events it takes', async () => {
  const system = smallSystem({
    front: { logic: door('open'), stimuli: ['open'] },
    back: { logic: door('open', 'lock', 'burn'), stimuli: ['open', 'lock'] },
  });
  const { coverage } = await check(system);
  expect(coverage!.never).toEqual(['door (back) never gets burn']);
});

test('a transition of one is no evidence for the like of another', async () => {
  const system = smallSystem({
    front: { logic: door('open'), stimuli: ['open'] },
    back: { logic: door('open', 'lock'), stimuli: ['lock'] },
  });
  const { coverage } = await check(system);
  expect(coverage!.listed).toContain('door (back): (root) --open--> (stays) is never taken');
  expect(coverage!.listed.filter((text) => text.startsWith('door (front)'))).toEqual([]);
});

test('statecharts made alike by one function are evidence together', async () => {
  const system = smallSystem({
    front: { logic: door('open', 'lock'), stimuli: ['open'] },
    back: { logic: door('open', 'lock'), stimuli: ['lock'] },
  });
  const { coverage } = await check(system);
  expect([coverage!.never, coverage!.listed]).toEqual([[], []]);
});

/** What a chart's coverage says: all that fails, then all that is listed. */
async function said(chart: object, stimuli: unknown = ['go']): Promise<readonly string[]> {
  const { coverage } = await check(smallSystem({ it: { chart, stimuli } }));
  return [...coverage!.never, ...coverage!.listed];
}

const AT = '(root) --go--> (stays)';

test.each<[what: string, chart: object, stimuli: unknown, lines: string[]]>([
  [
    'a guard that is always true',
    { on: { go: { guard: () => true } } },
    ['go'],
    [`it-chart: the guard of ${AT} [inline guard] is never false`],
  ],
  [
    "a guard that is never true but whose transition is another's",
    { on: { go: [{ guard: () => false }, {}] } },
    ['go'],
    [`it-chart: ${AT} [inline guard] is never taken`],
  ],
  ['an actor that never moves', { on: { go: {} } }, [], ['it never moves', `it-chart: ${AT} is never taken`]],
  [
    'a stimulus that is never taken',
    { on: { go: {}, halt: { guard: () => false } } },
    ['go', 'halt'],
    ['it never takes the stimulus halt', 'it-chart: (root) --halt--> (stays) [inline guard] is never taken'],
  ],
  [
    'a message that never comes',
    { on: { go: {}, tell: { actions: assign({}) } } },
    ['go'],
    ['it-chart never gets tell', 'it-chart: (root) --tell--> (stays) is never taken'],
  ],
])('%s is told', async (_what, chart, stimuli, lines) => {
  expect(await said(chart, stimuli)).toEqual(lines);
});

test('of a guard that is never true, only its transition that is never taken is told', () => {
  const never = ['m: a --go--> b [g] is never taken', 'm: the guard of a --go--> b [g] is never true'];
  expect(dropImplied(never)).toEqual(never.slice(0, 1));
  expect(dropImplied(never.slice(1))).toEqual(never.slice(1));
});

test('a self-loop is told, and takes its stimulus', async () => {
  const { coverage } = await check(smallSystem({ it: { chart: { on: { go: {} } }, stimuli: ['go'] } }));
  expect([coverage!.never, coverage!.selfLoops]).toEqual([[], ['it: go']]);
});

test('different inline guards of two designs at one place are no evidence for each other', () => {
  const text = 'm: a --go--> b [inline guard] is never taken';
  const design = (guard: string, happened: boolean) => new Map([[`${text}\n${guard}`, { text, happened }]]);
  expect(neverTogether([design('() => true', true), design('() => false', false)])).toEqual([text]);
  expect(neverTogether([design('() => true', true), design('() => true', false)])).toEqual([]);
});

test('the guards of a design are told apart by their source', () => {
  const taken = (guard: () => boolean) =>
    instrument(createMachine({ on: { go: { guard } } })).transitions.map(({ label, guardText }) => [
      label,
      guardText,
    ]);
  const [[label, yes]] = taken(() => true) as [[string, string]];
  const [[other, no]] = taken(() => false) as [[string, string]];
  expect([label === other, yes === no]).toEqual([true, false]);
});
