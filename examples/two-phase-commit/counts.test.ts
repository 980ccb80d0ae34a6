// The distinct states of two-phase commit as it should be; README.md says where the published ones come from.
import { expect, test } from 'vitest';
import { countStates, messagesAreConsumed, messagesStay } from './counts.ts';
import channels from './two-phase-commit-channels.suite.ts';
import network from './two-phase-commit.suite.ts';

/** Milliseconds a count may take on a machine that has much else to do. */
const LONG = 120_000;

test.each([
  [3, 288],
  [5, 8_832],
])(
  '%i resource managers and messages that stay: %i states, as published',
  async (n, states) => {
    expect(await countStates(network, n)).toBe(states);
    expect(messagesStay(n)).toBe(states);
  },
  LONG,
);

test.each([
  [3, 584],
  [5, 33_824],
])(
  '%i resource managers and messages that are consumed: %i states',
  async (n, states) => {
    expect(await countStates(channels, n)).toBe(states);
    expect(messagesAreConsumed(n)).toBe(states);
  },
  LONG,
);

test.each([1, 2, 4])('%i resource managers: as many states as the formulas say', async (n) => {
  expect(await countStates(network, n)).toBe(messagesStay(n));
  expect(await countStates(channels, n)).toBe(messagesAreConsumed(n));
});
