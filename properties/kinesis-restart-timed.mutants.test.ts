// Two deliberate changes to designs that are in time: the suite must notice each.
import { expect, test } from 'vitest';
import { enqueueActions, raise } from 'xstate';
import type { fleet } from '../models/kinesis-restart/fleet.ts';
import suite from './kinesis-restart-timed.suite.ts';
import { unexpectedOf, withLogic } from './testing/mutants.ts';

type Fleet = typeof fleet;

test('a limit on restarts that nobody looks at', async () => {
  const unlimited = withLogic('fleet', (logic: Fleet) =>
    logic.provide({
      guards: { mayRestartOne: ({ context }) => context.down > 0 },
      actions: {
        noteChange: enqueueActions(({ context, enqueue, system }) => {
          if (context.down > 0) enqueue.sendTo(system.get('operator'), { type: 'roomForOne' });
        }),
      },
    }),
  );
  expect(await unexpectedOf(suite, 'as-many-as-serve', unlimited)).toEqual([
    'every-server-serves-in-time: violated 14',
  ]);
});

test('maps that take a tick longer than the bound allows for', async () => {
  const slow = withLogic('fleet', (logic: Fleet) =>
    logic.provide({ actions: { noteStart: raise({ type: 'mapBuilt' }, { delay: 2 * 60_000 }) } }),
  );
  expect(await unexpectedOf(suite, 'one-at-a-time', slow)).toEqual([
    'every-server-serves-in-time: violated 10',
  ]);
});
