import { expect, test } from 'vitest';
import { check, smallSystem } from '../testing/charts.ts';
import { invariant, stepProperty } from './property.ts';

type Open = { tags: Set<string>; value: { a?: string } | string; status: string };

test.each<[string, (it: Open) => unknown]>([
  ['the tags', (it) => it.tags.clear()],
  ['the value', (it) => (it.value = 'gone')],
  ['a part of the value', (it) => ((it.value as { a?: string }).a = 'gone')],
])('a property cannot change %s of a snapshot', async (_, change) => {
  const chart = { initial: 'a', states: { a: { tags: 'busy', initial: 'b', states: { b: {} } } } };
  const system = smallSystem({ it: { chart } });
  const meddles = invariant(system, {
    description: 'meddles',
    observes: ['it'],
    holds: ({ it }) => {
      change(it);
      return true;
    },
  });
  const [found] = (await check(system, { meddles })).checks;
  expect([found!.property, found!.verdict]).toEqual(['meddles', 'error']);
});

type Kept = { context: { error: Error; map: Map<string, { n: number }> }; output: { n: number } };

test.each<[string, (it: Kept) => unknown]>([
  ['the cause of an error', (it) => ((it.context.error.cause as { n: number }).n = 2)],
  [
    'an error within an error',
    (it) => (((it.context.error as AggregateError).errors[0] as { n: number }).n = 2),
  ],
  ['what a Map holds', (it) => (it.context.map.get('k')!.n = 2)],
  ['a Map', (it) => it.context.map.set('k', { n: 1 })],
  ['the output', (it) => (it.output.n = 2)],
])('a property cannot change %s', async (_, change) => {
  const chart = {
    context: () => ({
      error: new AggregateError([{ n: 1 }], 'x', { cause: { n: 1 } }),
      map: new Map([['k', { n: 1 }]]),
    }),
    initial: 'end',
    states: { end: { type: 'final' } },
    output: () => ({ n: 1 }),
  };
  const meddles = invariant(smallSystem({ it: { chart } }), {
    description: 'meddles',
    observes: ['it'],
    holds: ({ it }) => {
      change(it);
      return true;
    },
  });
  const [found] = (await check(smallSystem({ it: { chart } }), { meddles })).checks;
  expect([found!.property, found!.verdict]).toEqual(['meddles', 'error']);
});

const ORDER = 'depends on the order in which keys of an object';

test('a step property cannot tell the orders of keys in an event apart', async () => {
  const go = (p: object) => ({ type: 'go', p });
  const chart = {
    initial: 'a',
    states: { a: { on: { go: 'b' } }, b: { on: { go: 'c' } }, c: {} },
  };
  const stimuli = ({ value }: { value: string }) =>
    value === 'a' ? [go({ a: 1, b: 2 })] : value === 'b' ? [go({ b: 2, a: 1 })] : [];
  const system = smallSystem({ it: { chart, stimuli } });
  const first = (step: { event: object }): boolean => Object.keys((step.event as { p: object }).p)[0] === 'a';
  const holds = stepProperty(system, {
    description: 'holds',
    observes: ['it'],
    holds: (_before, step) => first(step),
  });
  const on = stepProperty(system, {
    description: 'on',
    observes: ['it'],
    on: (step) => first(step),
    holds: () => true,
  });
  for (const [name, property] of Object.entries({ holds, on })) {
    const [found] = (await check(system, { [name]: property })).checks;
    expect([name, found!.verdict]).toEqual([name, 'error']);
    expect(found!.reason).toContain(ORDER);
  }
});

test('a property cannot tell the orders of keys in an output apart', async () => {
  const chart = {
    context: { first: '' },
    initial: 'a',
    states: {
      a: { on: { x: 'x', y: 'y' } },
      x: { type: 'final' },
      y: { type: 'final' },
    },
    output: () => ({ a: 1, b: 2 }),
  };
  const system = smallSystem({ it: { chart, stimuli: ['x', 'y'] } });
  const ordered = invariant(system, {
    description: 'ordered',
    observes: ['it'],
    when: ({ it }) => it.status === 'done',
    holds: ({ it }) => Object.keys((it as { output?: object }).output!)[0] === 'a',
  });
  const [found] = (await check(system, { ordered })).checks;
  expect(found!.verdict).toBe('error');
  expect(found!.reason).toContain(ORDER);
});
