import { expect, test } from 'vitest';
import { countStates, messagesAreConsumed } from './counts.ts';
import channels from './two-phase-commit-channels.suite.ts';

test('7 resource managers and messages that are consumed: 2113664 states', async () => {
  expect(await countStates(channels, 7)).toBe(2_113_664);
  expect(messagesAreConsumed(7)).toBe(2_113_664);
});
