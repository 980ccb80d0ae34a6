import { createMachine } from 'xstate';
import { describe, expect, test } from 'vitest';
import { monitor } from '../property/monitor.ts';
import type { StepChoice } from '../step/integer-space.ts';
import { instantiate } from '../system/instance.ts';
import { smallSystem } from '../testing/charts.ts';
import { rememberedWords } from './remember.ts';
import type { Replayed } from './replay.ts';
import { replay, shows } from './replay.ts';

const chart = { initial: 'off', states: { off: { on: { toggle: 'on' } }, on: { on: { toggle: 'off' } } } };
const system = smallSystem({ lamp: { chart, stimuli: ['toggle'] } });
const instance = instantiate(system, { design: 'only' });

/** Waits at the first toggle and the second, rests at the third, and from the fifth on it is too late. */
const property = monitor(system, {
  description: '',
  machine: createMachine({
    initial: 'idle',
    states: {
      idle: { on: { 'lamp.toggle': 'one' } },
      one: { tags: 'pending', on: { 'lamp.toggle': 'two' } },
      two: { tags: 'pending', on: { 'lamp.toggle': 'rest' } },
      rest: { on: { 'lamp.toggle': 'last' } },
      last: { tags: 'pending', on: { 'lamp.toggle': 'late' } },
      late: { tags: 'violation', on: { 'lamp.toggle': 'idle' } },
    },
  }),
});

function toggled(times: number): Replayed {
  const none = { from: null, choices: [] };
  const start: StepChoice = { kind: 'start', actor: '', event: null, ...none };
  const toggle: StepChoice = { kind: 'stimulus', actor: 'lamp', event: { type: 'toggle' }, ...none };
  return replay(instance, [start, ...Array.from({ length: times }, () => toggle)]);
}

describe('replayed, a run violates a monitor', () => {
  test('at the step that brings it to a violation, not before and not after', () => {
    const ends = [3, 4, 5, 6].map((times) => shows(instance, property, toggled(times)));
    expect(ends).toEqual([false, false, true, false]);
    expect(rememberedWords(instance, property as never, toggled(6)).slice(3)).toEqual([
      'rest',
      'last',
      'late',
      'late',
    ]);
  });

  test('by ending where it is pending, and nowhere else', () => {
    const ends = [0, 1, 2, 3, 4, 5].map((times) =>
      shows(instance, property, toggled(times), { loopsTo: null }),
    );
    expect(ends).toEqual([false, true, true, false, true, false]);
  });

  test('by going round where it is pending all the time, and comes back to where it was', () => {
    // The lamp is as it was after each two steps; the monitor is not.
    expect(shows(instance, property, toggled(3), { loopsTo: 1 })).toBe(false);
    const round = createMachine({
      initial: 'a',
      states: {
        a: { tags: 'pending', on: { 'lamp.toggle': 'b' } },
        b: { tags: 'pending', on: { 'lamp.toggle': 'c' } },
        c: { tags: 'pending', on: { 'lamp.toggle': 'd' } },
        d: { tags: 'pending', on: { 'lamp.toggle': 'a' } },
      },
    });
    const always = monitor(system, { description: '', machine: round });
    expect(shows(instance, always, toggled(4), { loopsTo: 2 })).toBe(false);
    expect(shows(instance, always, toggled(4), { loopsTo: 0 })).toBe(true);
    const { config } = round;
    const states = { ...config.states, c: { ...config.states!['c']!, tags: [] } };
    const mostly = monitor(system, {
      description: '',
      machine: createMachine({ ...config, states } as never),
    });
    expect(shows(instance, mostly, toggled(4), { loopsTo: 0 })).toBe(false);
  });
});
