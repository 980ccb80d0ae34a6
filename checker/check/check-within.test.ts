import { describe, expect, test } from 'vitest';
import type { Property } from '../property/property.ts';
import { ticksOf, within } from '../property/within.ts';
import type { PlainState } from '../step/plain-space.ts';
import { instantiate } from '../system/instance.ts';
import { check, smallSystem } from '../testing/charts.ts';
import type { Replayed } from '../trace/replay.ts';
import { shows } from '../trace/replay.ts';
import { rememberedWords } from '../trace/remember.ts';

const lamp = { initial: 'off', states: { off: { on: { toggle: 'on' } }, on: { on: { toggle: 'off' } } } };
const parts = { lamp: { chart: lamp, stimuli: ['toggle'] } };
const timed = smallSystem(parts, { time: { tick: 1000 } });

interface Seen {
  lamp: { value: string };
}

function soon(system: typeof timed, more: object = {}): Property {
  const clauses = {
    when: ({ lamp: it }: Seen) => it.value === 'on',
    eventually: ({ lamp: it }: Seen) => it.value === 'off',
  };
  const options = { description: '', observes: ['lamp'], ticks: 1, ...clauses, ...more };
  return within(system, options as never);
}

describe('within', () => {
  test.each([
    [{}, 'no `time`'],
    [{ time: 'untimed' }, "`time: 'untimed'`"],
  ])('needs discrete time: %j', async (rest, words) => {
    const system = smallSystem(parts, rest as never);
    const [found] = (await check(system, { soon: soon(system) })).checks;
    expect(found).toMatchObject({ verdict: 'error', kind: 'within' });
    expect(found!.reason).toContain(`within needs discrete time, and the system has ${words}`);
  });

  test.each([
    [{ ticks: () => -1 }, 'is -1'],
    [{ ticks: () => 1.5 }, 'is 1.5'],
    [{ ticks: () => 'two' }, 'is two'],
    [{ ticks: () => 'x'.repeat(-1) }, 'its `ticks` threw: Invalid count'],
    [{ observes: ['lamb'] }, '"lamp"'],
    [{ when: () => 1 }, 'true or false'],
  ])('is an error with %j', async (more, words) => {
    const [found] = (await check(timed, { soon: soon(timed, more) })).checks;
    expect([found!.verdict, found!.reason]).toEqual(['error', expect.stringContaining(words)]);
  });

  test.each([[-1], [0.5], ['1']])('is refused at once with %j ticks', (ticks) => {
    expect(() => soon(timed, { ticks })).toThrow('ticks: expected');
  });

  test('takes its ticks from the scope', () => {
    const ticks = ({ design }: { design: string }) => design.length;
    expect(ticksOf(instantiate(timed, { design: 'only' }), soon(timed, { ticks }))).toBe(4);
  });

  test('is vacuous where nothing is ever awaited, and inconclusive on a part of the space', async () => {
    const never = soon(timed, { when: () => false });
    expect((await check(timed, { never })).checks[0]).toMatchObject({
      verdict: 'vacuous',
      reason: 'no state it speaks of was ever reached',
    });
    const { checks } = await check(timed, { never }, { maxStates: 1 });
    expect(checks[0]).toMatchObject({ verdict: 'inconclusive' });
  });
});

test('is vacuous where time may stand still: nothing is late where no tick can come', async () => {
  const spin = { initial: 'a', states: { a: { after: { 0: 'b' } }, b: { after: { 0: 'a' } } } };
  const blink = {
    initial: 'off',
    states: { off: { on: { toggle: 'on' } }, on: { after: { 1000: 'off' } } },
  };
  const blinking = { lamp: { chart: blink, stimuli: ['toggle'] } };
  const time = { time: { tick: 1000 } } as const;
  const verdictOf = async (system: typeof timed) =>
    (await check(system, { soon: soon(system) })).checks.map(({ verdict, reason }) => [verdict, reason]);
  expect(await verdictOf(smallSystem(blinking, time))).toEqual([['holds', null]]);
  expect(await verdictOf(smallSystem({ ...blinking, spinner: { chart: spin } }, time))).toEqual([
    ['vacuous', expect.stringContaining('time may stand still where it waits')],
  ]);
  // What is awaited comes all the same where it needs no time.
  const quick = { ...blink, states: { ...blink.states, on: { on: { toggle: 'off' } } } };
  const quickly = { lamp: { chart: quick, stimuli: ['toggle'] }, spinner: { chart: spin } };
  expect(await verdictOf(smallSystem(quickly, time))).toEqual([['holds', null]]);
});

describe('time passes', () => {
  test('where no timer is pending: a tick that changes nothing is a step of the run', async () => {
    const [found] = (await check(timed, { soon: soon(timed) })).checks;
    expect(found).toMatchObject({ verdict: 'violated', steps: 3 });
    expect(found!.counterexample!.steps.map(({ kind }) => kind)).toEqual(['stimulus', 'tick', 'tick']);
    expect(found!.counterexample!.remembered).toEqual([
      'nothing is awaited',
      '0 of 1 tick',
      '1 of 1 tick',
      '2 of 1 tick',
    ]);
  });

  test.each([
    [3, 'holds', null],
    [2, 'violated', 4],
  ])('with timers: what takes three ticks, within %i %s', async (ticks, verdict, steps) => {
    const slow = {
      initial: 'off',
      states: { off: { on: { toggle: 'on' } }, on: { after: { 3000: 'off' } } },
    };
    const system = smallSystem({ lamp: { chart: slow, stimuli: ['toggle'] } }, { time: { tick: 1000 } });
    const [found] = (await check(system, { soon: soon(system, { ticks }) })).checks;
    expect(found).toMatchObject({ verdict, steps });
  });
});

/** A run written down: `T` is a tick, all else are steps; then the state after each. */
function runOf(...moments: [step: string, value: string][]): Replayed {
  const states = moments.map(([, value]) => ({ snapshots: [{ value }] }) as unknown as PlainState);
  const steps = moments.slice(1).map(([step]) => ({ choice: { kind: step === 'T' ? 'tick' : 'stimulus' } }));
  return { start: undefined, states, steps } as unknown as Replayed;
}

describe('replayed, a run is late', () => {
  const instance = instantiate(timed, { design: 'only' });
  const late = (run: Replayed): boolean => shows(instance, soon(timed), run);
  const waiting: [string, string][] = [
    ['', 'off'],
    ['s', 'on'],
    ['T', 'on'],
  ];

  test('at the tick that is one too many, not before, and not at what comes after', () => {
    expect(late(runOf(...waiting))).toBe(false);
    const run = runOf(...waiting, ['T', 'on']);
    expect(late(run)).toBe(true);
    expect(rememberedWords(instance, soon(timed) as never, run)).toEqual([
      'nothing is awaited',
      '0 of 1 tick',
      '1 of 1 tick',
      '2 of 1 tick',
    ]);
    expect(late(runOf(...waiting, ['T', 'on'], ['s', 'on']))).toBe(false);
  });

  test('not if what is awaited has come meanwhile', () => {
    expect(late(runOf(...waiting, ['s', 'off'], ['T', 'off']))).toBe(false);
    expect(late(runOf(...waiting, ['s', 'off'], ['s', 'on'], ['T', 'on']))).toBe(false);
  });

  test('not for ever: there is no such violation', () => {
    expect(shows(instance, soon(timed), runOf(...waiting, ['T', 'on']), { loopsTo: null })).toBe(false);
  });
});
