import { checkSuite } from 'premortem';
import { describeSuite } from 'premortem/vitest';
import { expect, test } from 'vitest';
import type { dnsFailover } from '../models/nlb-health/dns-failover.ts';
import suite from './nlb-health-spread.suite.ts';
import { unexpectedOf } from './testing/mutants.ts';
import type { Mutation } from './testing/mutants.ts';
import { expectInReadme } from './testing/readme-table.ts';
import { verdictTable } from './testing/verdict-table.ts';

describeSuite(suite);

/** Puts another statechart in the place of both failovers. */
const everyFailover =
  (change: (logic: ReturnType<typeof dnsFailover>) => unknown): Mutation =>
  (built) => {
    const failover = built.actors['dns-failover']!;
    const changed = { ...failover, logic: change(failover.logic) as never };
    return { ...built, actors: { ...built.actors, 'dns-failover': changed } };
  };

test('a cap that counts the zone it is about to take out turns the gate red', async () => {
  const mutation = everyFailover((logic) =>
    logic.provide({ guards: { enoughRemain: ({ context }) => context.zonesIn >= context.floor } }),
  );
  expect(await unexpectedOf(suite, 'velocity-control', mutation)).toEqual([
    'each-balancer-keeps-its-floor: violated 2',
    'the-application-is-served-somewhere: violated 3',
  ]);
});

test('a cap of no removal at all turns the gate red: it is failover off', async () => {
  const mutation = everyFailover((logic) => logic.provide({ guards: { enoughRemain: () => false } }));
  expect(await unexpectedOf(suite, 'velocity-control', mutation)).toEqual([
    'the-application-keeps-its-floor: holds',
  ]);
});

test('what the caps leave of the application, at other sizes', async () => {
  for (const [balancers, zones, floor] of [
    [1, 2, 1],
    [1, 3, 2],
    [2, 2, 1],
    [2, 2, 2],
    [2, 3, 2],
    [3, 2, 1],
  ] as const) {
    const report = await checkSuite(suite, {
      designs: ['velocity-control'],
      properties: ['the-application-keeps-its-floor', 'the-application-is-served-somewhere'],
      set: { balancers, zones, floor },
    });
    const found = report.designs[0]!.checks.map(({ steps }) => steps);
    const removable = zones - floor;
    expect({ balancers, zones, floor, found }).toEqual({
      balancers,
      zones,
      floor,
      found: [
        balancers * removable > removable ? removable + 1 : null,
        balancers * removable >= zones ? zones : null,
      ],
    });
  }
});

test('the table of the README is what the search finds (UPDATE_TABLES=1 writes it)', async () => {
  const table = await verdictTable(suite, 'default', [
    ['each-balancer-keeps-its-floor', 'X2-each'],
    ['the-application-keeps-its-floor', 'X2-application'],
    ['the-application-is-served-somewhere', 'X1-application'],
  ]);
  const readme = new URL('../models/nlb-health/README.md', import.meta.url);
  expectInReadme(readme, 'spread', `\n${table}\n`);
});
