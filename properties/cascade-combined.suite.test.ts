import { describeSuite } from 'premortem/vitest';
import { expect, test } from 'vitest';
import type { service } from '../models/cascade-2020/service.ts';
import type { Edge } from '../models/cascade-2020/edges.ts';
import { cutSets, cycles } from '../models/cascade-2020/edges.ts';
import { servicesCombined } from '../models/cascade-combined/edges-combined.ts';
import type { DesignCombined } from '../models/cascade-combined/system.ts';
import { edgesOfDesign, inPlace } from '../models/cascade-combined/system.ts';
import suite from './cascade-combined.suite.ts';
import { readme } from './testing/cascade-combined-table.ts';
import { byCutSets, diagram, table, worstCase } from './testing/cascade-sweep.ts';
import { unexpectedOf, withLogic } from './testing/mutants.ts';
import { expectInReadme } from './testing/readme-table.ts';

const designs = Object.keys(inPlace) as DesignCombined[];

// DynamoDB alone, with all services, is left to `npm run test:deep`.
describeSuite(suite, { scopes: ['default'] });

const setsOf = (design: DesignCombined) => (service: string, how: 'hurt' | 'down') =>
  cutSets<string>(edgesOfDesign(design), service, how);

test('whom the record hurts is whom the table says, in the README (UPDATE_TABLES=1 writes it)', async () => {
  const rows: string[][] = [];
  for (const design of designs) {
    const there = servicesCombined.filter((name) => {
      const named = edgesOfDesign(design).some(({ supplier }) => supplier === name);
      return name !== 'local-store' || named;
    });
    const set = { part: 'everything', second: 'none' };
    const { hurt } = await worstCase(suite, there, design, set, []);
    expect([...hurt]).toEqual([...byCutSets(there, ['regional-record'], setsOf(design))]);
    const of = (status: string) =>
      [...hurt].filter(([name, is]) => is === status && name !== 'regional-record').map(([name]) => name);
    rows.push([`\`${design}\``, of('down').join(', ') || 'nobody', of('degraded').join(', ') || 'nobody']);
  }
  expectInReadme(readme, 'hurt', `\n${table(['design', 'down', 'degraded'], rows)}\n`);
});

test('what the front end needs to start, in the README (UPDATE_TABLES=1 writes it)', () => {
  const below = (edges: readonly Edge[], name: string, seen: readonly string[]): boolean =>
    name === 'dynamodb-new-connections' ||
    edges.some(
      ({ consumer, supplier, kinds }) =>
        consumer === name &&
        kinds.includes('H') &&
        !seen.includes(supplier) &&
        below(edges, supplier, [...seen, name]),
    );
  const rows = designs.map((design) => {
    const edges = edgesOfDesign(design);
    const needs = edges.filter(
      ({ consumer, kinds }) => consumer === 'kinesis-front-end' && kinds.includes('R'),
    );
    return [
      `\`${design}\``,
      needs.map(({ supplier }) => supplier).join(', '),
      needs
        .filter(({ supplier }) => below(edges, supplier, []))
        .map(({ supplier }) => supplier)
        .join(', ') || 'none',
      cycles(edges)
        .map((way) => way.join(' → '))
        .join('<br>') || 'none',
    ];
  });
  expectInReadme(
    readme,
    'needs',
    `\n${table(['design', 'the front end starts with', 'of these down with DynamoDB', 'ways round'], rows)}\n`,
  );
});

test('the graph, in the README (UPDATE_TABLES=1 writes it)', () => {
  expectInReadme(readme, 'graph', `\n${diagram(edgesOfDesign('maps-from-a-store-in-dynamodb'))}\n`);
});

// Deliberate changes to designs: the suite must notice each.

test('a guard taken out: the front end starts without what that needs', async () => {
  const fromNothing = withLogic('kinesis-front-end', (logic: typeof service) =>
    logic.provide({ guards: { whatRepairNeedsIsThere: () => true } }),
  );
  expect(await unexpectedOf(suite, 'all-remedies', fromNothing)).toEqual([
    'kinesis-is-repaired-while-dynamodb-is-dark: holds',
  ]);
});

test('a remedy half applied: errors still come through to Cognito', async () => {
  const notTolerated = withLogic('cognito', (logic: typeof service) =>
    logic.provide({
      guards: { aSupplierDegradesIt: ({ context }) => context.seen['kinesis-api'] === 'degraded' },
    }),
  );
  expect(await unexpectedOf(suite, 'all-remedies', notTolerated)).toEqual([
    'best-effort-stays-ok: violated 6',
    'sign-in-is-spared: violated 6',
  ]);
});

test('a remedy half applied: the configuration is kept, and still asked for', async () => {
  const asked = withLogic('kinesis-front-end', (logic: typeof service) =>
    logic.provide({
      guards: { whatRepairNeedsIsThere: ({ context }) => context.seen['dynamodb-config'] !== 'down' },
    }),
  );
  expect(await unexpectedOf(suite, 'configuration-kept', asked)).toEqual([
    'kinesis-is-repaired-while-dynamodb-is-dark: violated 6',
  ]);
});
