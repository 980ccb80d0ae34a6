import fc from 'fast-check';
import { setup } from 'xstate';
import { describe, expect, test } from 'vitest';
import { actor, defineSystem } from '../index.ts';
import { PlainSpace } from '../step/plain-space.ts';
import { replay } from '../trace/replay.ts';
import { schedules } from './schedules.ts';
import { safeSystem } from './testing/safe.ts';
import { instantiate, runSchedule } from './walk.ts';

const seed = 4711;

describe(`schedules (seed ${seed})`, () => {
  const sample = fc.sample(schedules({ maxLength: 40 }), { seed, numRuns: 200 });

  test('have all lengths up to the longest asked for', () => {
    const lengths = sample.map((schedule) => schedule.length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(40);
    expect(lengths.filter((length) => length > 20).length).toBeGreaterThan(40);
    expect(lengths).toContain(0);
  });

  test('are runs of the system, of steps that change its state, as replay confirms', () => {
    const instance = instantiate(safeSystem, { design: 'forgives' });
    const space = new PlainSpace(instance);
    for (const schedule of sample.slice(0, 40)) {
      const run = runSchedule(instance, schedule);
      const keys = run.states.map((state) => space.key(state));
      for (const [i, key] of keys.entries()) expect(keys[i + 1]).not.toBe(key);
      const again = replay(instance, [run.start.choice, ...run.steps.map((step) => step.choice)]);
      expect(again.states.map((state) => space.key(state))).toEqual(keys);
      expect(run.ended || run.steps.length === schedule.length).toBe(true);
    }
  });
});

test('a number stands for the offer at its place, or the next one that changes the state', () => {
  const instance = instantiate(safeSystem, { design: 'jams' });
  const first = (number: number) =>
    runSchedule(instance, [number]).steps.map(({ choice }) => [choice.actor, choice.event]);
  const [press0, press1] = [0, 1].map((digit) => ({ type: 'press', digit }));
  // Six offers: user-1 looks, presses 1, presses 0; then user-2. Looking changes nothing.
  expect([0, 1, 2, 3, 4, 5, 6].map(first)).toEqual([
    [['user-1', press1]],
    [['user-1', press1]],
    [['user-1', press0]],
    [['user-2', press1]],
    [['user-2', press1]],
    [['user-2', press0]],
    [['user-1', press1]],
  ]);
});

test('a run ends where no step is left, however long the schedule', () => {
  const instance = instantiate(safeSystem, { design: 'jams' });
  const run = runSchedule(instance, [2, 0, 0, 0]);
  expect(run.steps).toHaveLength(1);
  expect(run.ended).toBe(true);
  expect(runSchedule(instance, [1, 2]).ended).toBe(false);
});

const dice = setup({
  types: { events: {} as { type: 'throw' } | { type: 'shows'; eyes: number } },
  guards: { shows: ({ event }, eyes: number) => event.type === 'shows' && event.eyes === eyes },
  actions: { roll: () => undefined },
}).createMachine({
  id: 'dice',
  initial: 'held',
  states: {
    held: {
      entry: 'roll',
      on: {
        shows: [
          { guard: { type: 'shows', params: 1 }, target: 'one' },
          { guard: { type: 'shows', params: 2 }, target: 'two' },
          { target: 'three' },
        ],
      },
    },
    one: { on: { throw: 'held' } },
    two: { on: { throw: 'held' } },
    three: { on: { throw: 'held' } },
  },
});
const diceSystem = defineSystem({
  name: 'dice',
  description: 'A die that is thrown at the start and again.',
  parameters: {},
  scopes: { default: {} },
  designs: { fair: { description: 'Every outcome is possible.' } },
  build: () => ({
    actors: { dice: actor(dice, { stimuli: ['throw'] }) },
    effects: {
      roll: () => ({ choice: [1, 2, 3].map((eyes) => [{ to: 'dice', event: { type: 'shows', eyes } }]) }),
    },
    delivery: 'sync',
  }),
});

test('numbers pick among the alternatives of a choice, at the start and in a step', () => {
  const instance = instantiate(diceSystem, { design: 'fair' });
  const ends = (schedule: number[]) =>
    runSchedule(instance, schedule).states.map((state) => (state.snapshots[0] as { value?: unknown }).value);
  expect([[0], [1], [2], [0, 0], [0, 1], [0, 2], [2, 1]].map(ends)).toEqual([
    ['one'],
    ['two'],
    ['three'],
    // What shows the same again changes nothing, so two alternatives are left.
    ['one', 'two'],
    ['one', 'three'],
    ['one', 'two'],
    ['three', 'two'],
  ]);
});

test('the same choice gives the same instance, another choice another', () => {
  const one = instantiate(safeSystem, { design: 'jams', set: { users: 1, length: 3 } });
  expect(instantiate(safeSystem, { design: 'jams', set: { length: 3, users: 1 } })).toBe(one);
  expect(instantiate(safeSystem, { design: 'jams', set: { length: 4, users: 1 } })).not.toBe(one);
  expect(instantiate(safeSystem, { design: 'forgives', set: { length: 3, users: 1 } })).not.toBe(one);
});
