import { assign, sendTo } from 'xstate';
import { describe, expect, it, test } from 'vitest';
import { reachable, stepProperty } from '../property/property.ts';
import { check, smallSystem } from '../testing/charts.ts';
import { SafetyChecks } from '../property/safety-checks.ts';
import { IntegerSpace } from '../step/integer-space.ts';
import { instantiate } from '../system/instance.ts';
import { BreadthFirstSearch } from './breadth-first.ts';
import { MemoryLimit } from './memory-limit.ts';

interface Args {
  context: { n: number };
}

/** Counts up to `most` and stays there. */
const counter = (most: number, more: object = {}) => ({
  chart: {
    context: { n: 0 },
    on: {
      go: {
        guard: ({ context }: Args) => context.n < most,
        actions: assign({ n: ({ context }: Args) => context.n + 1 }),
      },
      ...more,
    },
  },
  stimuli: ['go'],
});
const to = (id: string, type: string) => sendTo(({ system }) => system.get(id) as never, { type } as never);
const nAt = (n: number) => (state: { it: unknown }) => (state.it as Args).context.n === n;

describe('a limit of states', () => {
  it.each([1, 2, 9])('of %i is never exceeded', async (maxStates) => {
    const system = smallSystem({ it: counter(9), other: counter(9) });
    const all = reachable(system, { description: 'x', observes: ['it'], where: nAt(9) });
    const { checks, search, incomplete } = await check(system, { all }, { maxStates });
    expect([search!.states, search!.complete, incomplete, checks[0]!.verdict]).toEqual([
      maxStates,
      false,
      { why: 'max-states', limit: maxStates },
      'inconclusive',
    ]);
  });

  it('that the space just reaches leaves it whole', async () => {
    for (const [most, states] of [
      [0, 1],
      [4, 5],
      [40, 41],
    ] as const) {
      const system = smallSystem({ it: counter(most) });
      const last = reachable(system, { description: 'x', observes: ['it'], where: nAt(most) });
      const exact = await check(system, { last }, { maxStates: states });
      expect([exact.search!.states, exact.search!.complete, exact.incomplete]).toEqual([states, true, null]);
      expect([exact.checks[0]!.verdict, exact.checks[0]!.steps]).toEqual(['holds', most]);
      if (states === 1) continue;
      const short = await check(system, { last }, { maxStates: states - 1 });
      expect([short.search!.states, short.search!.complete]).toEqual([states - 1, false]);
      expect(short.checks[0]!.verdict).toBe('inconclusive');
    }
  });
});

describe('a search that is stopped', () => {
  const asked = (why: 'max-seconds' | 'max-states') => {
    const system = smallSystem({ it: counter(9), other: counter(9) });
    const space = new IntegerSpace(instantiate(system, { design: 'only' }), { fired: () => undefined });
    const seen = new Set<string>();
    const all = reachable(system, {
      description: 'x',
      observes: ['it', 'other'],
      where: (state) => {
        const { it, other } = state as unknown as Record<'it' | 'other', Args>;
        seen.add(`${it.context.n} ${other.context.n}`);
        return false;
      },
    });
    const checks = new SafetyChecks({ all }, space);
    const limits = { maxStates: 100, memory: new MemoryLimit(Infinity, () => 0), stopWhenDecided: false };
    const search = new BreadthFirstSearch(space, checks, limits);
    search.advance(2);
    search.stop({ why, limit: 1 });
    return { expanded: search.next, states: search.store.count, asked: seen.size };
  };

  it('for want of time asks nothing about the states that wait', () => {
    expect(asked('max-seconds')).toEqual({ expanded: 2, states: 5, asked: 2 });
  });

  it('at a number of states has asked about all of them', () => {
    expect(asked('max-states')).toEqual({ expanded: 2, states: 5, asked: 5 });
  });
});

describe('a limit of memory', () => {
  it('below what the process holds already lets nothing be searched', async () => {
    const system = smallSystem({ it: counter(9) });
    const last = reachable(system, { description: 'x', observes: ['it'], where: nAt(9) });
    const { checks, search, incomplete } = await check(system, { last }, { maxMemory: 1024 });
    expect([search!.states, search!.complete, incomplete, checks[0]!.verdict]).toEqual([
      1,
      false,
      { why: 'max-memory', limit: 1024 },
      'inconclusive',
    ]);
    expect(checks[0]!.reason).toContain('of memory (--max-memory)');
  });

  it('ends a search before its states take more, and is told of with what was found', () => {
    const instance = instantiate(smallSystem({ it: counter(99), too: counter(99) }), { design: 'only' });
    const space = new IntegerSpace(instance, { fired: () => undefined });
    let held = 0;
    const search: BreadthFirstSearch = new BreadthFirstSearch(space, new SafetyChecks({}, space), {
      maxStates: Infinity,
      memory: new MemoryLimit(80_000, () => held),
      stopWhenDecided: false,
    });
    while (!search.advance(100)) held = search.bytes;
    expect(search.bounds).toEqual([{ why: 'max-memory', limit: 80_000 }]);
    expect(search.store.count).toBeGreaterThan(1000);
    expect(search.store.count).toBeLessThan(5000);
  });
});

test('every bound that was met is told of', async () => {
  const sends = (id: string) => ({ chart: { on: { say: { actions: to(id, 'm') } } }, stimuli: ['say'] });
  const system = smallSystem(
    { it: counter(9), s: sends('it'), t: sends('it') },
    { delivery: { order: 'fifo', capacity: 2 } as never },
  );
  const never = reachable(system, { description: 'x', observes: ['it'], where: nAt(99) });
  const { checks, incomplete } = await check(system, { never }, { maxStates: 60 });
  const { verdict, reason } = checks[0]!;
  expect(verdict).toBe('inconclusive');
  expect(reason).toContain('the channel s -> it was full');
  expect(reason).toContain('the channel t -> it was full');
  expect(reason).toContain('stopped at the limit of 60 states');
  expect(reason!.match(/was full/g)).toHaveLength(2);
  // What depends on limits comes first: the ledger must not be written from it.
  expect(incomplete!.why).toBe('max-states');
});

describe('messages that no transition handles', () => {
  const ignoring = { chart: {} };
  const sender = (message: string, more: object = {}) => ({
    chart: {
      initial: 'a',
      states: { a: { on: { go: { target: 'b', actions: to('it', message) } } }, b: {} },
      ...more,
    },
    stimuli: ['go'],
  });

  it('are counted once for each step of the search, not again for traces', async () => {
    const system = smallSystem({ s: sender('hello'), it: ignoring });
    const none = stepProperty(system, {
      description: 'no call',
      observes: [],
      holds: (_before, { calls }) => calls.length === 0,
    });
    const { checks, coverage } = await check(system, { none, again: none });
    expect(checks.map(({ verdict }) => verdict)).toEqual(['violated', 'violated']);
    expect(coverage!.unhandled).toEqual([{ message: 'it: hello', times: 1 }]);
  });

  it('are not counted where a full channel undoes the step', async () => {
    const both = {
      chart: { on: { go: { actions: [to('it', 'hello'), to('q', 'm')] } } },
      stimuli: ['go'],
    };
    const system = smallSystem(
      { s: both, it: ignoring, q: { chart: { on: { m: {} } } } },
      { delivery: { default: 'sync', q: { order: 'fifo', capacity: 1, whenFull: 'block' } } as never },
    );
    const { coverage, search } = await check(system);
    expect([search!.states, search!.blocked]).toEqual([2, 1]);
    expect(coverage!.unhandled).toEqual([{ message: 'it: hello', times: 1 }]);
  });

  it('at the start count as well', async () => {
    const system = smallSystem({ s: { chart: { entry: to('it', 'hello') } }, it: ignoring });
    expect((await check(system)).coverage!.unhandled).toEqual([{ message: 'it: hello', times: 1 }]);
  });
});

test('a message lost at the start is told of', async () => {
  const burst = { chart: { entry: [to('it', 'one'), to('it', 'two'), to('it', 'two')] } };
  const system = smallSystem(
    { s: burst, it: { chart: { on: { one: {}, two: {} } } } },
    { delivery: { order: 'fifo', capacity: 1, whenFull: 'drop' } as never },
  );
  const { coverage } = await check(system);
  expect(coverage!.dropped).toEqual([{ message: 's -> it: two', times: 2, atStart: 2 }]);
});

describe('where a space grows', () => {
  it('is told in the words of the model', async () => {
    const grow = {
      chart: {
        context: { n: 0, at: new Date(0), tags: new Set<string>(['x']), name: 'a' },
        on: {
          go: {
            actions: assign(({ context }: { context: { n: number } }) => ({
              n: context.n + 1,
              at: new Date(context.n),
              tags: new Set([`x${context.n}`, 'y']),
              name: `it's ${context.n}`,
            })),
          },
        },
      },
      stimuli: ['go'],
    };
    const { growth } = await check(smallSystem({ it: grow }), undefined, { maxStates: 40 });
    const examples = Object.fromEntries(growth.map(({ where, example }) => [where, example]));
    expect(growth).toHaveLength(3);
    expect(Object.keys(examples).every((where) => where.startsWith('actor it: context.'))).toBe(true);
    for (const example of Object.values(examples)) expect(example).not.toMatch(/[#]|S\{|^D\d/);
  });

  it('gives the longest content of a channel, not the last that was met', async () => {
    const types = Array.from({ length: 16 }, (_, i) => `m${i}`);
    const burst = {
      chart: {
        initial: 'a',
        states: { a: { on: { go: { target: 'b', actions: types.map((type) => to('it', type)) } } }, b: {} },
      },
      stimuli: ['go'],
    };
    const system = smallSystem(
      { s: burst, it: { chart: {} } },
      { delivery: { order: 'fifo', capacity: 20 } as never },
    );
    const { growth } = await check(system, undefined, { maxStates: 17 });
    expect(growth).toEqual([{ where: 'channel s -> it', values: 32, example: '16 messages' }]);
  });
});
