import { describeSuite } from 'premortem/vitest';
import { expect, test } from 'vitest';
import { assign } from 'xstate';
import type { bestEffortBuffer } from '../models/cognito-buffer/best-effort-buffer.ts';
import suite from './lambda-metric-buffer.suite.ts';
import { expectFormulas } from './testing/memory-sweep.ts';
import { unexpectedOf, withLogic } from './testing/mutants.ts';
import { expectInReadme } from './testing/readme-table.ts';
import { verdictTable } from './testing/verdict-table.ts';

describeSuite(suite, { scopes: ['default'] });

test('the verdicts in the README are those found (UPDATE_TABLES=1 writes them)', async () => {
  const table = await verdictTable(suite, 'default', [
    ['no-invocation-is-refused-for-memory', 'refused'],
    ['refused-then-accepted-though-cloudwatch-stays-down', 'down for ever'],
    ['refused-then-accepted-once-cloudwatch-is-back', 'back'],
    ['refused-then-accepted-while-cloudwatch-comes-and-goes', 'flapping'],
    ['no-metric-is-lost', 'price'],
  ]);
  const readme = new URL('../models/lambda-metric-buffer/README.md', import.meta.url);
  expectInReadme(readme, 'verdicts', `\n${table}\n`);
});

// More sizes are in lambda-metric-buffer.sweep.deep.test.ts.
test.each([
  { T: 2, m: 3, above: 0 },
  { T: 2, m: 2, above: 1 },
  { T: 5, m: 2, above: 0 },
  { T: 6, m: 1, above: 2 },
])('the first refusal comes as the formula says: T=$T m=$m, cap T-m and $above more', (size) =>
  expectFormulas([size]),
);

// Two deliberate changes to designs: the suite must notice each.

test('a cap that nobody looks at', async () => {
  const uncapped = withLogic('buffer', (logic: typeof bestEffortBuffer) =>
    logic.provide({ guards: { isFull: () => false } }),
  );
  expect(await unexpectedOf(suite, 'bounded-buffer', uncapped)).toEqual([
    'no-invocation-is-refused-for-memory: violated 4',
    'refused-then-accepted-though-cloudwatch-stays-down: violated 4',
    'refused-then-accepted-while-cloudwatch-comes-and-goes: violated 6',
    'no-metric-is-lost: holds',
  ]);
});

test('a purge that throws metrics away and frees no memory', async () => {
  const notPurged = withLogic('buffer', (logic: typeof bestEffortBuffer) =>
    logic.provide({ actions: { loseAllHeld: assign({ lost: 1 }) } }),
  );
  expect(await unexpectedOf(suite, 'operator-purges', notPurged)).toEqual([
    'refused-then-accepted-though-cloudwatch-stays-down: violated 5',
    'refused-then-accepted-while-cloudwatch-comes-and-goes: violated 7',
    'no-metric-is-lost: violated 1',
  ]);
});
