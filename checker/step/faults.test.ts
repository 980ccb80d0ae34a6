import { describe, expect, it, test } from 'vitest';
import { assign, createMachine, sendTo } from 'xstate';
import { stepProperty } from '../property/property.ts';
import { check } from '../testing/charts.ts';
import { reachableGraph } from '../testing/reachable-graph.ts';
import type { ActorOptions, Logic } from '../system/actor.ts';
import { actor } from '../system/actor.ts';
import { defineSystem } from '../system/define-system.ts';
import { instantiate } from '../system/instance.ts';

function withFaults(parts: Record<string, { chart: object; options?: object }>, rest: object) {
  return defineSystem({
    name: 'faulty',
    description: '',
    parameters: {},
    scopes: { default: {} },
    designs: { only: { description: '' } },
    build: () => ({
      actors: Object.fromEntries(
        Object.entries(parts).map(([id, { chart, options = {} }]) => [
          id,
          actor(createMachine({ id, ...chart } as never) as Logic, options as ActorOptions<Logic>),
        ]),
      ),
      ...rest,
    }),
  });
}

/** Sends 1 and then 2. */
const sender = {
  chart: {
    initial: 'one',
    states: {
      one: {
        on: { go: { target: 'two', actions: sendTo(({ system }) => system.get('b'), { type: 'm1' }) } },
      },
      two: {
        on: { go: { target: 'end', actions: sendTo(({ system }) => system.get('b'), { type: 'm2' }) } },
      },
      end: {},
    },
  },
  options: { stimuli: ['go'] },
};
const listener = {
  chart: {
    context: { heard: '' },
    on: {
      '*': {
        actions: assign({
          heard: ({ context, event }) => `${(context as { heard: string }).heard}${event.type}`,
        }),
      },
    },
  },
};
const pair = { a: sender, b: listener };
const heard = (states: ReturnType<typeof reachableGraph>): string[] => [
  ...new Set(states.map(({ context }) => (context['b'] as { heard?: string } | undefined)?.heard ?? '-')),
];

describe('lose', () => {
  it('takes any waiting message away, as often as its budget says', () => {
    const once = reachableGraph(withFaults(pair, { faults: { lose: { budget: 1 } } }));
    expect(heard(once).sort()).toEqual(['', 'm1', 'm1m2', 'm2']);
    const both = once.find(({ under }) => under[0] === 'a -> b: m1, m2')!;
    expect(Object.keys(both.steps)).toEqual(['delivery a -> b m1', 'lose a -> b m1', 'lose a -> b m2 #1']);
    const afterLoss = once[both.steps['lose a -> b m1']!]!;
    expect(afterLoss.under).toEqual(['a -> b: m2']);
    expect(Object.keys(afterLoss.steps)).toEqual(['delivery a -> b m2']);
  });

  it('without a budget may always strike', () => {
    const states = reachableGraph(withFaults(pair, { faults: { lose: { budget: 'unlimited' } } }));
    expect(heard(states).sort()).toEqual(['', 'm1', 'm1m2', 'm2']);
    const waiting = states.filter(({ under }) => under.length > 0);
    expect(waiting.every(({ steps }) => Object.keys(steps).some((step) => step.startsWith('lose')))).toBe(
      true,
    );
    expect(reachableGraph(withFaults(pair, {}))).toHaveLength(6);
  });

  it('strikes the channels it names', () => {
    const others = reachableGraph(withFaults(pair, { faults: { lose: { channels: ['a'], budget: 1 } } }));
    expect(heard(others)).not.toContain('m2');
    const named = reachableGraph(withFaults(pair, { faults: { lose: { channels: ['a -> b'], budget: 1 } } }));
    expect(heard(named)).toContain('m2');
  });
});

describe('duplicate', () => {
  it('puts a copy behind the message', () => {
    const states = reachableGraph(withFaults(pair, { faults: { duplicate: { budget: 1 } } }));
    expect(heard(states).sort()).toEqual(['', 'm1', 'm1m1', 'm1m1m2', 'm1m2', 'm1m2m2']);
  });

  it('in a bag, anywhere', () => {
    const rest = { delivery: 'unordered', faults: { duplicate: { budget: 1 } } };
    expect(heard(reachableGraph(withFaults(pair, rest)))).toContain('m1m2m1');
  });

  it('is not possible in a full channel that drops', () => {
    const delivery = { order: 'fifo', capacity: 1, whenFull: 'drop' };
    const states = reachableGraph(withFaults(pair, { delivery, faults: { duplicate: { budget: 1 } } }));
    expect(
      states.flatMap(({ steps }) => Object.keys(steps)).filter((step) => step.startsWith('duplicate')),
    ).toEqual([]);
  });
});

describe('crash and restart', () => {
  const counter = {
    chart: {
      initial: 'up',
      context: { seen: 0, log: 0 },
      states: {
        up: {
          on: {
            go: {
              guard: ({ context }: { context: { log: number } }) => context.log < 2,
              actions: assign(({ context }: { context: { seen: number; log: number } }) => ({
                seen: context.seen + 1,
                log: context.log + 1,
              })),
            },
          },
        },
      },
    },
    options: { stimuli: ['go'] },
  };
  const faults = { crash: { actors: ['c'], budget: 1 }, restart: { budget: 1 } };

  it('for good, where there is no restart', () => {
    const states = reachableGraph(
      withFaults({ c: counter }, { faults: { crash: { actors: ['c'], budget: 1 } } }),
    );
    expect(states.map(({ at }) => at['c'])).toEqual(['up', 'up', 'crashed', 'up']);
    expect(states[2]!.steps).toEqual({});
  });

  it('starts anew with what survives', () => {
    const lasting = { ...counter, options: { ...counter.options, survives: ['log'] } };
    const states = reachableGraph(withFaults({ c: lasting }, { faults }));
    const crashed = states.filter(({ at }) => at['c'] === 'crashed').map(({ context }) => context['c']);
    expect(crashed).toEqual([{ log: 0 }, { log: 1 }, { log: 2 }]);
    const restarted =
      states[
        states.find(
          ({ at, context }) => at['c'] === 'crashed' && (context['c'] as { log: number }).log === 2,
        )!.steps['restart c']!
      ]!;
    expect([restarted.at['c'], restarted.context['c']]).toEqual(['up', { seen: 0, log: 2 }]);
    // The budget is used up.
    expect(Object.keys(restarted.steps).filter((step) => step.startsWith('crash'))).toEqual([]);
  });

  it('loses the timers and the children', () => {
    const kid = createMachine({ initial: 'on', states: { on: {} } });
    const chart = {
      initial: 'up',
      states: { up: { invoke: { id: 'kid', src: kid }, after: { 2000: 'late' } }, late: {} },
    };
    const states = reachableGraph(
      withFaults({ c: { chart } }, { faults: { crash: { actors: ['c'], budget: 1 } }, time: { tick: 1000 } }),
    );
    expect(states[0]!.at).toEqual({ c: 'up (after.2000 in 2)', 'c/kid': 'on' });
    expect(states[states[0]!.steps['crash c']!]!.at).toEqual({ c: 'crashed', 'c/kid': 'not there' });
  });

  const mail = (how: string) =>
    reachableGraph(
      withFaults(
        { a: sender, b: { ...listener, options: { mail: how, survives: 'context' } } },
        { faults: { crash: { actors: ['b'], budget: 1 }, restart: { budget: 1 } } },
      ),
    );
  const waiting = (states: ReturnType<typeof reachableGraph>) =>
    states.filter(({ at, under }) => at['b'] === 'crashed' && under.length > 0);

  it('absorbs its mail', () => {
    const states = mail('absorbed');
    expect(waiting(states)[0]!.steps).toHaveProperty('delivery a -> b m1');
    expect(heard(states).sort()).toEqual(['', 'm1', 'm1m2', 'm2']);
  });

  it('loses its mail', () => {
    expect(waiting(mail('lost'))).toEqual([]);
    expect(heard(mail('lost')).sort()).toEqual(['', 'm1', 'm1m2', 'm2']);
  });

  it('tells what it loses', async () => {
    const system = withFaults(
      { a: sender, b: { ...listener, options: { mail: 'lost', survives: 'context' } } },
      { faults: { crash: { actors: ['b'], budget: 1 } } },
    );
    const lost = stepProperty(system, {
      description: 'lost',
      observes: [],
      on: ({ kind }) => kind === 'crash',
      holds: (_before, { dropped }) => dropped.length < 2,
    });
    const [found] = (await check(system, { lost })).checks;
    expect(found!.verdict).toBe('violated');
    const message = (type: string) => ({ from: 'a', to: 'b', event: { type }, crashed: true });
    expect(found!.counterexample!.steps.at(-1)!.dropped).toMatchObject([message('m1'), message('m2')]);
  });

  it('keeps its mail', () => {
    const states = mail('kept');
    expect(Object.keys(waiting(states)[0]!.steps).filter((step) => step.startsWith('delivery'))).toEqual([]);
    // Nothing is lost, and with a context that survives nothing is forgotten.
    expect(heard(states).sort()).toEqual(['', 'm1', 'm1m2']);
  });
});

test.each([
  ['an unknown actor', { crash: { actors: ['x'], budget: 1 } }, 'faults: crash: there is no actor "x"'],
  [
    'an unknown channel',
    { lose: { channels: ['a -> x'], budget: 1 } },
    'faults: lose: there is no actor "x"',
  ],
  ['a restart without a crash', { restart: { budget: 1 } }, 'restart is declared, and nothing can crash'],
  [
    'a channel of three',
    { lose: { channels: ['a -> b -> a'], budget: 1 } },
    'faults: lose: "a -> b -> a" names more than a pair',
  ],
  [
    'a budget above what a state holds',
    { lose: { budget: 1001 } },
    "faults: lose.budget: expected a whole number from 0 to 1000, or 'unlimited'",
  ],
  ['a list of none', [], 'faults: expected an object with lose, duplicate, crash, restart, found a list'],
  ['a list of them', [{ lose: { budget: 1 } }], 'found a list'],
  ['a misspelt fault', { loose: { budget: 1 } }, 'unknown key "loose". Did you mean "lose"?'],
])('%s is refused', (_, faults, what) => {
  expect(() => instantiate(withFaults(pair, { faults }), { design: 'only' })).toThrow(what);
});

test('a child does not crash by itself', () => {
  const parent = { chart: { invoke: { id: 'kid', src: createMachine({}) } } };
  const system = withFaults({ parent }, { faults: { crash: { actors: ['parent/kid'], budget: 1 } } });
  expect(() => instantiate(system, { design: 'only' })).toThrow(
    'faults: crash: "parent/kid" is a child, which goes with its parent. Name the parent.',
  );
});

test('no timer fires that a crashed actor has set, even one that could not be cancelled', () => {
  const setTwice = [1, 2].map(() =>
    sendTo(({ system }) => system.get('b'), { type: 'X' }, { delay: 2000, id: 't' }),
  );
  const setter = { chart: { initial: 'on', entry: setTwice, states: { on: {} } } };
  const rest = { delivery: 'sync', time: { tick: 1000 }, faults: { crash: { actors: ['s'], budget: 1 } } };
  const states = reachableGraph(withFaults({ s: setter, b: listener }, rest));
  const crashed = states[states[0]!.steps['crash s']!]!;
  expect(crashed.at['s']).toBe('crashed');
  expect(crashed.steps).toEqual({ tick: states.indexOf(crashed) });
});
