import { describeSuite } from 'premortem/vitest';
import { expect, test } from 'vitest';
import { assign } from 'xstate';
import type { dwfm } from '../models/dwfm-collapse/dwfm.ts';
import suite from './dwfm-collapse.suite.ts';
import { unexpectedOf, withLogic } from './testing/mutants.ts';

describeSuite(suite);

type Dwfm = typeof dwfm;

test('a throttle that counts live attempts only is seen', async () => {
  const countsLive = withLogic('dwfm', (logic: Dwfm) =>
    logic.provide({
      guards: {
        isHeldByThrottle: ({ context: { attempts, timeout, limit } }) =>
          limit !== null && attempts.filter((age) => age <= timeout).length >= limit,
      },
    }),
  );
  expect(await unexpectedOf(suite, 'throttled-in-the-collapse', countsLive)).toEqual([
    'all-leases-come-back: violated 13',
    'recovery-stays-possible: violated 6',
    'every-service-is-useful: violated 11',
    'the-recovery-never-goes-round-without-progress: violated 16',
    'recovered-in-time-under-the-throttle: violated 19',
  ]);
});

test('a restart that leaves what has expired in the queue is seen', async () => {
  const keepsExpired = withLogic('dwfm', (logic: Dwfm) =>
    logic.provide({
      actions: {
        emptyQueue: assign({
          attempts: ({ context: { attempts, timeout } }) => attempts.filter((age) => age > timeout),
        }),
      },
    }),
  );
  expect(await unexpectedOf(suite, 'hosts-restarted-often', keepsExpired)).toEqual([
    'all-leases-come-back: violated 27',
    'all-leases-can-come-back: violated',
    'recovery-stays-possible: violated 1',
    'the-recovery-never-goes-round-without-progress: violated 30',
  ]);
});
