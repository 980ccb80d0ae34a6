// Deliberate changes to the remedies: the suite must notice each.
import { expect, test } from 'vitest';
import type { availabilityZone } from '../models/nlb-health/availability-zone.ts';
import type { dnsFailover } from '../models/nlb-health/dns-failover.ts';
import { dnsFailover as failover } from '../models/nlb-health/dns-failover.ts';
import suite from './nlb-health.suite.ts';
import { unexpectedOf, withLogic } from './testing/mutants.ts';

test('a cap that counts the zone it is about to take out', async () => {
  const mutation = withLogic('dns-failover', (logic: ReturnType<typeof dnsFailover>) =>
    logic.provide({ guards: { enoughRemain: ({ context }) => context.zonesIn >= context.floor } }),
  );
  expect(await unexpectedOf(suite, 'velocity-control', mutation)).toEqual(
    expect.arrayContaining(['no-fewer-than-the-floor: violated 2']),
  );
});

test('failover that is still on in the design that switches it off', async () => {
  const mutation = withLogic('dns-failover', () => failover('on'));
  expect(await unexpectedOf(suite, 'failover-off', mutation)).toEqual(
    expect.arrayContaining([
      'not-all-zones-are-out: violated 3',
      'all-zones-are-in-without-the-network: violated 6',
      'a-dead-node-is-removed: holds',
    ]),
  );
});

test('checks that may fail although the network is there', async () => {
  const mutation = withLogic('zone', (logic: typeof availabilityZone) =>
    logic.provide({ guards: { hasNetwork: () => false } }),
  );
  expect(await unexpectedOf(suite, 'as-deployed', mutation)).toEqual([
    'all-zones-are-in-for-good: violated 9',
    'no-node-with-network-is-removed: violated 2',
  ]);
});
