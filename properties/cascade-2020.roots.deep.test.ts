// Every service as the root, before and after the remedies; in the quick tier only the front end is.
import { describeSuite } from 'premortem/vitest';
import { describe, expect, test } from 'vitest';
import { reported2020, services2020 } from '../models/cascade-2020/edges-2020.ts';
import suite from './cascade-2020.suite.ts';
import {
  columns,
  compared,
  designs,
  readme,
  setsOf,
  testWhoIsNeeded,
  thereIn,
} from './testing/cascade-2020-graph.ts';
import type { WorstCase } from './testing/cascade-sweep.ts';
import { verdictTable } from './testing/verdict-table.ts';
import { byCutSets, table, worstCase } from './testing/cascade-sweep.ts';
import { expectInReadme } from './testing/readme-table.ts';

/** What must hold whatever breaks, as long as it is repaired in the end. */
const asked = [
  'all-ok-is-possible-once-repaired',
  'all-ok-in-the-end-once-repaired',
  'all-ok-in-the-end-without-a-repair',
  'the-root-can-always-be-repaired',
];
const found = new Map<string, WorstCase>();

describe.each(compared)('%s', (design) => {
  test.each(thereIn(design))('%s breaks: the search hurts whom the table says', async (root) => {
    const worst = await worstCase(suite, thereIn(design), design, { root }, asked);
    found.set(`${design} ${root}`, worst);
    expect([...worst.hurt]).toEqual([...byCutSets(thereIn(design), [root], setsOf(design))]);
    // Whoever is hurt through others comes back by itself; what broke does not, and can always be repaired.
    const alone = worst.hurt.size === 1;
    expect(worst.verdicts).toEqual({
      'all-ok-is-possible-once-repaired': 'holds',
      // Where nobody else is hurt, nobody has anything to do.
      'all-ok-in-the-end-once-repaired': alone ? 'vacuous' : 'holds',
      'all-ok-in-the-end-without-a-repair': 'violated',
      'the-root-can-always-be-repaired': 'holds',
    });
  });
});

test('whom each root hurts, in the README (UPDATE_TABLES=1 writes it)', () => {
  const listed = (worst: WorstCase | undefined, root: string) => {
    if (worst === undefined) return 'is not there';
    const of = (status: string) =>
      [...worst.hurt].filter(([name, is]) => is === status && name !== root).map(([name]) => name);
    const words = [
      ...(of('down').length > 0 ? [`down: ${of('down').join(', ')}`] : []),
      ...(of('degraded').length > 0 ? [`degraded: ${of('degraded').join(', ')}`] : []),
    ];
    return words.length > 0 ? words.join('; ') : 'nobody';
  };
  const rows = services2020.map((root) => [
    root,
    ...compared.map((design) => listed(found.get(`${design} ${root}`), root)),
  ]);
  expectInReadme(readme, 'roots', `\n${table(['breaks', ...compared], rows)}\n`);
  // The headline: neither more nor less than was reported.
  expect(Object.fromEntries(found.get('as-deployed kinesis-front-end')!.hurt)).toEqual(reported2020);
});

for (const design of designs) testWhoIsNeeded(design);

describeSuite(suite, { scopes: ['cold-start'] });

test('the verdicts in the README at cold-start (UPDATE_TABLES=1 writes them)', async () => {
  expectInReadme(readme, 'verdicts-cold-start', `\n${await verdictTable(suite, 'cold-start', columns)}\n`);
});
