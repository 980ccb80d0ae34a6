import { createMachine } from 'xstate';
import { expect, test } from 'vitest';
import { alwaysPossible } from '../property/temporal-properties.ts';
import { check, smallSystem } from '../testing/charts.ts';

const chart = {
  initial: 'up',
  states: { up: { on: { stop: 'down' } }, down: { on: { start: 'up' } } },
};
const system = smallSystem(
  { it: { logic: createMachine(chart), stimuli: ['stop', 'start'] } },
  {
    faults: { crash: { actors: ['it'], budget: 1 }, restart: { budget: 1 } },
  },
);
const restart = { kind: 'restart', actor: 'it', from: null, event: { type: 'restart' } };
const crash = { kind: 'crash', actor: 'it', from: null, event: { type: 'crash' } };
const start = { kind: 'stimulus', actor: 'it', from: null, event: { type: 'start' } };

test.each([
  ['by default no fault', undefined, [restart]],
  ['what `using` leaves out', { kind: 'tick' } as const, [start, crash]],
])(
  'at the end of a way into a trap, what is possible and does not count: %s',
  async (_, using, uncounted) => {
    const up = alwaysPossible(
      system as never,
      {
        description: '',
        observes: ['it'],
        holds: ({ it }: { it: { value: unknown } }) => it.value === 'up',
        ...(using === undefined ? {} : { using }),
      } as never,
    );
    const { counterexample } = (await check(system, { up })).checks[0]!;
    expect(counterexample?.uncounted).toEqual(uncounted);
  },
);
