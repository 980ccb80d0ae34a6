import { expect, test } from 'vitest';
import { countStates, messagesAreConsumed, messagesStay } from './counts.ts';
import channels from './two-phase-commit-channels.suite.ts';
import network from './two-phase-commit.suite.ts';

test('6 resource managers and messages that stay: 50816 states, as published', async () => {
  expect(await countStates(network, 6)).toBe(50_816);
  expect(messagesStay(6)).toBe(50_816);
});

test('7 resource managers and messages that stay: 296448 states, as published', async () => {
  expect(await countStates(network, 7)).toBe(296_448);
  expect(messagesStay(7)).toBe(296_448);
});

test('8 resource managers and messages that stay: 1745408 states, as published', async () => {
  expect(await countStates(network, 8)).toBe(1_745_408);
  expect(messagesStay(8)).toBe(1_745_408);
});

test('7 resource managers and messages that are consumed: 2113664 states', async () => {
  expect(await countStates(channels, 7)).toBe(2_113_664);
  expect(messagesAreConsumed(7)).toBe(2_113_664);
});
