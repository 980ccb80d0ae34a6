import { checkSuite, reachable } from 'premortem';
import { describeSuite } from 'premortem/vitest';
import { expect, test } from 'vitest';
import type { service } from '../models/cascade-2020/service.ts';
import { cascade2025Replacement } from '../models/cascade-2025/replacement-system.ts';
import replacement from './cascade-2025-replacement.suite.ts';
import suite from './cascade-2025.suite.ts';
import { columns, readme } from './testing/cascade-2025-graph.ts';
import { asking } from './testing/cascade-sweep.ts';
import { unexpectedOf, withLogic } from './testing/mutants.ts';
import { expectInReadme } from './testing/readme-table.ts';
import { verdictTable } from './testing/verdict-table.ts';

// The other parts are left to `npm run test:deep`; their verdicts are in the README.
describeSuite(suite, { scopes: ['default'] });
describeSuite(replacement, { scopes: ['default'] });

test('the verdicts in the README at default (UPDATE_TABLES=1 writes them)', async () => {
  expectInReadme(readme, 'verdicts-default', `\n${await verdictTable(suite, 'default', columns)}\n`);
});

test('with failover off the circle is open at the capacity of load balancers, whatever else is hurt', async () => {
  const hurt = reachable(cascade2025Replacement, {
    description: 'Healthy nodes are removed.',
    observes: ['nlb-capacity'],
    where: (state) => !state['nlb-capacity']!.hasTag('ok'),
  });
  const { designs } = await checkSuite(asking(replacement, { hurt }), {});
  expect(designs.map(({ design, checks }) => [design, checks[0]!.verdict])).toEqual([
    ['as-deployed', 'holds'],
    ['failover-off', 'violated'],
    ['every-recovery-automatic', 'holds'],
  ]);
});

// Deliberate changes to designs: the suite must notice each.

test('a remedy half applied: nothing starts the pollers', async () => {
  const noSupervisor = withLogic('lambda-sqs-pollers', (logic: typeof service) =>
    logic.provide({ guards: { staysHurt: () => true } }),
  );
  expect(await unexpectedOf(suite, 'every-recovery-automatic', noSupervisor, 'clients')).toEqual([
    'all-ok-is-possible-once-repaired: violated 4',
    'all-ok-in-the-end-once-repaired: violated 5',
    'all-ok-in-the-end-once-acted-on: violated 5',
    'all-ok-in-the-end-without-a-repair: violated 5',
  ]);
});

test('a remedy half applied: leases wait for somebody', async () => {
  const noLimit = withLogic('droplet-leases', (logic: typeof service) =>
    logic.provide({ guards: { staysHurt: () => true } }),
  );
  expect(await unexpectedOf(suite, 'every-recovery-automatic', noLimit, 'launches')).toEqual([
    'all-ok-is-possible-once-repaired: violated 6',
    'all-ok-in-the-end-once-repaired: violated 11',
    'all-ok-in-the-end-once-acted-on: violated 11',
    'launches-of-containers-come-back: violated 11',
  ]);
});

test('a guard taken out: the record is repaired without its Enactors', async () => {
  const fromNothing = withLogic('regional-record', (logic: typeof service) =>
    logic.provide({ guards: { whatRepairNeedsIsThere: () => true } }),
  );
  expect(await unexpectedOf(suite, 'lock-in-dynamodb', fromNothing, 'launches')).toEqual([
    'the-root-can-always-be-repaired: holds',
  ]);
});

test('a service that comes back though nobody acts', async () => {
  const byItself = withLogic('droplet-leases', (logic: typeof service) =>
    logic.provide({ guards: { staysHurt: () => false } }),
  );
  expect(await unexpectedOf(suite, 'as-deployed', byItself, 'launches')).toEqual([
    'all-ok-in-the-end-once-repaired: holds',
    'launches-of-containers-come-back: holds',
  ]);
});

test('the circle: the Network Manager recovers by itself after all', async () => {
  const byItself = withLogic('network-manager', (logic: typeof service) =>
    logic.provide({ guards: { staysHurt: () => false } }),
  );
  expect(await unexpectedOf(replacement, 'failover-off', byItself)).toEqual([
    'all-ok-in-the-end-once-repaired: violated 13',
  ]);
});

test('the circle, a remedy half applied: what failover took out waits for somebody', async () => {
  const waits = withLogic('nlb-capacity', (logic: typeof service) =>
    logic.provide({ guards: { staysHurt: () => true } }),
  );
  expect(await unexpectedOf(replacement, 'every-recovery-automatic', waits)).toEqual([
    'all-ok-is-possible-once-repaired: violated 8',
    'all-ok-in-the-end-once-repaired: violated 14',
    'all-ok-in-the-end-once-acted-on: violated 14',
  ]);
});
