// Two deliberate changes to the design that waits: the suite must notice each.
import { expect, test } from 'vitest';
import type { alarm } from '../models/kinesis-discovery/alarm.ts';
import type { rollOut } from '../models/kinesis-discovery/roll-out.ts';
import { TICK } from '../models/kinesis-discovery/ticks.ts';
import suite from './kinesis-discovery.suite.ts';
import { unexpectedOf, withLogic } from './testing/mutants.ts';

test('a roll-out that waits and does not look', async () => {
  const blind = withLogic('roll-out', (logic: typeof rollOut) =>
    logic.provide({ guards: { looksAtErrors: () => false } }),
  );
  expect(await unexpectedOf(suite, 'quiet-time-between-steps', blind, 'two-cells')).toEqual([
    'every-old-server-hears-within-the-delay: holds',
    'nothing-is-added-to-a-broken-fleet: violated 13',
    'every-map-is-useless: holds 17',
  ]);
});

test('an alarm that takes one tick more than the waiting time allows for', async () => {
  const late = withLogic('alarm', (logic: typeof alarm) => logic.provide({ delays: { alarmDelay: TICK } }));
  expect(await unexpectedOf(suite, 'quiet-time-between-steps', late, 'two-cells')).toEqual([
    'every-old-server-hears-within-the-delay: holds',
    'the-alarm-comes-within-its-delay: violated 5',
    'the-alarm-comes-while-servers-are-added: holds 6',
    'nothing-is-added-to-a-broken-fleet: violated 12',
    'every-map-is-useless: holds 17',
  ]);
});
