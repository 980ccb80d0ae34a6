import { describeSuite } from 'premortem/vitest';
import { expect, test } from 'vitest';
import { raise, sendTo, setup } from 'xstate';
import type { poller } from '../models/sqs-poller/poller.ts';
import suite from './sqs-poller.suite.ts';
import { unexpectedOf, withLogic } from './testing/mutants.ts';
import { expectInReadme } from './testing/readme-table.ts';
import { verdictTable } from './testing/verdict-table.ts';

describeSuite(suite);

test('a supervisor that tries once and gives up turns the gate red', async () => {
  const tiresAtOnce = setup({
    types: { events: {} as { type: 'restartPoller' } },
    actions: { restart: sendTo(({ system }) => system.get('poller'), { type: 'restart' }) },
  }).createMachine({
    id: 'restarter',
    initial: 'watching',
    states: { watching: { on: { restartPoller: { target: 'gaveUp', actions: 'restart' } } }, gaveUp: {} },
  });
  expect(
    await unexpectedOf(
      suite,
      'supervisor',
      withLogic('supervisor', () => tiresAtOnce),
    ),
  ).toEqual([
    'pollers-come-back-with-dynamodb: violated 3',
    'pollers-come-back-without-people: violated 3',
    'pollers-can-come-back: violated 2',
  ]);
});

test('pollers that wait for something else that is down turn the gate red', async () => {
  const mutation = withLogic('poller', (logic: typeof poller) =>
    logic.provide({ actions: { askDynamodb: raise({ type: 'refused' }) } }),
  );
  expect(await unexpectedOf(suite, 'supervisor', mutation)).toEqual([
    'pollers-come-back-with-dynamodb: violated 2',
    'pollers-come-back-without-people: violated 2',
    'pollers-can-come-back: violated 1',
  ]);
});

const columns = [
  ['pollers-come-back-with-dynamodb', '.1'],
  ['pollers-come-back-without-people', '.1-without'],
  ['pollers-can-come-back', '.1-possible'],
  ['dynamodb-is-back-and-the-pollers-are-not', '.1-headline'],
] as const;

test('the table of the README is what the search finds (UPDATE_TABLES=1 writes it)', async () => {
  const readme = new URL('../models/sqs-poller/README.md', import.meta.url);
  expectInReadme(readme, 'verdicts', `\n${await verdictTable(suite, 'default', columns)}\n`);
});
