import { createMachine } from 'xstate';
import { describe, expect, test } from 'vitest';
import { check, smallSystem } from '../testing/charts.ts';
import type { Property } from './property.ts';
import { invariant, stepProperty } from './property.ts';
import { eventually } from './temporal-properties.ts';

const logic = createMachine({ initial: 'a', states: { a: { on: { go: 'b' } }, b: {} } });
const system = smallSystem({ agent: { logic, stimuli: ['go'] }, other: { logic } });
type State = Record<'agent' | 'other', { value: string; context: { list: number[] } }>;
const make = (observes: string[], ask: (state: State) => boolean): [string, Property][] => {
  const common = { description: '', observes };
  return [
    ['invariant', invariant(system, { ...common, holds: ask } as never)],
    [
      'step property',
      stepProperty(system, { ...common, holds: (_: State, _step: unknown, s: State) => ask(s) } as never),
    ],
    ['temporal property', eventually(system, { ...common, holds: ask } as never)],
  ];
};
const reasonOf = async (property: Property) => (await check(system, { property })).checks[0]!.reason;

describe('a property that reads an actor it does not observe is told what it observes', () => {
  test.each(make(['agent'], ({ other }) => other.value === 'c'))('%s', async (_, property) => {
    const reason = await reasonOf(property);
    expect(reason).toContain(
      "it threw: Cannot read properties of undefined (reading 'value'). It observes only: agent.",
    );
  });

  test.each(make([], ({ other }) => other.value === 'c'))('%s of none', async (_, property) => {
    expect(await reasonOf(property)).toMatch(/\. It observes no actor\.$/);
  });

  test.each(make(['agent', 'other'], ({ other }) => other.context.list.length > 0))(
    'but not an %s that observes all',
    async (_, property) => expect(await reasonOf(property)).toMatch(/\(reading '\w+'\)$/),
  );
});
