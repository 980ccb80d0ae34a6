// How long an outage leases ride out, with and without grace. `UPDATE_TABLES=1` writes the tables of the model's README;
// more sizes are in ec2-leases.sweep.deep.test.ts.
import { expect, test } from 'vitest';
import suite from './ec2-leases.suite.ts';
import { shortestForTwo, shortestFound, shortestOutage } from './testing/lease-sweep.ts';
import { expectInReadme } from './testing/readme-table.ts';
import { verdictTable } from './testing/verdict-table.ts';

const readme = new URL('../models/ec2-leases/README.md', import.meta.url);

test('how long an outage leases ride out (UPDATE_TABLES=1 writes the table)', async () => {
  const rows = [
    '| T | p | G | shortest outage with a false refusal | with a droplet given out twice, where leases keep others out |',
    '|---|---|---|---|---|',
  ];
  for (const [T, p, G] of [
    [3, 1, 0],
    [3, 3, 0],
    [3, 1, 2],
    [3, 3, 2],
  ] as const) {
    const sizes = { D: 1, T, p, G };
    const found = await shortestFound(sizes, 4);
    expect({ ...sizes, found }).toEqual({
      ...sizes,
      found: { refused: shortestOutage(sizes), twice: shortestForTwo(sizes) },
    });
    rows.push(
      `| ${T} | ${p} | ${G} | ${found.refused} | ${found.twice === Infinity ? 'never' : found.twice} |`,
    );
  }
  expectInReadme(readme, 'outages', `\n${rows.join('\n')}\n\n`);
});

test.each(['default', 'short-outage'])('the verdicts of %s in the README', async (scope) => {
  const verdicts = await verdictTable(
    suite,
    scope,
    Object.entries(suite.properties).map(([name, { ref }]) => [name, ref!]),
  );
  expectInReadme(readme, `verdicts ${scope}`, `\n${verdicts}\n`);
});
