import { describeSuite } from 'premortem/vitest';
import { expect, test } from 'vitest';
import { sendTo } from 'xstate';
import type { accountMetadata } from '../models/support-bypass/account-metadata.ts';
import suite from './support-bypass.suite.ts';
import { unexpectedOf, withLogic } from './testing/mutants.ts';
import { expectInReadme } from './testing/readme-table.ts';
import { verdictTable } from './testing/verdict-table.ts';

describeSuite(suite);

test('errors that reach the console as a plain no turn the gate red', async () => {
  const mutation = withLogic('account-metadata', (logic: typeof accountMetadata) =>
    logic.provide({
      actions: {
        answerWithError: sendTo(({ system }) => system.get('support-console'), { type: 'mayNotEnter' }),
      },
    }),
  );
  expect(await unexpectedOf(suite, 'as-deployed', mutation)).toEqual(['allowed-with-errors: violated 4']);
});

test('wrong answers that are noticed and become errors turn the gate red: the verdicts are better', async () => {
  const mutation = withLogic('account-metadata', (logic: typeof accountMetadata) =>
    logic.provide({
      actions: { answerWrongly: sendTo(({ system }) => system.get('support-console'), { type: 'noAnswer' }) },
    }),
  );
  expect(await unexpectedOf(suite, 'as-deployed', mutation)).toEqual([
    'a-request-is-allowed: holds',
    'allowed-with-wrong-answers: holds',
    'refused-with-a-bypass-at-hand: violated',
  ]);
});

const columns = [
  ['a-request-is-allowed', '.1'],
  ['allowed-with-right-answers', '.1-ok'],
  ['allowed-with-errors', '.1-error'],
  ['allowed-with-wrong-answers', '.1-wrong'],
  ['refused-with-a-bypass-at-hand', '.1-headline'],
] as const;

test('the table of the README is what the search finds (UPDATE_TABLES=1 writes it)', async () => {
  const readme = new URL('../models/support-bypass/README.md', import.meta.url);
  expectInReadme(readme, 'verdicts', `\n${await verdictTable(suite, 'default', columns)}\n`);
});
