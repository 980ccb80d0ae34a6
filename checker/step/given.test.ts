import { assign, createMachine, log } from 'xstate';
import { describe, expect, it, test, vi } from 'vitest';
import { invariant } from '../property/property.ts';
import type { Logic } from '../system/actor.ts';
import { check, messageOf, smallSystem } from '../testing/charts.ts';
import { watched } from './watch.ts';

interface Args {
  context: { n: number; set: Set<string> };
}

/** A system of one chart that may take `go`. */
const one = (
  go: object,
  more: { input?: unknown; stimuli?: unknown; effects?: object; context?: object } = {},
) =>
  smallSystem(
    {
      it: {
        chart: {
          context: more.context ?? { n: 0 },
          initial: 'on',
          states: { on: { on: { go } } },
        },
        stimuli: more.stimuli ?? ['go'],
        ...('input' in more ? { input: more.input } : {}),
      },
    },
    { effects: (more.effects ?? {}) as never },
  );

const PLACE = 'actor it, machine "it-chart"';

describe('the input of an actor', () => {
  class Clock {
    time = 0;
  }
  it.each([
    ['a function', { clock: { now: () => 1 } }, 'at input.clock.now: holds a function'],
    ['a class instance', { clock: new Clock() }, 'at input.clock: holds an instance of Clock'],
  ])('that holds %s is refused, and left as it was', async (_, input, message) => {
    const said = await messageOf(one({}, { input }));
    expect(said).toContain(PLACE);
    expect(said).toContain(message);
    expect([Object.isFrozen(input), Object.isFrozen(input.clock)]).toEqual([false, false]);
  });

  it('may be given in any insertion order', async () => {
    const logic = createMachine({
      context: ({ input }: { input: unknown }) => ({ first: [...(input as Set<string>)][0] }),
    } as never) as unknown as Logic;
    const system = smallSystem({ it: { logic, input: new Set(['a', 'b']) } });
    expect(await messageOf(system)).toContain('depends on the order');
  });

  it('is not changed in place by a start, which another start would notice', async () => {
    const logic = createMachine({
      context: ({ input }: { input: unknown }) => ({
        map: (input as Map<string, object>).set('k', { n: 1 }),
      }),
    } as never) as unknown as Logic;
    const said = await messageOf(smallSystem({ it: { logic, input: new Map() } }));
    expect(said).toContain('at input (a Map, Set, Date or typed array in it): user code changed it in place');
  });
});

test('a class instance in the context is refused, and left as it was', async () => {
  const lease = new (class Lease {
    until = 1;
  })();
  expect(await messageOf(one({ actions: assign({ n: lease as never }) }))).toContain('an instance of Lease');
  expect(Object.isFrozen(lease)).toBe(false);
});

describe('insertion order, where a reversal leaves the middle one of three in its place', () => {
  const middle = (set: Set<string>): string => [...set][1]!;
  const context = { n: 0, set: new Set(['a', 'b', 'c']), is: '' };
  const is = (read: (c: Args['context']) => unknown): unknown =>
    assign(({ context: c }: Args) => ({ is: read(c) }) as object);

  test('in an assign', async () => {
    const go = { actions: is(({ set }) => middle(set)) };
    expect(await messageOf(one(go, { context }))).toContain('depends on the order');
  });

  test('in an object that is used as a table', async () => {
    const go = {
      actions: is((c) => Object.keys(c)[1]),
    };
    expect(await messageOf(one(go, { context }))).toContain('depends on the order');
  });

  test('in a stimuli function', async () => {
    const stimuli = ({ context: c }: Args) => [{ type: 'go', to: middle(c.set) }];
    expect(await messageOf(one({}, { context, stimuli }))).toContain('depends on the order');
  });

  test('in a property', async () => {
    const system = one({}, { context });
    const b = invariant(system, {
      description: 'b is in the middle',
      observes: ['it'],
      holds: ({ it: seen }) => middle((seen as unknown as Args).context.set) === 'b',
    });
    const [found] = (await check(system, { b })).checks;
    expect([found!.verdict, found!.reason]).toEqual(['error', expect.stringContaining('order')]);
  });
});

describe('code that reads what is neither state nor event', () => {
  const TIMES: readonly [string, () => unknown][] = [
    ['Date.now()', () => Date.now()],
    ['new Date()', () => new Date().getTime()],
    ['Date()', () => Date()],
    ['Math.random()', () => Math.random()],
    ['performance.now()', () => performance.now()],
    ['crypto.randomUUID()', () => crypto.randomUUID()],
  ];
  // What it gives is thrown away, so that no second call could tell.
  it.each(TIMES)('%s, in a guard', async (name, read) => {
    const said = await messageOf(one({ guard: () => read() !== null, target: 'on' }));
    expect(said).toContain(`user code called ${name}, so it is impure`);
    expect(said).toContain(`${PLACE}, state on, event go`);
  });

  test('in a stimuli function', async () => {
    const said = await messageOf(one({}, { stimuli: () => (Math.random() < 2 ? ['go'] : []) }));
    expect(said).toContain('user code called Math.random()');
    expect(said).toContain(PLACE);
  });

  test('in the model of an action', async () => {
    const effects = { page: () => (Date.now() > 0 ? [] : [{}]) };
    expect(await messageOf(one({ actions: 'page' }, { effects }))).toContain('user code called Date.now()');
  });

  test('in a property', async () => {
    const system = one({});
    const lucky = invariant(system, { description: 'x', observes: ['it'], holds: () => Math.random() < 2 });
    const [found] = (await check(system, { lucky })).checks;
    expect([found!.verdict, found!.reason]).toEqual([
      'error',
      expect.stringContaining('called Math.random()'),
    ]);
  });

  test('but a log may tell the time', async () => {
    expect(await messageOf(one({ actions: log(() => String(Date.now())) }))).toBe('');
  });

  test('and a given date is no clock', async () => {
    const read = ({ context: c }: Args) => new Date(c.n) instanceof Date && new Date(c.n).getTime() === 0;
    expect(await messageOf(one({ guard: read, actions: assign({ at: () => new Date(7) }) }))).toBe('');
  });

  test('leaves clocks as they were, a runner’s own too', () => {
    const clocks = (): unknown[] => [Date, Math['random'], (performance as { now: unknown }).now];
    const before = clocks();
    expect(() => watched(() => Date.now())).toThrow('Date.now()');
    expect(() =>
      watched(() => {
        throw new Error('mine');
      }),
    ).toThrow('mine');
    expect(clocks()).toEqual(before);
    vi.useFakeTimers({ now: 5 });
    try {
      expect(watched(() => new Date(3).getTime())).toBe(3);
      expect(() => watched(() => new Date())).toThrow('new Date()');
      expect(Date.now()).toBe(5);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a counter that changes its mind only later', async () => {
    let calls = 0;
    const guard = () => calls++ < 40;
    const counting = {
      actions: assign({ n: ({ context: c }: Args) => (c.n + 1) % 20 }),
    };
    const system = one([{ guard, ...counting }, { target: 'on' }]);
    const said = await messageOf(system);
    expect(said).toContain('two calls with the same state and event gave different results');
    expect(said).toContain(PLACE);
  });
});

test('a stimuli function that changes its mind only later', async () => {
  let calls = 0;
  // Four calls for each state, so that none sees the change.
  const stimuli = () => (calls++ < 28 ? ['go'] : ['go', 'stop']);
  const counting = { actions: assign({ n: ({ context: c }: Args) => (c.n + 1) % 20 }) };
  const said = await messageOf(one(counting, { stimuli }));
  expect(said).toContain(`${PLACE}, state on: `);
  expect(said).toContain('asked for again');
});

describe('what user code gives that is no event', () => {
  it.each<[string, unknown, string]>([
    ['a promise of stimuli', async () => ['go'], 'returned a promise'],
    ['no list', () => undefined, 'returned undefined'],
    ['a number', () => [1], '1 is no event'],
    ['an object without type', () => [{ kind: 'go' }], 'an object is no event'],
  ])('stimuli: %s', async (_, stimuli, message) => {
    const said = await messageOf(one({}, { stimuli }));
    expect(said).toContain(`${PLACE}, state on: its stimuli: `);
    expect(said).toContain(message);
  });

  it.each<[string, unknown, string]>([
    [
      'that throws',
      () => {
        throw new Error('no pager');
      },
      'threw: no pager',
    ],
    ['that is async', async () => [], 'returned a promise'],
    ['that gives nothing', () => undefined, 'returned undefined'],
    ['that gives a string', () => ['page'], 'not of the form'],
    ['that sends no event', () => [{ to: 'it', event: 'page' }], '"page" is no event'],
    ['that sends an event without type', () => [{ to: 'it', event: {} }], 'an object is no event'],
    ['with a choice that is no list', () => ({ choice: undefined }), 'list of outcomes'],
    ['with a choice of promises', () => ({ choice: [Promise.resolve([])] }), 'returned a promise'],
  ])('the model of an action %s', async (_, model, message) => {
    const said = await messageOf(one({ actions: 'page' }, { effects: { page: model as object } }));
    expect(said).toContain(`${PLACE}, state on, event go, action "page": `);
    expect(said).toContain(message);
  });
});

test('an impure guard is named with its machine and state', async () => {
  let calls = 0;
  const said = await messageOf(one({ guard: () => calls++ % 2 === 0, actions: assign({ n: 1 }) }));
  expect(said).toContain(`${PLACE}, state on, event go, at context.n: two calls`);
});
