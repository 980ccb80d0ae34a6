import { readFileSync } from 'node:fs';
import { createMachine } from 'xstate';
import { expect, test } from 'vitest';
import { check, smallSystem } from '../testing/charts.ts';
import type { Fairness } from './fairness.ts';
import type { Property } from './property.ts';
import { eventually } from './temporal-properties.ts';

const timer = createMachine({
  initial: 'waiting',
  states: { waiting: { after: { 2000: 'fired' } }, fired: {} },
});
const spinner = createMachine({
  initial: 'a',
  states: { a: { on: { spin: 'b' } }, b: { on: { spin: 'a' } } },
});
/** No tick passes its `b`, where a timer is due. */
const stopper = createMachine({
  initial: 'a',
  states: { a: { on: { spin: 'b' } }, b: { after: { 0: 'a' } } },
});

const ROWS = {
  'that spins for ever': spinner,
  'that spins for ever, with a timer that is due in each round': stopper,
};
const COLUMNS: readonly (Fairness | undefined)[] = [
  undefined,
  { zeno: true },
  { none: { ticks: { kind: 'tick' } } },
];

test.each(Object.entries(ROWS))('what the guide says of a timer beside an actor %s', async (what, logic) => {
  const system = smallSystem(
    { timer: { logic: timer }, actor: { logic, stimuli: ['spin'] } },
    { time: { tick: 1000 } },
  );
  const ask = (fairness: Fairness | undefined): Property =>
    eventually(system, {
      description: '',
      observes: ['timer'],
      holds: ({ timer: { value } }: { timer: { value: unknown } }) => value === 'fired',
      ...(fairness === undefined ? {} : { fairness }),
    } as never);
  const properties = Object.fromEntries(COLUMNS.map((fairness, i) => [`${i}`, ask(fairness)]));
  const verdicts = (await check(system, properties)).checks.map(({ verdict }) => verdict);
  const guide = readFileSync(new URL('../../docs/time-faults-and-children.md', import.meta.url), 'utf8');
  expect(guide).toContain(`\n| ${[what, ...verdicts].join(' | ')} |\n`);
});
