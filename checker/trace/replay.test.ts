import { assign } from 'xstate';
import { expect, test } from 'vitest';
import { invariant } from '../property/property.ts';
import { check, smallSystem } from '../testing/charts.ts';

test('of offers that look alike in JSON, the very one that was found is replayed', async () => {
  // What JSON has no form for is written as a tagged object, which could itself be an event's.
  const stimuli = [
    { type: 'go', a: { $undefined: true } },
    { type: 'go', a: undefined },
  ];
  const keep = assign({ a: ({ event }: { event: object }) => (event as { a: unknown }).a });
  const system = smallSystem({
    it: { chart: { context: { a: 0 }, on: { go: { actions: keep } } }, stimuli },
  });
  const defined = invariant(system, {
    description: 'a is something',
    observes: ['it'],
    holds: ({ it }) => (it as unknown as { context: { a: unknown } }).context.a !== undefined,
  });
  const [found] = (await check(system, { defined })).checks;
  expect([found!.verdict, found!.reason, found!.steps]).toEqual(['violated', null, 1]);
});
