import { assign, createMachine, sendTo } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { Property } from '../property/property.ts';
import { deadlockFree, invariant, reachable, stepProperty } from '../property/property.ts';
import type { Suite } from '../property/suite.ts';
import type { ActorOptions, Logic } from '../system/actor.ts';
import { actor } from '../system/actor.ts';
import type { AnySystem } from '../system/define-system.ts';
import { defineSystem } from '../system/define-system.ts';
import { checkSuite } from './check-suite.ts';
import type { DesignReport } from './result.ts';

type Actors = Record<string, [chart: object, stimuli?: unknown]>;

/** A system of plain charts, as someone without types might write it. */
function systemOf(actors: Actors, delivery: unknown = 'sync') {
  return defineSystem({
    name: 'plain',
    description: '',
    parameters: {},
    scopes: { default: {} },
    designs: { only: { description: '' } },
    build: () => ({
      actors: Object.fromEntries(
        Object.entries(actors).map(([id, [chart, stimuli]]) => {
          const logic = createMachine({ id, ...chart } as never) as unknown as Logic;
          return [id, actor(logic, { stimuli } as ActorOptions<Logic>)];
        }),
      ),
      delivery: delivery as 'sync',
    }),
  });
}

async function check(system: AnySystem, properties: Record<string, Property>): Promise<DesignReport> {
  const suite: Suite = {
    kind: 'premortem.suite',
    name: 'plain',
    system,
    properties,
    expect: {},
    waive: [],
    headlines: [],
  };
  return (await checkSuite(suite)).designs[0]!;
}

type Context = Record<string, unknown>;
const contextOf = (snapshot: unknown): Context => (snapshot as { context: Context }).context;

/** Adds `a` or `b` to a set. */
const voter = {
  context: { votes: new Set<string>() },
  on: {
    vote: {
      actions: assign(({ context, event }: { context: Context; event: Context }) => ({
        votes: new Set([...(context['votes'] as Set<string>), event['by']]),
      })),
    },
  },
};
const votes = [
  { type: 'vote', by: 'a' },
  { type: 'vote', by: 'b' },
];
const votesOf = (it: unknown): Set<string> => contextOf(it)['votes'] as Set<string>;

describe('insertion order is no part of the state, so nothing may depend on it', () => {
  test('a property', async () => {
    const system = systemOf({ it: [voter, votes] });
    const first = invariant(system, {
      description: 'the first vote is of a',
      observes: ['it'],
      when: ({ it }) => votesOf(it).size === 2,
      holds: ({ it }) => [...votesOf(it)][0] === 'a',
    });
    const [found] = (await check(system, { first })).checks;
    expect([found!.verdict, found!.reason]).toEqual(['error', expect.stringContaining('order')]);
  });

  test('a stimuli function', async () => {
    const leading = (it: unknown) =>
      votesOf(it).size < 2 ? votes : [{ type: 'win', by: [...votesOf(it)][0] }];
    const system = systemOf({ it: [{ ...voter, on: { ...voter.on, win: {} } }, leading] });
    const { failure } = await check(system, { any: deadlockFree(system) });
    expect(failure!.message).toContain('order');
  });

  test('an event', async () => {
    const sender = {
      on: {
        go: {
          actions: sendTo(({ system }) => system.get('it') as never, (({ event }: { event: Context }) => ({
            type: 'count',
            of: new Set(event['of'] as string[]),
          })) as never),
        },
      },
    };
    const counter = {
      context: { first: '' },
      on: {
        count: {
          actions: assign(({ event }: { event: Context }) => ({
            first: [...(event['of'] as Set<string>)][0],
          })),
        },
      },
    };
    const system = systemOf({
      s: [
        sender,
        [
          { type: 'go', of: ['a', 'b'] },
          { type: 'go', of: ['b', 'a'] },
        ],
      ],
      it: [counter],
    });
    const { failure } = await check(system, { any: deadlockFree(system) });
    expect(failure!.message).toContain('order');
  });
});

describe('what user code is given it may not change', () => {
  test('a property that takes from a Set of the state', async () => {
    const system = systemOf({ it: [voter, votes] });
    const taking = invariant(system, {
      description: 'x',
      observes: ['it'],
      holds: ({ it }) => votesOf(it).delete('a') || true,
    });
    const { checks } = await check(system, { taking });
    expect([checks[0]!.verdict, checks[0]!.reason]).toEqual(['error', expect.stringContaining('changed')]);
  });

  test('a receiver that empties a Set of a message', async () => {
    const it = {
      on: {
        take: {
          actions: assign(({ event }: { event: Context }) => ((event['of'] as Set<string>).clear(), {})),
        },
      },
    };
    const system = systemOf({ it: [it, [{ type: 'take', of: new Set(['a']) }]] });
    const { failure } = await check(system, { any: deadlockFree(system) });
    expect(failure!.message).toContain('changed');
  });

  test('a property that shortens the calls of a step', async () => {
    const system = systemOf({ it: [voter, votes] });
    const cutting = stepProperty(system, {
      description: 'x',
      observes: ['it'],
      holds: (_before, step) => ((step.calls as unknown[]).push(1), true),
    });
    expect((await check(system, { cutting })).checks[0]!.verdict).toBe('error');
  });
});

test('a `because` that throws takes nothing from the violation', async () => {
  const system = systemOf({ it: [voter, votes] });
  const none = invariant(system, {
    description: 'nobody votes',
    observes: ['it'],
    holds: ({ it }) => votesOf(it).size === 0,
    because: () => {
      throw new Error('no words');
    },
  });
  const [found] = (await check(system, { none })).checks;
  expect([found!.verdict, found!.steps, found!.counterexample!.because]).toEqual([
    'violated',
    1,
    expect.stringContaining('no words'),
  ]);
});

test.each([
  ['undefined', undefined],
  ['a promise', Promise.resolve('late')],
  ['a value of type number', 7],
])('nor does one that gives %s, which the words say', async (name, given) => {
  const system = systemOf({ it: [voter, votes] });
  const none = invariant(system, {
    description: 'nobody votes',
    observes: ['it'],
    holds: ({ it }) => votesOf(it).size === 0,
    because: () => given as unknown as string,
  });
  const [found] = (await check(system, { none })).checks;
  expect([found!.verdict, found!.counterexample!.because]).toEqual([
    'violated',
    `its \`because\` gave ${name}, no text`,
  ]);
});

test('nor does one that gives other words each time, which is said in place of them', async () => {
  const system = systemOf({ it: [voter, votes] });
  const none = stepProperty(system, {
    description: 'nobody votes',
    observes: ['it'],
    holds: () => false,
    because: () => String(Math.random()),
  });
  const [found] = (await check(system, { none })).checks;
  expect([found!.verdict, found!.counterexample!.because]).toEqual([
    'violated',
    expect.stringContaining('Math.random()'),
  ]);
});

describe('a property that throws in one state is asked of the others', () => {
  const counter = {
    context: { n: 0 },
    on: {
      go: {
        guard: ({ context }: { context: Context }) => (context['n'] as number) < 3,
        actions: assign(({ context }: { context: Context }) => ({ n: (context['n'] as number) + 1 })),
      },
    },
  };
  const system = systemOf({ it: [counter, ['go']] });
  const n = ({ it }: { it?: unknown }) => contextOf(it)['n'] as number;
  /** Throws at `odd`, and is false from 3 on. */
  const small = (odd: number) => (at: number) => {
    if (at === odd) throw new Error(`${odd} is odd`);
    return at < 3;
  };

  test('and is violated where one violates it, whatever it throws elsewhere', async () => {
    const state = invariant(system, { description: 'x', observes: ['it'], holds: (s) => small(1)(n(s)) });
    const step = stepProperty(system, {
      description: 'x',
      observes: ['it'],
      holds: (_before, _step, after) => small(1)(n(after)),
    });
    const { checks, failure } = await check(system, { state, step });
    for (const { verdict, steps, reason } of checks) {
      expect([verdict, steps]).toEqual(['violated', 3]);
      expect(reason).toMatch(/besides, property "(state|step)": it threw: 1 is odd/);
    }
    expect(failure).toBeNull();
  });

  test('and is an error where none does', async () => {
    const state = invariant(system, {
      description: 'x',
      observes: ['it'],
      holds: (s) => small(2)(n(s)) || true,
    });
    const { checks, failure } = await check(system, { state });
    expect(checks[0]).toMatchObject({
      verdict: 'error',
      reason: expect.stringMatching(/2 is odd/) as string,
    });
    expect(failure!.trace!.steps).toHaveLength(2);
  });
});

test('a delivery is a step even where it leaves everything as it was', async () => {
  const again = sendTo(({ self }) => self, { type: 'tick' });
  const it = { entry: again, on: { tick: { actions: again } } };
  for (const order of ['fifo', 'unordered']) {
    const system = systemOf({ it: [it] }, { default: 'sync', 'it -> it': order });
    const { checks, search } = await check(system, { moves: deadlockFree(system) });
    expect([checks[0]!.verdict, search!.states, search!.transitions]).toEqual(['holds', 1, 1]);
  }
});

test('many kinds of message in one step are all seen happening', async () => {
  const types = ['m0', 'm1', 'm2', 'm3', 'm4', 'm5'];
  const burst = {
    on: {
      go: {
        actions: types.map((type) => sendTo(({ system }) => system.get('it') as never, { type } as never)),
      },
    },
  };
  const it = {
    context: { n: 0 },
    on: Object.fromEntries(types.map((type) => [type, { actions: assign({}) }])),
  };
  const system = systemOf({ s: [burst, ['go']], it: [it] });
  const { coverage } = await check(system, {
    any: reachable(system, { description: 'x', observes: ['it'], where: () => true }),
  });
  expect(coverage!.listed).toEqual([]);
});

test.each([
  ['a misspelt order', 'fifoo', /fifoo.*sync, fifo, unordered/],
  ['a misspelt policy', { order: 'fifo', whenFull: 'lose' }, /lose.*inconclusive, drop, block/],
  ['a pair of three', { 'it -> it -> it': 'fifo' }, /it -> it -> it/],
])('%s of a delivery is refused', async (_, delivery, message) => {
  const system = systemOf({ it: [voter, votes] }, delivery);
  const { notBuilt } = await check(system, { any: deadlockFree(system) });
  expect(notBuilt!.message).toMatch(message);
});

test('an actor cannot be called what the options of a delivery are called', async () => {
  const system = systemOf({ order: [voter, votes] });
  expect((await check(system, { any: deadlockFree(system) })).notBuilt!.message).toContain('"order"');
});
