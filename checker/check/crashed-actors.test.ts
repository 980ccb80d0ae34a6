import { createMachine } from 'xstate';
import { expect, test } from 'vitest';
import type { Property } from '../property/property.ts';
import { invariant, stepProperty } from '../property/property.ts';
import { eventually } from '../property/temporal-properties.ts';
import { check, smallSystem } from '../testing/charts.ts';

const box = createMachine({
  id: 'box',
  context: { list: [1] },
  initial: 'a',
  states: { a: { on: { go: 'b' } }, b: {} },
});
const system = smallSystem(
  { box: { logic: box, stimuli: ['go'] }, other: { logic: box, stimuli: ['go'] } },
  {
    faults: { crash: { actors: ['box'], budget: 1 } },
  },
);
const reads = ({ box: { context } }: { box: { context: { list: number[] } } }): boolean =>
  context.list.length > 1;
const observes = ['other', 'box'];
const description = '';

test.each<[string, Property]>([
  [
    'an invariant',
    invariant(system, { description, observes, holds: (state: never) => !reads(state) } as never),
  ],
  [
    'a step property',
    stepProperty(system, {
      description,
      observes,
      holds: (_: never, _step: never, after: never) => !reads(after),
    } as never),
  ],
  ['a temporal property', eventually(system, { description, observes, holds: reads } as never)],
])('%s that reads what a crash has left nothing of is told so', async (_, property) => {
  const { verdict, reason } = (await check(system, { property })).checks[0]!;
  expect(verdict).toBe('error');
  expect(reason).toContain("reading 'length'). box has crashed there");
  expect(reason).toContain("ask `status === 'active'` first");
});

test('what is thrown of other states is told as it is', async () => {
  const holds = ({ box: { status } }: { box: { status: string } }): boolean => {
    if (status === 'active') throw new Error('oh');
    return true;
  };
  const property = invariant(system, { description, observes, holds } as never);
  expect((await check(system, { property })).checks[0]!.reason).toMatch(/it threw: oh$/);
});
