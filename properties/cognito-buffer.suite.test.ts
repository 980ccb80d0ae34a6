import { describeSuite } from 'premortem/vitest';
import { expect, test } from 'vitest';
import type { bestEffortBuffer } from '../models/cognito-buffer/best-effort-buffer.ts';
import type { webWorker } from '../models/cognito-buffer/web-worker.ts';
import suite from './cognito-buffer.suite.ts';
import { unexpectedOf, withLogic } from './testing/mutants.ts';
import { expectInReadme } from './testing/readme-table.ts';
import { verdictTable } from './testing/verdict-table.ts';

describeSuite(suite, { scopes: ['default', 'never-down'] });

test.each(['default', 'never-down'])(
  'the verdicts in the README are those of scope %s (UPDATE_TABLES=1 writes them)',
  async (scope) => {
    const table = await verdictTable(suite, scope, [
      ['every-request-is-answered', 'R1'],
      ['not-all-workers-are-blocked', 'R2'],
      ['sign-in-does-not-depend-on-kinesis', 'R3'],
      ['a-short-outage-does-no-harm', 'R4'],
      ['a-short-outage-does-no-harm-whatever-is-held', 'R4-backlog'],
      ['all-are-blocked-though-buffer-was-added', 'R2-added'],
      ['no-event-is-lost', 'R1-price'],
    ]);
    const readme = new URL('../models/cognito-buffer/README.md', import.meta.url);
    expectInReadme(readme, `verdicts-${scope}`, `\n${table}\n`);
  },
);

// Two deliberate changes to designs that are safe: the suite must notice each.

test('a buffer that is to drop, and blocks', async () => {
  const blocks = withLogic('buffer', (logic: typeof bestEffortBuffer) =>
    logic.provide({ guards: { dropsWhenFull: () => false } }),
  );
  expect(await unexpectedOf(suite, 'full-buffer-drops', blocks)).toEqual([
    'every-request-is-answered: violated 5',
    'not-all-workers-are-blocked: violated 4',
    'sign-in-does-not-depend-on-kinesis: violated 5',
    'a-short-outage-does-no-harm-whatever-is-held: violated 4',
    'all-are-blocked-though-buffer-was-added: holds 4',
    'no-event-is-lost: holds',
  ]);
});

test('a feed that is cut, and workers that append all the same', async () => {
  const appends = withLogic('worker', (logic: typeof webWorker) =>
    logic.provide({ guards: { feedIsCut: () => false } }),
  );
  expect(await unexpectedOf(suite, 'no-events-appended', appends)).toEqual([
    'every-request-is-answered: violated 4',
    'not-all-workers-are-blocked: violated 4',
    'sign-in-does-not-depend-on-kinesis: violated 5',
    'a-short-outage-does-no-harm-whatever-is-held: violated 4',
    'all-are-blocked-though-buffer-was-added: holds 4',
    'no-event-is-lost: holds',
  ]);
});
