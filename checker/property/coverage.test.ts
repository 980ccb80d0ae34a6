import { assign, createMachine } from 'xstate';
import { expect, test } from 'vitest';
import { check, smallSystem } from '../testing/charts.ts';
import type { Logic } from '../system/actor.ts';

/** A statechart of this id that takes the given events. */
function door(...types: string[]): Logic {
  const on = Object.fromEntries(types.map((type) => [type, { actions: assign({}) }]));
  return createMachine({ id: 'door', on });
}

test('two statecharts of one id are judged apart, each by the events it takes', async () => {
  const system = smallSystem({
    front: { logic: door('open'), stimuli: ['open'] },
    back: { logic: door('open', 'lock', 'burn'), stimuli: ['open', 'lock'] },
  });
  const { coverage } = await check(system);
  expect(coverage!.never).toEqual(['door (back) never gets burn']);
});

test('a transition of one is no evidence for the like of another', async () => {
  const system = smallSystem({
    front: { logic: door('open'), stimuli: ['open'] },
    back: { logic: door('open', 'lock'), stimuli: ['lock'] },
  });
  const { coverage } = await check(system);
  expect(coverage!.listed).toContain('door (back): (root) --open--> (stays) is never taken');
  expect(coverage!.listed.filter((text) => text.startsWith('door (front)'))).toEqual([]);
});

test('statecharts made alike by one function are evidence together', async () => {
  const system = smallSystem({
    front: { logic: door('open', 'lock'), stimuli: ['open'] },
    back: { logic: door('open', 'lock'), stimuli: ['lock'] },
  });
  const { coverage } = await check(system);
  expect([coverage!.never, coverage!.listed]).toEqual([[], []]);
});
