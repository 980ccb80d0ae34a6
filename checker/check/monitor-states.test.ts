import { createMachine, raise } from 'xstate';
import { describe, expect, test } from 'vitest';
import { monitor } from '../property/monitor.ts';
import type { Parts } from '../testing/charts.ts';
import { check, smallSystem } from '../testing/charts.ts';

const door = { initial: 'shut', states: { shut: { on: { open: 'wide' } }, wide: { on: { shut: 'shut' } } } };
const system = smallSystem({ door: { chart: door, stimuli: ['open', 'shut'] } });

async function judge(chart: object) {
  const machine = createMachine({ id: 'watch', ...chart } as never);
  const watched = monitor(system, { description: 'it is so', machine });
  return (await check(system, { watched })).checks[0]!;
}

describe('a violation that a monitor leaves at once is one all the same', () => {
  const before = { on: { 'door.open': 'wrong' } };
  test.each<[string, object]>([
    ['by an always', { before, wrong: { tags: 'violation', always: 'before' } }],
    [
      'by a raised event',
      { before, wrong: { tags: 'violation', entry: raise({ type: 'back' }), on: { back: 'before' } } },
    ],
    [
      'as what is in it is done',
      {
        before,
        wrong: { tags: 'violation', initial: 'in', states: { in: { type: 'final' } }, onDone: 'before' },
      },
    ],
    ['by an always into another', { before, wrong: { tags: 'violation', always: 'after' }, after: {} }],
  ])('%s', async (_, states) => {
    const found = await judge({ initial: 'before', states });
    expect(found).toMatchObject({ verdict: 'violated', steps: 1 });
    expect(found.counterexample!.remembered).toEqual(['before', expect.stringContaining('wrong')]);
  });

  test.each<[string, object]>([
    ['at the start', { wrong: { tags: 'violation', always: 'after' }, after: {} }],
    [
      'at the start, by a raised event',
      { wrong: { tags: 'violation', entry: raise({ type: 'on' }), on: { on: 'after' } }, after: {} },
    ],
    [
      'at the start, as what is in it is done',
      {
        wrong: { initial: 'in', states: { in: { type: 'final', tags: 'violation' } }, onDone: 'after' },
        after: {},
      },
    ],
    [
      'at the start, by the history where it begins',
      {
        wrong: {
          initial: 'h',
          states: { h: { type: 'history', target: 'in' }, in: { tags: 'violation', always: '#after' } },
        },
        after: { id: 'after' },
      },
    ],
  ])('%s', async (_, states) => {
    const found = await judge({ initial: 'wrong', states });
    expect(found).toMatchObject({ verdict: 'violated', steps: 0 });
    expect(found.counterexample!.remembered).toEqual([expect.stringContaining('wrong')]);
  });
});

describe('a monitor that begins at a history', () => {
  const right = { on: { 'door.open': 'right', 'door.shut': { target: 'wrong', guard: () => false } } };
  const states = { h: { type: 'history', target: 'right' }, right, wrong: { tags: 'violation' } };
  test.each<[string, object]>([
    ['of its root', { initial: 'h', states }],
    ['of a state', { initial: 'in', states: { in: { initial: 'h', states } } }],
    [
      'that is deep',
      { initial: 'h', states: { ...states, h: { type: 'history', history: 'deep', target: 'right' } } },
    ],
  ])('%s is only where that leads by default', async (_, chart) => {
    expect(await judge(chart)).toMatchObject({ verdict: 'holds' });
  });
});

describe('a state that no transition leads to', () => {
  const on = { 'door.open': 'a' };
  test.each<[string, object, string]>([
    [
      'violation',
      { states: { a: { on }, b: { tags: 'violation' } } },
      'state "b", which is tagged "violation"',
    ],
    [
      'pending',
      { states: { a: { on }, b: { on: { x: 'c' } }, c: { tags: ['other', 'pending'] } } },
      'state "c", which is tagged "pending"',
    ],
    [
      'below another',
      { states: { a: { on, initial: 'x', states: { x: {}, y: { tags: 'violation' } } } } },
      'state "a.y"',
    ],
  ])('%s is refused as the suite is checked', async (_, chart, words) => {
    const judged = judge({ initial: 'a', ...chart });
    await expect(judged).rejects.toThrow(
      `suite small: property "watched": no transition of the monitor leads to ${words}`,
    );
  });

  test.each<[string, object]>([
    ['the root leads to', { on: { 'door.open': '.b' }, states: { a: {}, b: { tags: 'violation' } } }],
    [
      'is where another begins',
      { states: { a: { on: { 'door.open': 'b' } }, b: below({ tags: 'violation' }) } },
    ],
    ['is above', { states: { a: { on: { 'door.open': 'b.x' } }, b: { tags: 'violation', ...below({}) } } }],
    ['an always leads to', { states: { a: { always: 'b' }, b: { tags: 'violation' } } }],
    [
      'a history leads back to',
      {
        states: {
          a: { on: { 'door.open': 'c.h' } },
          c: { ...below({ tags: 'violation' }, { h: { type: 'history' } }) },
        },
      },
    ],
    [
      'is a region',
      {
        states: {
          a: { on: { 'door.open': 'p' } },
          p: { type: 'parallel', states: { x: {}, y: { tags: 'violation' } } },
        },
      },
    ],
  ])('is none that %s', async (_, chart) => {
    expect((await judge({ initial: 'a', ...chart })).verdict).toBe('violated');
  });
});

function below(x: object, more: object = {}): object {
  return { initial: 'x', states: { x, ...more } };
}

test.each([
  ['violaton', 'violation'],
  ['Pending', 'pending'],
  ['pendign', 'pending'],
])('a tag "%s" is refused where it is declared', async (tag, meant) => {
  const states = { a: { on: { 'door.open': 'b' } }, b: { tags: tag }, c: { tags: 'violation' } };
  await expect(judge({ initial: 'a', states })).rejects.toThrow(
    `state "b" of the statechart "watch" is tagged "${tag}", which means nothing to it. Did you mean "${meant}"?`,
  );
});

test.each(['sending', 'ending', 'spending', 'vending', 'isolation'])(
  'a tag "%s" is a word of its own, and none of a monitor',
  async (tag) => {
    const states = { a: { on: { 'door.open': 'b' } }, b: { tags: [tag, 'violation'] } };
    expect((await judge({ initial: 'a', states })).verdict).toBe('violated');
  },
);

describe('one type that stands for two things', () => {
  const chart = { initial: 'shut', states: { shut: { on: { crash: 'shut', open: 'wide' } }, wide: {} } };
  const crashing = { faults: { crash: { actors: ['door'], budget: 2 }, restart: { budget: 1 } } };
  const stimuli = ['open', 'crash'];
  const judgeOf = async (parts: Parts, rest: object, on: string, more: object = {}) => {
    const states = {
      before: { on: { [on]: 'once' } },
      once: { on: { [on]: 'wrong' } },
      wrong: { tags: 'violation' },
    };
    const machine = createMachine({ id: 'watch', initial: 'before', states } as never);
    const small = smallSystem(parts, rest);
    const watched = monitor(small, { description: '', machine, ...more });
    return (await check(small, { watched })).checks[0]!;
  };
  const fault = ({ kind }: { kind: string }) => ({ type: kind }) as never;

  test('is an error: a fault and an event of the actor', async () => {
    const parts = { door: { chart, stimuli } };
    const once = { faults: { crash: { actors: ['door'], budget: 1 } } };
    const { verdict, reason } = await judgeOf(parts, once, 'door.crash');
    expect([verdict, reason]).toEqual([
      'error',
      expect.stringContaining('"door.crash" is a fault of "door" and an event of "door"'),
    ]);
    expect(await judgeOf(parts, {}, 'door.crash')).toMatchObject({ verdict: 'violated' });
    expect(await judgeOf({ door: { chart, stimuli: ['open'] } }, crashing, 'door.crash')).toMatchObject({
      verdict: 'violated',
    });
    expect(await judgeOf(parts, crashing, 'crash', { sees: fault })).toMatchObject({ verdict: 'violated' });
  });

  test('is an error: the events of two actors', async () => {
    const parts = {
      a: { chart: { on: { 'b.go': {} } }, stimuli: ['b.go'] },
      'a.b': { chart: { on: { go: {} } }, stimuli: ['go'] },
    };
    const { reason } = await judgeOf(parts, {}, 'a.b.go');
    expect(reason).toContain('"a.b.go" is an event of "a" and an event of "a.b"');
  });
});
