import { checkSuite } from 'premortem';
import { describeSuite } from 'premortem/vitest';
import { expect, test } from 'vitest';
import suite from './nlb-health.suite.ts';
import { expectInReadme } from './testing/readme-table.ts';
import { verdictTable } from './testing/verdict-table.ts';

describeSuite(suite);

test('which floors help: X1, X2 and the price at other sizes', async () => {
  for (const zones of [1, 2, 3]) {
    for (const floor of [0, 1, 2, 3]) {
      const report = await checkSuite(suite, {
        designs: ['as-deployed', 'velocity-control'],
        properties: ['not-all-zones-are-out', 'no-fewer-than-the-floor', 'the-only-dead-node-is-removed'],
        set: { zones, floor },
      });
      const found = report.designs.map(({ checks }) => checks.map(({ steps }) => steps));
      const tooFew = floor === 0 ? null : Math.max(0, zones - floor + 1);
      // A floor above what there is at the start is broken before anything happens.
      const [uncapped, capped] = found as [(number | null)[], (number | null)[]];
      expect({ zones, floor, uncapped }).toEqual({ zones, floor, uncapped: [zones, tooFew, null] });
      expect({ zones, floor, capped: capped.slice(0, 2) }).toEqual({
        zones,
        floor,
        capped: [floor === 0 ? zones : null, floor > zones ? 0 : null],
      });
      expect({ zones, floor, deadStays: capped[2] !== null }).toEqual({
        zones,
        floor,
        deadStays: floor >= zones,
      });
    }
  }
});

test('the table of the README is what the search finds (UPDATE_TABLES=1 writes it)', async () => {
  const table = await verdictTable(suite, 'default', [
    ['not-all-zones-are-out', 'X1'],
    ['every-zone-is-out-and-none-has-failed', 'X1-headline'],
    ['no-fewer-than-the-floor', 'X2'],
    ['all-zones-are-in-for-good', 'X3'],
    ['all-zones-are-in-without-the-network', 'X3-without'],
    ['no-healthy-node-is-removed', 'X4'],
    ['no-node-with-network-is-removed', 'X4-networked'],
    ['a-dead-node-is-removed', '.5'],
    ['the-only-dead-node-is-removed', '.5-one'],
  ]);
  const readme = new URL('../models/nlb-health/README.md', import.meta.url);
  expectInReadme(readme, 'verdicts', `\n${table}\n`);
});
