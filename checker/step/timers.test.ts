import { describe, expect, it, test } from 'vitest';
import { assign, enqueueActions, raise, sendTo } from 'xstate';
import { messageOf, smallSystem } from '../testing/charts.ts';
import { reachableGraph } from '../testing/reachable-graph.ts';

const SECONDS = { time: { tick: 1000 } } as const;

/** A lamp that goes out by itself. */
const lamp = {
  initial: 'off',
  states: { off: { on: { press: 'on' } }, on: { after: { 2000: 'off' }, on: { press: 'off' } } },
};

describe('discrete time', () => {
  it('counts a timer down and fires it, and no tick passes it', () => {
    const states = reachableGraph(smallSystem({ lamp: { chart: lamp, stimuli: ['press'] } }, SECONDS));
    expect(states.map(({ at }) => at['lamp'])).toEqual([
      'off',
      'on (after.2000 in 2)',
      'on (after.2000 in 1)',
      'on (after.2000 in 0)',
    ]);
    expect(states.map(({ steps }) => steps)).toEqual([
      { 'lamp press': 1, tick: 0 },
      { 'lamp press': 0, tick: 2 },
      { 'lamp press': 0, tick: 3 },
      { 'lamp press': 0, 'timeout lamp xstate.after.2000.lamp-chart.on': 0 },
    ]);
  });

  it('counts the timers of all actors down together', () => {
    const states = reachableGraph(
      smallSystem(
        { a: { chart: lamp, stimuli: ['press'] }, b: { chart: lamp, stimuli: ['press'] } },
        SECONDS,
      ),
    );
    const due = states.find(
      ({ at }) => at['a'] === 'on (after.2000 in 0)' && at['b'] === 'on (after.2000 in 1)',
    )!;
    expect(due.steps).not.toHaveProperty('tick');
    expect(states).toHaveLength(16);
  });

  it('closes its cycles: a clock that ticks for ever has few states', () => {
    const clock = {
      initial: 'tick',
      states: { tick: { after: { 1000: 'tock' } }, tock: { after: { 1000: 'tick' } } },
    };
    const states = reachableGraph(smallSystem({ clock: { chart: clock } }, SECONDS));
    expect(states).toHaveLength(4);
  });

  it('takes a delay of nothing for due at once', () => {
    const chart = { initial: 'a', states: { a: { after: { 0: 'b' } }, b: {} } };
    const states = reachableGraph(smallSystem({ it: { chart } }, SECONDS));
    expect(states[0]!.steps).toEqual({ 'timeout it xstate.after.0.it-chart.a': 1 });
  });

  it('resolves delays by name and by function', () => {
    const chart = {
      context: { n: 3 },
      initial: 'a',
      states: {
        a: {
          entry: raise(
            { type: 'go' },
            { delay: ({ context }) => (context as { n: number }).n * 1000, id: 'x' },
          ),
          on: { go: 'b' },
        },
        b: {},
      },
    };
    const states = reachableGraph(smallSystem({ it: { chart } }, SECONDS));
    expect(states[0]!.at['it']).toBe('a (x in 3)');
    expect(states).toHaveLength(5);
  });
});

describe('timers are a multiset', () => {
  it('an id that is set again leaves the older timer, which cannot be cancelled any more', () => {
    const chart = {
      context: { n: 0 },
      on: {
        set: {
          guard: ({ context }: { context: { n: number } }) => context.n < 2,
          actions: [
            assign(({ context }) => ({ n: (context as { n: number }).n + 1 })),
            raise({ type: 'ring' }, { delay: 1000, id: 'bell' }),
          ],
        },
        ring: {},
      },
    };
    const states = reachableGraph(smallSystem({ it: { chart, stimuli: ['set'] } }, SECONDS));
    const names = states.map(({ at }) => at['it']);
    expect(names).toContain('(root) (bell in 1, superseded; bell in 1)');
    // The first that fires makes the other one's id forgotten.
    expect(names).toContain('(root) (bell in 0, superseded)');
  });

  it('cancel takes only the latest away', () => {
    const chart = {
      context: {},
      initial: 'a',
      states: {
        a: {
          on: {
            go: {
              target: 'b',
              actions: enqueueActions(({ enqueue }) => {
                enqueue.raise({ type: 'ring' }, { delay: 1000, id: 'bell' });
                enqueue.raise({ type: 'ring' }, { delay: 2000, id: 'bell' });
                enqueue.cancel('bell');
              }),
            },
          },
        },
        b: {},
      },
    };
    const [, after] = reachableGraph(smallSystem({ it: { chart, stimuli: ['go'] } }, SECONDS));
    expect(after!.at['it']).toBe('b (bell in 1, superseded)');
  });
});

test('untimed, any pending timer may fire', () => {
  const chart = {
    initial: 'a',
    states: { a: { after: { 1000: 'short', 5000: 'long' } }, short: {}, long: {} },
  };
  const [start] = reachableGraph(smallSystem({ it: { chart } }, { time: 'untimed' }));
  expect(start!.steps).toEqual({
    'timeout it xstate.after.1000.it-chart.a': 1,
    'timeout it xstate.after.5000.it-chart.a #1': 2,
  });
});

test('a delayed message leaves when its time has come, and outlives the state that sent it', () => {
  const a = {
    initial: 'x',
    states: {
      x: { entry: sendTo(({ system }) => system.get('b'), { type: 'hi' }, { delay: 1000 }), always: 'y' },
      y: {},
    },
  };
  const b = { initial: 'deaf', states: { deaf: { on: { hi: 'glad' } }, glad: {} } };
  const states = reachableGraph(smallSystem({ a: { chart: a }, b: { chart: b } }, SECONDS));
  expect(states.map(({ at }) => [at['a'], at['b']])).toEqual([
    ['y (hi in 1)', 'deaf'],
    ['y (hi in 0)', 'deaf'],
    ['y', 'glad'],
  ]);
});

test('an actor that is done has no timers', () => {
  const chart = {
    initial: 'a',
    states: {
      a: { entry: raise({ type: 'late' }, { delay: 2000, id: 'late' }), after: { 1000: 'end' } },
      end: { type: 'final' },
    },
  };
  const states = reachableGraph(smallSystem({ it: { chart } }, SECONDS));
  expect(states.at(-1)!.at['it']).toBe('end');
});

describe('what a timer cannot be is an error that names it', () => {
  const after = (delay: unknown) => ({
    context: { n: -1 },
    initial: 'a',
    states: { a: { after: { later: 'b' } }, b: {} },
    delays: delay,
  });
  const raised = (delay: number) => ({
    context: {},
    on: { go: { actions: raise({ type: 'x' }, { delay, id: 'bell' }) }, x: {} },
  });

  it.each([
    ['a delay that is no whole number of ticks', raised(1500), 'timer "bell"', 'no whole number of ticks'],
    ['a delay below zero', raised(-1), 'timer "bell"', 'its delay is -1'],
    ['a delay that is no number', raised(NaN), 'timer "bell"', 'its delay is NaN'],
    ['a delay that is very far away', raised(20_000_000), 'timer "bell"', 'more than 10000'],
    ['a named delay that is not there', after(undefined), '', 'there is no delay "later"'],
  ])('%s', async (_, chart, timer, what) => {
    const said = await messageOf(smallSystem({ it: { chart, stimuli: ['go'] } }, SECONDS));
    expect(said).toContain('actor it');
    expect(said).toContain(timer);
    expect(said).toContain(what);
  });

  it('one that is set again and again', async () => {
    const chart = { context: {}, on: { go: { actions: raise({ type: 'x' }, { delay: 1000 }) }, x: {} } };
    const said = await messageOf(smallSystem({ it: { chart, stimuli: ['go'] } }, SECONDS));
    expect(said).toContain('more than 8 such timers are pending at once');
    expect(said).toContain('timer "x"');
  });
});
