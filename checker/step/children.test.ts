import { describe, expect, it, test } from 'vitest';
import type { AnyEventObject } from 'xstate';
import {
  assign,
  createMachine,
  emit,
  fromCallback,
  fromPromise,
  sendParent,
  sendTo,
  spawnChild,
  stopChild,
} from 'xstate';
import { messageOf } from '../testing/charts.ts';
import { reachableGraph } from '../testing/reachable-graph.ts';
import type { ActorOptions, Logic } from '../system/actor.ts';
import { actor } from '../system/actor.ts';
import { defineSystem } from '../system/define-system.ts';

/** A system of one statechart with children. */
function family(
  chart: object,
  options: { stimuli?: unknown; children?: unknown; input?: unknown } = {},
  rest: object = {},
) {
  return defineSystem({
    name: 'family',
    description: '',
    parameters: {},
    scopes: { default: {} },
    designs: { only: { description: '' } },
    build: () => ({
      actors: {
        p: actor(createMachine({ id: 'p', ...chart } as never) as Logic, options as ActorOptions<Logic>),
      },
      ...rest,
    }),
  });
}

const places = (states: ReturnType<typeof reachableGraph>) =>
  states.map(({ at }) => Object.values(at).join(' | '));
const promise = fromPromise(() => Promise.resolve(0));

describe('an invoked promise', () => {
  const loading = {
    initial: 'loading',
    context: { got: null },
    states: {
      loading: {
        invoke: {
          id: 'fetch',
          src: promise,
          input: { url: 'x' },
          onDone: {
            target: 'ready',
            actions: assign({ got: ({ event }: { event: AnyEventObject }) => event['output'] as never }),
          },
          onError: {
            target: 'failed',
            actions: assign({ got: ({ event }: { event: AnyEventObject }) => event['error'] as never }),
          },
        },
      },
      ready: {},
      failed: {},
    },
  };

  it('ends as declared: with each output, each error, or never', () => {
    const outcomes = [{ output: 1 }, { output: 2 }, { error: 'no' }, 'never'];
    const states = reachableGraph(family(loading, { children: { fetch: { outcomes } } }));
    expect(states[0]!.at).toEqual({ p: 'loading', 'p/fetch': 'active' });
    expect(states[0]!.steps).toEqual({
      'p/fetch resolve {"output":1}': 1,
      'p/fetch resolve {"output":2}': 2,
      'p/fetch reject {"error":"no"}': 3,
    });
    expect(states.slice(1).map(({ at, context }) => [at['p'], at['p/fetch'], context['p']])).toEqual([
      ['ready', 'not there', { got: 1 }],
      ['ready', 'not there', { got: 2 }],
      ['failed', 'not there', { got: 'no' }],
    ]);
  });

  it('may end otherwise for another input', () => {
    const outcomes = ({ url }: { url: string }) => [{ output: `got ${url}` }];
    const states = reachableGraph(family(loading, { children: { fetch: { outcomes } } }));
    expect(Object.keys(states[0]!.steps)).toEqual(['p/fetch resolve {"output":"got x"}']);
  });

  it('that fails and is not handled is the failure of its parent, and of the parent of that', () => {
    const inner = createMachine({ initial: 'on', states: { on: { invoke: { id: 'fetch', src: promise } } } });
    const outer = { initial: 'on', states: { on: { invoke: { id: 'inner', src: inner } } } };
    const children = { inner: { children: { fetch: { outcomes: [{ error: 'no' }] } } } };
    const states = reachableGraph(family(outer, { children }));
    expect(places(states)).toEqual(['on | on | active', 'on | not there | not there']);
    expect(states[1]!.steps).toEqual({});
  });
});

test('a callback sends its parent what is declared, again and again, and is deaf', () => {
  const chart = {
    initial: 'on',
    context: { n: 0 },
    states: {
      on: {
        invoke: { id: 'bell', src: fromCallback(() => undefined) },
        entry: sendTo('bell', { type: 'hello' }),
        on: {
          ring: { actions: assign({ n: ({ context }) => ((context as { n: number }).n + 1) % 3 }) },
          off: 'off',
        },
      },
      off: {},
    },
  };
  const children = { bell: { outcomes: [{ sends: { type: 'ring' } }] } };
  const states = reachableGraph(family(chart, { stimuli: ['off'], children }));
  expect(states).toHaveLength(6);
  expect(states[0]!.steps).toHaveProperty('p/bell send {"event":{"type":"ring"}}');
});

const worker = createMachine({
  id: 'worker',
  initial: 'busy',
  context: ({ input }: { input: unknown }) => ({ job: input }),
  states: {
    busy: {
      entry: sendParent(({ context }) => ({ type: 'STARTED', job: (context as { job: unknown }).job })),
      on: { finish: 'over', note: {} },
    },
    over: { type: 'final' },
  },
  output: ({ context }: { context: { job: unknown } }) => context.job,
} as never);

describe('an invoked statechart', () => {
  const chart = {
    initial: 'idle',
    context: { heard: [] as unknown[] },
    on: {
      STARTED: {
        actions: assign({ heard: ({ event }: { event: AnyEventObject }) => ['started', event['job']] }),
      },
    },
    states: {
      idle: { on: { go: 'working' } },
      working: {
        invoke: {
          id: 'w',
          src: worker,
          input: 7,
          onDone: {
            target: 'idle',
            actions: assign({ heard: ({ event }: { event: AnyEventObject }) => ['done', event['output']] }),
          },
        },
        on: { stop: 'idle' },
      },
    },
  };
  const states = reachableGraph(
    family(chart, { stimuli: ['go', 'stop'], children: { w: { stimuli: ['finish'] } } }),
  );

  it('starts with its input, tells its parent, and goes when it is done or left', () => {
    expect(states.map(({ at, context }) => [at['p/w'], (context['p'] as { heard: unknown }).heard])).toEqual([
      ['not there', []],
      ['busy', ['started', 7]],
      ['not there', ['started', 7]],
      ['not there', ['done', 7]],
    ]);
    expect(states[1]!.steps).toEqual({ 'p stop': 2, 'p/w finish': 3 });
  });
});

describe('spawned actors', () => {
  const spawning = {
    context: { n: 0, refs: [] as unknown[] },
    on: {
      more: {
        guard: ({ context }: { context: { refs: unknown[] } }) => context.refs.length < 2,
        actions: assign(({ context, spawn }: never) => {
          const { refs } = context as { refs: unknown[] };
          return {
            refs: [
              ...refs,
              (spawn as (logic: unknown, options: object) => unknown)(worker, { input: refs.length }),
            ],
          };
        }),
      },
      fewer: {
        actions: [
          stopChild(({ context }: { context: { refs: never[] } }) => context.refs[0]!),
          assign({ refs: ({ context }: { context: { refs: unknown[] } }) => context.refs.slice(1) }),
        ],
      },
    },
  };

  it('take the first free place, up to the declared number', () => {
    const children = { worker: { logic: worker, count: 2, stimuli: ['finish'] } };
    const states = reachableGraph(family(spawning, { stimuli: ['more', 'fewer'], children }));
    expect(states[0]!.at).toEqual({ p: '(root)', 'p/worker-1': 'not there', 'p/worker-2': 'not there' });
    expect(places(states)).toContain('(root) | busy | busy');
    expect(places(states)).toContain('(root) | over | busy');
    // One that was stopped leaves its place to the next.
    expect(places(states)).toContain('(root) | not there | busy');
  });

  it('beyond it are an error that says so', async () => {
    const children = { worker: { logic: worker, count: 1 } };
    const said = await messageOf(family(spawning, { stimuli: ['more'], children }));
    expect(said).toContain('actor p, state (root), event more');
    expect(said).toContain('no declared place for its logic is free. It has: worker-1. Raise `count`');
  });

  it('with an id of their own are known by it', () => {
    const chart = {
      initial: 'none',
      context: {},
      states: {
        none: { on: { go: { target: 'one', actions: spawnChild(worker, { id: 'w', input: 1 }) } } },
        one: { entry: sendTo('w', { type: 'finish' }), on: { 'xstate.done.actor.w': 'over' } },
        over: {},
      },
    };
    const states = reachableGraph(family(chart, { stimuli: ['go'], children: { w: { logic: worker } } }));
    expect(places(states)).toEqual(['none | not there', 'over | over']);
  });

  it('of other logic than that of the declared places are refused', async () => {
    const made = () => createMachine({ id: 'job', initial: 'on', states: { on: {} } });
    const chart = { on: { add: { actions: spawnChild(made()) } } };
    const children = { job: { count: 2, logic: made() } };
    const said = await messageOf(family(chart, { stimuli: ['add'], children }));
    expect(said).toContain('whose logic is that of no declared place. It has: job-1, job-2. Give `logic`');
  });

  it('of a name that is not declared are refused', async () => {
    const chart = { context: {}, on: { go: { actions: spawnChild(worker, { id: 'x' }) } } };
    const said = await messageOf(family(chart, { stimuli: ['go'], children: { w: { logic: worker } } }));
    expect(said).toContain('it spawns a child "x" for which no place is declared. It has: w.');
  });
});

test('children of children go with their parents', () => {
  const inner = createMachine({ initial: 'on', states: { on: {} } });
  const middle = createMachine({ initial: 'on', states: { on: { invoke: { id: 'inner', src: inner } } } });
  const outer = {
    initial: 'on',
    states: { on: { invoke: { id: 'middle', src: middle }, on: { off: 'off' } }, off: {} },
  };
  const states = reachableGraph(family(outer, { stimuli: ['off'] }));
  expect(places(states)).toEqual(['on | on | on', 'off | not there | not there']);
});

test('a child that is stopped in the step that spawned it never starts', () => {
  const chart = {
    initial: 'a',
    states: { a: { on: { go: 'b' } }, b: { invoke: { id: 'w', src: worker }, always: 'c' }, c: {} },
    on: { STARTED: { actions: emit({ type: 'heard' }) } },
  };
  const states = reachableGraph(family(chart, { stimuli: ['go'] }));
  expect(places(states)).toEqual(['a | not there', 'c | not there']);
});

describe('what is thrown', () => {
  const bad = createMachine({
    initial: 'ok',
    states: {
      ok: {
        on: {
          go: {
            guard: () => {
              throw new Error('broken');
            },
            target: 'ok',
          },
        },
      },
    },
  });
  const chart = {
    initial: 'on',
    states: { on: { invoke: { id: 'bad', src: bad, onError: 'warned' } }, warned: {} },
  };
  const options = { children: { bad: { stimuli: ['go'] } } };

  it('is an error of the model', async () => {
    expect(await messageOf(family(chart, options))).toContain('broken');
  });

  it('as live, is the error of its actor, and its parent is told', () => {
    const states = reachableGraph(family(chart, options, { throws: 'as-live' }));
    expect(places(states)).toEqual(['on | ok', 'warned | not there']);
  });
});

describe('what cannot be is refused when the system is built', () => {
  const invoking = (invoke: object) => ({ initial: 'a', states: { a: { invoke } } });
  it.each([
    ['a promise without outcomes', invoking({ id: 'f', src: promise }), {}, 'child "f" is a promise'],
    [
      'outcomes of a statechart',
      invoking({ id: 'w', src: worker }),
      { w: { outcomes: ['never'] } },
      '`outcomes` are for promises',
    ],
    [
      'a count of an invoke',
      invoking({ id: 'w', src: worker }),
      { w: { count: 2 } },
      'is invoked, and `count` is for spawned',
    ],
    [
      'a misspelt child',
      invoking({ id: 'worker', src: worker }),
      { worke: {} },
      'no invoke and no implementation of an actor called "worke". Did you mean "worker"?',
    ],
    [
      'a source without implementation',
      invoking({ src: 'nobody' }),
      {},
      'has no implementation of the actor "nobody"',
    ],
    [
      'an outcome that is none',
      invoking({ id: 'f', src: promise }),
      { f: { outcomes: [{ result: 1 }] } },
      'child "f": outcomes',
    ],
  ])('%s', async (_, chart, children, what) => {
    let said: string;
    try {
      said = await messageOf(family(chart, { children }));
    } catch (thrown) {
      said = (thrown as Error).message;
    }
    expect(said).toContain(what);
  });
});

test('systemId and syncSnapshot are refused', async () => {
  const one = { initial: 'a', states: { a: { invoke: { id: 'w', src: worker, systemId: 's' } } } };
  expect(await messageOf(family(one))).toContain('systemId "s" is not modelled');
  const two = { initial: 'a', states: { a: { invoke: { id: 'w', src: worker, onSnapshot: {} } } } };
  expect(await messageOf(family(two))).toContain('onSnapshot are not modelled');
});

test('a parent and its children are one process, whatever the delivery of the system', () => {
  const chart = {
    initial: 'a',
    context: {},
    states: { a: { invoke: { id: 'w', src: worker }, on: { STARTED: 'b' } }, b: {} },
  };
  expect(places(reachableGraph(family(chart, {}, { delivery: 'fifo' })))).toEqual(['b | not there']);
});

test('one that is stopped and started again inside its own step, and then has a child to start, is refused', async () => {
  const inner = createMachine({ initial: 'on', states: { on: {} } });
  const middle = createMachine({
    initial: 'calm',
    states: {
      calm: { on: { go: 'loud' } },
      // The parent hears it first, and starts it again; only then the child would be started.
      loud: { entry: sendParent({ type: 'NOISE' }), invoke: { id: 'inner', src: inner } },
    },
  });
  const chart = {
    initial: 'on',
    states: { on: { invoke: { id: 'm', src: middle }, on: { NOISE: { target: 'on', reenter: true } } } },
  };
  const said = await messageOf(family(chart, { children: { m: { stimuli: ['go'] } } }));
  expect(said).toContain('actor p/m');
  expect(said).toContain('it still has child p/m/inner to start');
});

/** Puts what it hears into a row, whatever it is. */
const log = createMachine({
  context: { heard: '' },
  on: {
    '*': {
      actions: assign(({ context, event }) => ({
        heard: `${(context as { heard: string }).heard}${event.type}`,
      })),
    },
  },
} as never);

test('one that is started again inside its own step is busy until its start is over, as live', () => {
  const toLog = (type: string) => sendTo(({ system }) => system.get('log'), { type });
  const grandchild = createMachine({ initial: 'on', states: { on: { entry: sendParent({ type: 'hi' }) } } });
  const child = createMachine({
    invoke: { id: 'g', src: grandchild },
    entry: toLog('X'),
    on: { hi: { actions: toLog('Y') }, go: { actions: sendParent({ type: 'again' }) } },
  } as never);
  const chart = {
    initial: 'on',
    states: { on: { invoke: { id: 'c', src: child }, on: { again: { target: 'on', reenter: true } } } },
  };
  const system = defineSystem({
    name: 'twice',
    description: '',
    parameters: {},
    scopes: { default: {} },
    designs: { only: { description: '' } },
    build: () => ({
      actors: {
        p: actor(createMachine({ id: 'p', ...chart } as never) as Logic, {
          children: { c: { stimuli: ['go'] } },
        }),
        log: actor(log as Logic),
      },
      // What the log is sent stands in a channel, where the engine's own order is seen.
      delivery: { default: 'sync', log: { order: 'fifo', capacity: 2, whenFull: 'block' } } as const,
    }),
  });
  // Live, the child that is started comes to its own messages before it hears the grandchild.
  const states = reachableGraph(system, 8, true);
  const heard = states.map(({ context }) => (context['log'] as { heard: string }).heard);
  expect(states[0]!.under).toEqual(['p/c -> log: X, Y']);
  expect(heard).toContain('XYXY');
  expect(heard.filter((text) => /YY|XX|^Y/.test(text))).toEqual([]);
});

test('what is under way to a child that ends does not reach the next at its place', () => {
  const kid = createMachine({
    id: 'kid',
    initial: 'quiet',
    states: { quiet: { on: { late: 'heard' } }, heard: {} },
  });
  const chart = {
    initial: 'first',
    states: {
      first: {
        invoke: { id: 'kid', src: kid },
        entry: sendTo('kid', { type: 'late' }, { delay: 2000 }),
        after: { 1000: 'second' },
      },
      second: { invoke: { id: 'kid', src: kid } },
    },
  };
  const states = reachableGraph(family(chart, {}, { time: { tick: 1000 } }));
  expect(places(states).filter((text) => text.includes('second'))).toEqual(['second | quiet']);
});
