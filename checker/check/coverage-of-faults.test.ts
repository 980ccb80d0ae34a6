import { assign, createMachine } from 'xstate';
import { expect, test } from 'vitest';
import { check, smallSystem } from '../testing/charts.ts';

const still = { chart: { initial: 'on', states: { on: { on: { go: 'off' } }, off: {} } } };

test('a crash and a restart are nothing that an actor does', async () => {
  const faults = { crash: { actors: ['it'], budget: 1 }, restart: { budget: 1 } };
  const other = { logic: createMachine({ on: { go: {} } }), stimuli: ['go'] };
  const { coverage, search } = await check(smallSystem({ it: still, other }, { faults }));
  expect(search!.states).toBe(3);
  expect(coverage!.never).toEqual(['it never moves']);
  expect(coverage!.listed).toEqual(['it-chart: on --go--> off is never taken']);
});

test('as live, a transition whose action throws was taken, and one whose guard throws was not', async () => {
  const oops = (): never => {
    throw new Error('oops');
  };
  const on = { act: { target: 'b', actions: assign(oops) }, ask: { target: 'c', guard: oops } };
  const chart = { initial: 'a', states: { a: { on }, b: {}, c: {} } };
  const system = smallSystem({ it: { chart, stimuli: ['act', 'ask'] } }, { throws: 'as-live' });
  const { coverage } = await check(system);
  expect(coverage!.listed).toEqual([
    'it-chart: a --ask--> c [oops] is never taken',
    'it-chart: the guard of a --ask--> c [oops] is never false',
  ]);
});
