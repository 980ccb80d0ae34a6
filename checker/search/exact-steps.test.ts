import { assign, sendTo } from 'xstate';
import { describe, expect, test } from 'vitest';
import { deadlockFree, invariant, stepProperty } from '../property/property.ts';
import { SafetyChecks } from '../property/safety-checks.ts';
import { IntegerSpace } from '../step/integer-space.ts';
import { instantiate } from '../system/instance.ts';
import { check, smallSystem } from '../testing/charts.ts';
import { BreadthFirstSearch } from './breadth-first.ts';
import { UNLIMITED } from './memory-limit.ts';

interface Args {
  context: { n: number };
}

const to = (id: string, type: string) => sendTo(({ system }) => system.get(id) as never, { type } as never);
const turn = (most: number) => assign({ n: ({ context }: Args) => (context.n + 1) % most });
const nOf = (it: unknown) => (it as Args).context.n;
const toggle = {
  chart: { initial: 'on', states: { on: { on: { t: 'off' } }, off: { on: { t: 'on' } } } },
  stimuli: ['t'],
};
const counter = (most: number) => ({
  chart: {
    context: { n: 0 },
    on: { go: { guard: ({ context }: Args) => context.n < most, actions: turn(most + 1) } },
  },
  stimuli: ['go'],
});

test('a step that sends into the channel it came from depends on what else waits there', async () => {
  const it = {
    chart: { context: { n: 0 }, on: { tick: { actions: [turn(5), to('it', 'tick')] } } },
    stimuli: ['tick'],
  };
  const system = smallSystem(
    { it, other: toggle },
    { delivery: { default: 'sync', 'it -> it': { order: 'fifo', capacity: 1, whenFull: 'block' } } as never },
  );
  // By hand: nothing was ticked yet, or one tick waits at any n, for each of the two toggles.
  expect((await check(system)).search!.states).toBe(2 + 5 * 2);
});

test('states found but not expanded at a limit have their properties checked', async () => {
  const system = smallSystem({ it: counter(9), other: counter(9) });
  const apart = invariant(system, {
    description: 'x',
    observes: ['it', 'other'],
    holds: ({ it, other }) => nOf(it) + nOf(other) < 2 || nOf(it) !== nOf(other),
  });
  // The fifth state is (1, 1); the limit strikes as the fourth is expanded.
  const { checks, search } = await check(system, { apart }, { maxStates: 5 });
  expect([search!.states, checks[0]!.verdict, checks[0]!.steps]).toEqual([5, 'violated', 2]);
});

test('a step that a full channel stops is no coverage', async () => {
  const both = {
    chart: { on: { go: { actions: [to('it', 'hello'), to('q', 'm'), to('q', 'm')] } } },
    stimuli: ['go', 'm'],
  };
  const system = smallSystem(
    {
      s: { ...both, chart: { on: { ...both.chart.on, m: {} } } },
      it: { chart: { on: { hello: {} } } },
      q: { chart: { on: { m: {} } } },
    },
    { delivery: { default: 'sync', q: { order: 'fifo', capacity: 1, whenFull: 'block' } } as never },
  );
  const { coverage, search } = await check(system);
  expect([search!.states, search!.blocked]).toEqual([1, 1]);
  expect(coverage!.never).toContain('it never moves');
  expect(coverage!.listed).toContain('s-chart: (root) --go--> (stays) is never taken');
});

describe('a state of which it is not known whether it has a step is no deadlock', () => {
  test('where all that it offers fails', async () => {
    const fails = () => {
      throw new Error('no row');
    };
    const system = smallSystem({ it: { chart: { on: { go: { guard: fails } } }, stimuli: ['go'] } });
    const { checks } = await check(system, { goesOn: deadlockFree(system) });
    expect([checks[0]!.verdict, checks[0]!.reason]).toEqual(['error', expect.stringContaining('no row')]);
  });

  test('where all that it offers finds a full channel', async () => {
    const burst = { chart: { on: { go: { actions: [to('it', 'm'), to('it', 'm')] } } }, stimuli: ['go'] };
    const system = smallSystem(
      { s: burst, it: { chart: { on: { m: {} } } } },
      { delivery: { it: { order: 'fifo', capacity: 1 } } as never },
    );
    expect((await check(system, { goesOn: deadlockFree(system) })).checks[0]!.verdict).toBe('inconclusive');
  });
});

test('messages that a remembered step loses count each time', async () => {
  const cycle = (types: object) => ({ chart: { on: { say: types } }, stimuli: ['say'] });
  const system = smallSystem(
    {
      s: cycle({ actions: to('it', 'hello') }),
      it: { chart: { context: {} } },
      d: { chart: { on: { put: { actions: [to('q', 'm'), to('q', 'm')] } } }, stimuli: ['put'] },
      q: { chart: { on: { m: {} } } },
      other: toggle,
    },
    { delivery: { default: 'sync', q: { order: 'fifo', capacity: 1, whenFull: 'drop' } } as never },
  );
  const { coverage, search } = await check(system);
  expect(search!.states).toBe(4);
  expect(coverage!.unhandled).toEqual([{ message: 'it: hello', times: 4 }]);
  // Empty, the second is lost; full, both: for each of the two toggles.
  expect(coverage!.dropped).toEqual([{ message: 'd -> q: m', times: 2 * (1 + 2), atStart: 0 }]);
});

test('states are told apart as they outgrow the room they are packed into', async () => {
  const idle = { chart: {} };
  // So many components that each has a bit or two to begin with.
  const others = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`idle${i}`, idle]));
  const { search } = await check(smallSystem({ it: counter(40), ...others }));
  expect([search!.states, search!.depth]).toEqual([41, 40]);
});

test('a step property is asked where another that looks elsewhere was decided before', async () => {
  const system = smallSystem({ x: toggle, y: toggle, it: counter(3) });
  const goes = { on: ({ actor }: { actor: string }) => actor === 'it' };
  const isOn = (state: unknown) => (state as { value: string }).value === 'on';
  const first = stepProperty(system, { ...goes, description: 'x', observes: ['x'], holds: () => false });
  const second = stepProperty(system, {
    ...goes,
    description: 'y',
    observes: ['y'],
    holds: (before: { y: unknown }) => isOn(before.y),
  });
  const { checks } = await check(system, { first, second });
  expect(checks.map(({ verdict, steps }) => [verdict, steps])).toEqual([
    ['violated', 1],
    ['violated', 2],
  ]);
});

test.each([1, 2])(
  'states of more than 64 bits are told apart exactly, with %i threads',
  async (workers) => {
    // Eight counters go up together: ten bits each, beside two toggles.
    const ids = Array.from({ length: 8 }, (_, i) => `c${i}`);
    const count = { chart: { context: { n: 0 }, on: { up: { actions: turn(600) } } } };
    const system = smallSystem(
      {
        conductor: { chart: { on: { beat: { actions: ids.map((id) => to(id, 'up')) } } }, stimuli: ['beat'] },
        ...Object.fromEntries(ids.map((id) => [id, count])),
        left: toggle,
        right: toggle,
      },
      { delivery: { default: 'sync' } as never },
    );
    const { search } = await check(system, {}, { workers, workersFrom: 300 });
    expect([search!.states, search!.transitions]).toEqual([600 * 4, 3 * 600 * 4]);
  },
  60_000,
);

test.each([200, 1000, 4000])('nothing is lost when only %i integers may be remembered', (mostRemembered) => {
  const sending = (target: string) => ({
    chart: {
      context: { n: 0 },
      on: { go: { actions: [turn(12), to(target, 'up')] }, up: { actions: turn(12) } },
    },
    stimuli: ['go'],
  });
  const system = smallSystem(
    { a: sending('b'), b: sending('c'), c: sending('a') },
    { delivery: { default: 'sync' } as never },
  );
  const figures = (most?: number) => {
    const instance = instantiate(system, { design: 'only' });
    const space = new IntegerSpace(instance, { fired: () => undefined });
    const search = new BreadthFirstSearch(space, new SafetyChecks({}, space), {
      maxStates: Infinity,
      memory: UNLIMITED,
      stopWhenDecided: false,
      ...(most === undefined ? {} : { mostRemembered: most }),
    });
    while (!search.advance(10_000));
    return [search.complete, search.store.count, search.transitions, search.depth];
  };
  expect(figures(mostRemembered)).toEqual(figures());
});
