import { expect, test } from 'vitest';
import { check, smallSystem } from '../testing/charts.ts';
import { invariant } from './property.ts';

type Open = { tags: Set<string>; value: { a?: string } | string; status: string };

test.each<[string, (it: Open) => unknown]>([
  ['the tags', (it) => it.tags.clear()],
  ['the value', (it) => (it.value = 'gone')],
  ['a part of the value', (it) => ((it.value as { a?: string }).a = 'gone')],
])('a property cannot change %s of a snapshot', async (_, change) => {
  const chart = { initial: 'a', states: { a: { tags: 'busy', initial: 'b', states: { b: {} } } } };
  const system = smallSystem({ it: { chart } });
  const meddles = invariant(system, {
    description: 'meddles',
    observes: ['it'],
    holds: ({ it }) => {
      change(it);
      return true;
    },
  });
  const [found] = (await check(system, { meddles })).checks;
  expect([found!.property, found!.verdict]).toEqual(['meddles', 'error']);
});
