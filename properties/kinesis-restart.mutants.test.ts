// Two deliberate changes to a design that is safe: the suite must notice each.
import { expect, test } from 'vitest';
import type { fleet } from '../models/kinesis-restart/fleet.ts';
import suite from './kinesis-restart.suite.ts';
import { unexpectedOf, withLogic } from './testing/mutants.ts';

type Fleet = typeof fleet;

test('a limit on restarts that nobody looks at', async () => {
  const unlimited = withLogic('fleet', (logic: Fleet) =>
    logic.provide({ guards: { mayRestartOne: ({ context }) => context.down > 0 } }),
  );
  expect(await unexpectedOf(suite, 'as-many-as-serve', unlimited)).toEqual([
    'every-server-serves-in-the-end: violated 6',
    'it-does-not-go-round-for-ever: violated 6',
    'the-restart-can-still-succeed: violated 3',
    'no-step-takes-a-serving-server-away: violated 3',
    'the-restart-is-never-stuck: violated 7',
  ]);
});

test('maps from the store for all servers but the first', async () => {
  const halfApplied = withLogic('fleet', (logic: Fleet) =>
    logic.provide({ guards: { someoneStartsFromTheStore: () => false } }),
  );
  expect(await unexpectedOf(suite, 'map-from-store-cold-start-as-many-as-serve', halfApplied)).toEqual([
    'every-server-serves-in-the-end: violated 1',
    'it-does-not-go-round-for-ever: violated 1',
    'the-restart-can-still-succeed: violated 0',
    'the-restart-is-never-stuck: violated 1',
  ]);
});
