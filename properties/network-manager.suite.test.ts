import { describeSuite } from 'premortem/vitest';
import { expect, test } from 'vitest';
import type { networkManager } from '../models/network-manager/network-manager.ts';
import suite from './network-manager.suite.ts';
import type { Mutation } from './testing/mutants.ts';
import { unexpectedOf, withLogic } from './testing/mutants.ts';

describeSuite(suite);

test('a throttle that is relaxed step by step while too many changes wait is seen', async () => {
  const neverTooMany = withLogic('network-manager', (logic: typeof networkManager) =>
    logic.provide({ guards: { tooManyWait: () => false } }),
  );
  expect(await unexpectedOf(suite, 'throttle-relaxed-step-by-step', neverTooMany)).toEqual([
    'an-instance-is-networked-in-time: violated 11',
    'a-health-check-comes-too-early: holds 5',
  ]);
});

test('an admission limit above what can be carried out at full speed is seen', async () => {
  const tooHigh: Mutation = (built) => {
    const manager = built.actors['network-manager']! as unknown as { options: { input: object } };
    const options = { ...manager.options, input: { ...manager.options.input, admitBelow: 7 } };
    return { ...built, actors: { ...built.actors, 'network-manager': { ...manager, options } } } as never;
  };
  expect(await unexpectedOf(suite, 'launches-admitted-while-the-queue-is-short', tooHigh)).toEqual([
    'an-instance-is-networked-in-time: violated 10',
    'the-overload-ends-for-good: violated 4',
    'a-health-check-comes-too-early: holds 4',
    'a-launch-is-refused: holds 38',
  ]);
});
