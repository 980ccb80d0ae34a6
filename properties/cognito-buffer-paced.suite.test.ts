import { checkSuite } from 'premortem';
import { describeSuite } from 'premortem/vitest';
import { expect, test } from 'vitest';
import type { bestEffortBuffer } from '../models/cognito-buffer/best-effort-buffer.ts';
import suite from './cognito-buffer-paced.suite.ts';
import { unexpectedOf, withLogic } from './testing/mutants.ts';
import { expectInReadme } from './testing/readme-table.ts';
import { verdictTable } from './testing/verdict-table.ts';

const scopes = ['default', 'longer-outage', 'slow-drain'] as const;

describeSuite(suite, { scopes: [...scopes] });

test.each(scopes)(
  'the verdicts in the README are those of scope %s (UPDATE_TABLES=1 writes them)',
  async (scope) => {
    const table = await verdictTable(suite, scope, [
      ['not-all-workers-are-blocked', 'R2'],
      ['no-request-waits-for-a-tick', 'R4'],
      ['no-request-waits-for-long', 'R4-late'],
      ['no-event-is-lost', 'R1-price'],
    ]);
    const readme = new URL('../models/cognito-buffer/README.md', import.meta.url);
    expectInReadme(readme, `paced-${scope}`, `\n${table}\n`);
  },
);

// An outage of d ticks can touch d + 1 rounds of W requests each; K places hold so many rounds of them.
test.each([
  { W: 1, K: 1, d: 1 },
  { W: 1, K: 3, d: 2 },
  { W: 2, K: 3, d: 1 },
  { W: 3, K: 6, d: 3 },
])('nobody waits longer than the formula says: W=$W K=$K d=$d', async ({ W, K, d }) => {
  const longest = Math.max(0, d + 1 - Math.floor(K / W));
  for (const patience of [longest - 1, longest].filter((ticks) => ticks >= 0)) {
    const { designs } = await checkSuite(suite, {
      designs: ['as-deployed'],
      properties: ['no-request-waits-for-long'],
      set: { workers: W, slots: K, drains: W, outageTicks: d, patience },
    });
    const verdict = patience < longest ? 'violated' : 'holds';
    expect({ patience, verdict: designs[0]!.checks[0]!.verdict }).toEqual({ patience, verdict });
  }
});

test('a buffer with one place less than it says', async () => {
  const smaller = withLogic('buffer', (logic: typeof bestEffortBuffer) =>
    logic.provide({ guards: { isFull: ({ context }) => context.held + 1 >= context.capacity! } }),
  );
  expect(await unexpectedOf(suite, 'as-deployed', smaller)).toEqual([
    'no-request-waits-for-a-tick: violated 7',
  ]);
});

test('a full buffer that drops one event and then blocks', async () => {
  const half = withLogic('buffer', (logic: typeof bestEffortBuffer) =>
    logic.provide({ guards: { dropsWhenFull: ({ context }) => context.lost === 0 } }),
  );
  expect(await unexpectedOf(suite, 'full-buffer-drops', half, 'longer-outage')).toEqual([
    'no-request-waits-for-a-tick: violated 9',
  ]);
});
