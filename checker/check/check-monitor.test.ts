import { assign, createMachine, emit, raise, sendTo } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { monitor } from '../property/monitor.ts';
import { TupleTable } from '../step/tuple-table.ts';
import { BuildError } from '../system/errors.ts';
import type { Parts } from '../testing/charts.ts';
import { check, smallSystem } from '../testing/charts.ts';
import type { CheckResult } from './result.ts';

/** Answers what it is asked; if it may, it works on it first, drops it, or forgets it. */
const server = {
  initial: 'free',
  states: {
    free: { on: { ask: 'busy' } },
    busy: { on: { answer: 'free', work: 'working', forget: 'lost' } },
    working: { on: { rest: 'busy' } },
    lost: {},
  },
};
const serving = (...stimuli: string[]): Parts => ({
  server: { chart: server, stimuli: ['ask', ...stimuli] },
});

/** What is asked is answered. */
const answered = {
  id: 'answered',
  initial: 'idle',
  states: {
    idle: { on: { 'server.ask': 'waiting' } },
    waiting: { tags: 'pending', on: { 'server.answer': 'idle' } },
  },
};

/** Nobody is answered twice. */
const once = {
  id: 'once',
  initial: 'never',
  states: {
    never: { on: { 'server.answer': 'once' } },
    once: { on: { '*': { target: 'twice', guard: ({ event }: Given) => event.type === 'server.answer' } } },
    twice: { tags: 'violation' },
  },
};

/** Comes to its end on a first event of a type. */
const on = (type: string, more: object = {}) => ({
  id: 'on',
  initial: 'before',
  states: { before: { on: { [type]: { target: 'after', ...more } } }, after: { tags: 'violation' } },
});

interface Given {
  event: { type: string };
  context: { count: number };
}
const increment = ({ context }: Given): number => context.count + 1;
type Options = Parameters<typeof monitor>[1];

async function judge(
  parts: Parts,
  chart: object,
  { limits = {}, rest = {}, ...more }: Record<string, object> = {},
): Promise<CheckResult> {
  const system = smallSystem(parts, rest);
  const machine = createMachine(chart as never);
  const options = { description: 'it is so', machine, ...more } as unknown as Options;
  return (await check(system, { watched: monitor(system, options) }, limits)).checks[0]!;
}

const eventsOf = ({ counterexample }: CheckResult): string =>
  counterexample!.steps.map(({ event }) => (event as { type: string }).type).join(' ');

describe('a monitor', () => {
  test('holds where it never comes to a violation, nor stays pending', async () => {
    expect(await judge(serving('answer'), answered)).toMatchObject({ verdict: 'holds', reason: null });
    expect(await judge(serving('forget'), once)).toMatchObject({ verdict: 'vacuous' });
  });

  test('is violated by the shortest run to a violation, which ends with the step that brings it there', async () => {
    const found = await judge(serving('answer', 'work', 'rest'), once);
    expect(found).toMatchObject({ verdict: 'violated', steps: 4 });
    expect(eventsOf(found)).toBe('ask answer ask answer');
    expect(found.counterexample!.forever).toBeUndefined();
    expect(found.counterexample!.remembered).toEqual(['never', 'never', 'once', 'once', 'twice']);
  });

  test('is violated at the start where it starts in a violation', async () => {
    const found = await judge(serving(), { initial: 'bad', states: { bad: { tags: 'violation' } } });
    expect(found).toMatchObject({ verdict: 'violated', steps: 0 });
  });

  test('is violated by a run that ends while it is pending', async () => {
    const found = await judge(serving('answer', 'forget'), answered);
    expect(found).toMatchObject({ verdict: 'violated', steps: 2 });
    expect(eventsOf(found)).toBe('ask forget');
    expect(found.counterexample!.forever).toMatchObject({ kind: 'end' });
  });

  test('is violated by a fair run that goes round while it is pending, and by no other', async () => {
    const parts = serving('answer', 'work', 'rest');
    const found = await judge(parts, answered);
    expect(found).toMatchObject({ verdict: 'violated', steps: 3 });
    expect(eventsOf(found)).toBe('ask work rest');
    expect(found.counterexample!.forever).toMatchObject({ kind: 'cycle', from: 1 });
    const fairness = { strong: { answers: { event: 'answer' } } };
    expect(await judge(parts, answered, { fairness })).toMatchObject({ verdict: 'holds' });
  });

  test('may be pending again and again, if not for ever in different states', async () => {
    const states = {
      a: { tags: 'pending', on: { 'server.ask': 'b', 'server.answer': 'a' } },
      b: { tags: 'pending', on: { 'server.answer': 'a' } },
    };
    const found = await judge(serving('answer'), { initial: 'a', states });
    expect(found).toMatchObject({ verdict: 'violated', steps: 2 });
    expect(found.counterexample!.forever).toMatchObject({ kind: 'cycle', from: 0 });
    const relieved = { ...states, b: { on: { 'server.answer': 'a' } } };
    expect(await judge(serving('answer'), { initial: 'a', states: relieved })).toMatchObject({
      verdict: 'holds',
    });
  });

  test('is vacuous where it never takes a transition', async () => {
    const found = await judge(serving('answer'), on('server.never'));
    expect(found).toMatchObject({
      verdict: 'vacuous',
      reason: 'no transition of the monitor was ever taken',
    });
  });

  test('is vacuous where it was never pending and could be violated in no other way', async () => {
    const never = { on: { 'server.ask': [{ guard: () => false, target: 'waiting' }, { target: 'idle' }] } };
    const waiting = { tags: 'pending' };
    const chart = (more: object) => ({ initial: 'idle', states: { idle: never, waiting, ...more } });
    const reason = 'no state tagged "pending" was ever come to';
    expect(await judge(serving(), chart({}))).toMatchObject({ verdict: 'vacuous', reason });
    const fairness = { defaults: false };
    expect(await judge(serving(), chart({}), { fairness })).toMatchObject({ verdict: 'vacuous', reason });
    const wrong = { tags: 'violation', on: { 'server.ask': 'idle' } };
    const leading = { ...never, always: { guard: () => false, target: 'wrong' } };
    expect(await judge(serving(), chart({ idle: leading, wrong }))).toMatchObject({ verdict: 'holds' });
  });

  test('goes on from where a step that changes nothing has brought it, which no fairness asks for', async () => {
    const door = { chart: { on: { knock: {}, open: {} } }, stimuli: ['knock', 'open'] };
    const twice = { context: { count: 0 }, initial: 'a', states: { a: {}, b: { tags: 'violation' } } };
    const counting = {
      ...twice,
      on: {
        'door.knock': [
          { guard: ({ context }: Given) => context.count === 1, target: '.b' },
          { actions: assign({ count: increment }) },
        ],
      },
    };
    const found = await judge({ door }, counting);
    expect([found.verdict, eventsOf(found)]).toEqual(['violated', 'knock knock']);
    const waiting = {
      initial: 'idle',
      states: {
        idle: { on: { 'door.knock': 'waiting' } },
        waiting: { tags: 'pending', on: { 'door.open': 'idle' } },
      },
    };
    const ends = await judge({ door }, waiting);
    expect([ends.verdict, eventsOf(ends)]).toEqual(['violated', 'knock']);
    expect(ends.counterexample!.forever).toEqual({ kind: 'end', unfair: [] });
  });

  test('goes round with steps that only it notices, which take nothing', async () => {
    const chart = {
      initial: 'off',
      states: { off: { on: { toggle: 'on' } }, on: { on: { toggle: 'off' } } },
      on: { knock: {} },
    };
    const states = {
      a: { tags: 'pending', on: { 'lamp.toggle': 'b' } },
      b: { tags: 'pending', on: { 'lamp.knock': 'a', 'lamp.toggle': 'c' } },
      c: {},
    };
    const found = await judge({ lamp: { chart, stimuli: ['toggle', 'knock'] } }, { initial: 'a', states });
    expect([found.verdict, eventsOf(found)]).toEqual(['violated', 'toggle knock toggle knock']);
    expect(found.counterexample!.forever).toMatchObject({
      kind: 'cycle',
      from: 0,
      fairness: [{ name: 'lamp toggle', taken: [1, 3] }],
    });
  });

  test('says why in its own words, from its own state', async () => {
    const because = (
      { server: it }: { server: { value: string } },
      _: unknown,
      { value }: { value: string },
    ) => `${value}, and the server is ${it.value}`;
    const found = await judge(serving('answer'), once, { observes: ['server'], because });
    expect(found.counterexample!.because).toBe('twice, and the server is free');
  });

  test('takes its input from the scope', async () => {
    const chart = {
      context: ({ input }: { input: { most: number } }) => ({ count: input.most }),
      initial: 'on',
      states: {
        on: { always: { guard: ({ context }: Given) => context.count === 0, target: 'off' } },
        off: { tags: 'violation' },
      },
      on: { 'server.answer': { actions: assign({ count: ({ context }: Given) => context.count - 1 }) } },
    };
    const found = await judge(serving('answer'), chart, { input: () => ({ most: 3 }) });
    expect(found).toMatchObject({ verdict: 'violated', steps: 6 });
    expect(found.counterexample!.remembered!.slice(-2)).toEqual(['on {"count":1}', 'off {"count":0}']);
  });
});

describe('what a monitor sees', () => {
  const caller = {
    chart: {
      on: {
        call: {
          actions: [
            emit({ type: 'calling' }),
            sendTo(({ system }) => system.get('worker-2') as never, { type: 'go', speed: 7 } as never),
          ],
        },
      },
    },
    stimuli: [{ type: 'call', why: 'because' }],
  };
  const log = {
    context: { seen: [] as unknown[] },
    initial: 'on',
    states: { on: {}, off: { tags: 'violation' } },
    on: {
      '*': {
        actions: assign({
          seen: ({ context, event }: { context: { seen: unknown[] }; event: object }) => [
            ...context.seen,
            event,
          ],
        }),
      },
      'caller.calling': '.off',
    },
  };

  test('by default: the step, the calls folded into it, what they emit; until it is violated', async () => {
    const { replicas, actor } = await import('../system/actor.ts');
    const worker = createMachine({ on: { go: {} } });
    const call = createMachine(caller.chart as never);
    const rest = {
      actors: { caller: actor(call, { stimuli: caller.stimuli as never }), worker: replicas(2, worker) },
    };
    const found = await judge({}, log, { rest });
    expect(found).toMatchObject({ verdict: 'violated', steps: 1 });
    const told = found.counterexample!.remembered![1]!.replace(/^\S+ /, '');
    expect(JSON.parse(told)).toEqual({
      seen: [
        { type: 'caller.call', actor: 'caller', from: null, why: 'because' },
        { type: 'worker.go', actor: 'worker-2', from: 'caller', speed: 7 },
      ],
    });
  });

  test('by default: faults and time too, and no message that is lost for one that is taken', async () => {
    const parts: Parts = {
      sender: {
        chart: {
          on: { go: { actions: sendTo(({ system }) => system.get('it') as never, { type: 'hi' } as never) } },
        },
        stimuli: ['go'],
      },
      it: { chart: { initial: 'a', states: { a: { on: { hi: 'b' }, after: { 20: 'c' } }, b: {}, c: {} } } },
    };
    const rest = {
      delivery: { order: 'fifo', capacity: 1, whenFull: 'block' },
      time: { tick: 10 },
    };
    const crash = { actors: ['it'], budget: 1 };
    const lost = ({ event }: { event: { event: Given['event']; from: string } }) =>
      event.event.type === 'hi' && event.from === 'sender';
    const steps = async (chart: object, faults?: object): Promise<number | null> =>
      (await judge(parts, chart, { rest: { ...rest, faults } })).steps;
    expect(await steps(on('it.lose', { guard: lost }), { lose: { budget: 1 } })).toBe(2);
    expect(await steps(on('it.hi'), { lose: { budget: 1 } })).toBe(2);
    expect(await steps(on('it.crash'), { crash })).toBe(1);
    expect(await steps(on('it.restart'), { crash, restart: { budget: 1 } })).toBe(2);
    expect(await steps(on('tick'))).toBe(1);
    expect(await steps(on('it.xstate.*'))).toBe(3);
  });

  test('or what `sees` makes of a step: none, one or more', async () => {
    const sees = ({ event }: Given) =>
      event.type === 'ask' ? null : event.type === 'work' ? { type: 'w' } : [{ type: 'r' }, { type: 'r' }];
    const parts = serving('work', 'rest');
    const found = await judge(parts, on('r'), { sees });
    expect([found.verdict, eventsOf(found)]).toEqual(['violated', 'ask work rest']);
    // The second `r` would lead on, but a violation is the end.
    const chart = on('r');
    const back = { ...chart.states, after: { tags: 'violation', on: { r: 'before' } } };
    expect(await judge(parts, { ...chart, states: back }, { sees })).toMatchObject({ steps: 3 });
    expect(await judge(parts, on('ask'), { sees })).toMatchObject({ verdict: 'vacuous' });
    // An event that nothing handles takes nothing from the one before it.
    const more = () => [{ type: 'server.ask' }, { type: 'nothing' }];
    const { idle } = answered.states;
    const relaxed = {
      ...answered,
      states: { idle, waiting: { on: { no: 'never' } }, never: { tags: 'violation' } },
    };
    expect(await judge(parts, relaxed, { sees: more })).toMatchObject({ verdict: 'holds' });
  });
});

describe('on a part of the space', () => {
  test('a violation stands, and nothing else is decided', async () => {
    const endless = { context: { count: 0 }, on: { '*': { actions: assign({ count: increment }) } } };
    const parts = {
      ...serving('answer', 'work', 'rest', 'forget'),
      other: { chart: endless, stimuli: ['go'] },
    };
    const limits = { maxStates: 60 };
    expect(await judge(parts, once, { limits })).toMatchObject({ verdict: 'violated', steps: 4 });
    const strong = { answers: { event: 'answer' }, all: { event: 'go' } };
    const fairness = { strong, none: { forgets: { event: 'forget' } } };
    expect(await judge(serving('answer', 'work', 'rest'), answered, { fairness })).toMatchObject({
      verdict: 'holds',
    });
    for (const chart of [answered, on('server.never')])
      expect(await judge(parts, chart, { limits, fairness })).toMatchObject({ verdict: 'inconclusive' });
  });

  test('a step that leads out of it is a step all the same', async () => {
    const found = await judge(serving('work'), on('server.work'), { limits: { maxStates: 2 } });
    expect(found).toMatchObject({ verdict: 'violated', steps: 2, search: { states: 2, complete: false } });
  });

  test('a monitor with states without end is told of', async () => {
    const chart = {
      context: { count: 0 },
      on: { '*': { actions: assign({ count: increment }) }, 'server.rest': '.off' },
      initial: 'on',
      states: { on: {}, off: { tags: 'violation' } },
    };
    expect(await judge(serving('answer'), chart as never, { limits: { maxStates: 100 } })).toMatchObject({
      verdict: 'inconclusive',
      reason: 'the search with the monitor: stopped at the limit of 100 states (--max-states)',
    });
  });
});

test('to run out of memory for the product is a bound', async () => {
  const intern: () => number = Reflect.get(TupleTable.prototype, 'intern');
  const short = vi.spyOn(TupleTable.prototype, 'intern').mockImplementation(function (this: TupleTable) {
    if (this.arity === 2 && this.count > 2) throw new RangeError('Array buffer allocation failed');
    return intern.call(this);
  });
  const found = await judge(serving('answer', 'work'), once).finally(() => short.mockRestore());
  expect([found.verdict, found.reason]).toEqual(['inconclusive', expect.stringContaining('out of memory')]);
});

describe('a monitor that is not one', () => {
  let calls = 0;
  let late = 0;
  const doing = (action: unknown) => on('server.ask', { actions: action });
  test.each<[string, object, object, string]>([
    ['reads a random number', on('server.ask', { guard: () => Math.random() > 2 }), {}, 'Math.random()'],
    ['counts for itself', on('server.ask', { guard: () => calls++ % 2 === 0 }), {}, 'different results'],
    [
      'throws',
      on('server.ask', {
        guard: () => {
          throw new Error('oh');
        },
      }),
      {},
      'oh',
    ],
    ['sends', doing(sendTo(({ self }) => self, { type: 'x' })), {}, 'may only watch'],
    ['emits', doing(emit({ type: 'x' })), {}, 'may only watch'],
    ['sets a timer', doing(raise({ type: 'x' }, { delay: 10 })), {}, 'delay'],
    ['acts', doing('shout'), {}, 'nobody would run it'],
    ['invokes', { ...on('server.x'), invoke: { src: createMachine({}) } }, {}, 'actor'],
    ['is told of no event', answered, { sees: () => 'ask' }, 'its `sees`: "ask" is no event'],
    [
      'is told by what throws',
      answered,
      {
        sees: () => {
          throw new Error('oh');
        },
      },
      'its `sees`: it threw: oh',
    ],
    // As often as it is called at first, for one state and event.
    ['changes with time', on('server.ask', { guard: () => ++late > 3 }), {}, 'asked again'],
    [
      'is told by the order of keys',
      answered,
      { sees: (step: object) => ({ type: Object.keys(step)[0]! }) },
      'order',
    ],
    ['is told at random', answered, { sees: () => ({ type: `x${calls++}` }) }, 'two answers'],
    [
      'is ended by the error of an actor that it is told of',
      answered,
      { sees: () => ({ type: 'xstate.error.actor.kid', error: 'oh' }) },
      'it has failed, and would see nothing',
    ],
    ['looks at nobody', answered, { observes: ['servant'] }, 'servant'],
  ])('%s: an error', async (_, chart, more, words) => {
    const found = await judge(serving('answer'), chart, more as Record<string, object>);
    expect([found.verdict, found.reason]).toEqual(['error', expect.stringContaining(words)]);
    expect(found.reason).toContain('property "watched"');
  });

  test('a violation is one, although the monitor fails elsewhere', async () => {
    const chart = {
      ...once,
      on: {
        'server.forget': {
          guard: () => {
            throw new Error('oh');
          },
        },
      },
    };
    const found = await judge(serving('answer', 'forget'), chart);
    expect([found.verdict, found.reason]).toEqual(['violated', expect.stringContaining('oh')]);
  });

  test('cannot be violated, or is no statechart', async () => {
    const untagged = judge(serving(), { initial: 'a', states: { a: {} } });
    await expect(untagged).rejects.toThrow(BuildError);
    await expect(untagged).rejects.toThrow('tagged "violation" or "pending"');
    await expect(judge(serving(), answered, { machine: {} })).rejects.toThrow('a state machine of XState');
  });
});

test('an event that no step is, is told of also where the monitor is violated before', async () => {
  const system = smallSystem(serving('answer'));
  const chart = {
    id: 'served',
    initial: 'idle',
    states: {
      idle: { on: { 'server.ask': 'wrong', 'server.answer': 'wrong', 'server.reply': 'wrong' } },
      wrong: { tags: 'violation' },
    },
  };
  const served = monitor(system, { description: '', machine: createMachine(chart as never) });
  const { checks, coverage } = await check(system, { served });
  expect(checks.map(({ verdict }) => verdict)).toEqual(['violated']);
  const never = coverage!.listed.filter((text) => text.includes('the monitor never gets'));
  expect(never).toEqual(['property served: the monitor never gets server.reply']);
});

test('an event that the monitor speaks of and no step is, is told of: it may be misspelt', async () => {
  const system = smallSystem(serving('answer'));
  const chart = {
    id: 'served',
    initial: 'idle',
    states: {
      idle: { on: { 'server.ask': 'asked' } },
      asked: { on: { 'server.answer': 'idle', 'server.reply': 'wrong', 'server.x.*': 'wrong', '*': {} } },
      wrong: { tags: 'violation' },
    },
  };
  const served = (more: object) =>
    monitor(system, { description: '', machine: createMachine(chart as never), ...more });
  const { checks, coverage } = await check(system, {
    served: served({}),
    broken: served({ sees: () => [{ type: 'server.x.y' }, { type: 'server.x.y' }] }),
  });
  expect(checks.map(({ verdict }) => verdict)).toEqual(['holds', 'vacuous']);
  const never = coverage!.listed.filter((text) => text.includes('the monitor never gets'));
  expect(never).toEqual([
    'property served: the monitor never gets server.reply',
    'property served: the monitor never gets server.x.*',
    'property broken: the monitor never gets server.ask',
    'property broken: the monitor never gets server.answer',
    'property broken: the monitor never gets server.reply',
  ]);
});
