import { describeSuite } from 'premortem/vitest';
import { expect, test } from 'vitest';
import suite from './regional-sign-in.suite.ts';
import type { Mutation } from './testing/mutants.ts';
import { unexpectedOf } from './testing/mutants.ts';
import { expectInReadme } from './testing/readme-table.ts';
import { verdictTable } from './testing/verdict-table.ts';

describeSuite(suite);

/** The first user signs in where the second does. */
const likewise =
  (first: string, second: string): Mutation =>
  (built) => ({ ...built, actors: { ...built.actors, [first]: built.actors[second] } });

test('everybody signing in through us-east-1 turns the gate red', async () => {
  expect(await unexpectedOf(suite, 'as-deployed', likewise('local-user', 'remote-user'))).toEqual(
    expect.arrayContaining(['local-sign-in-needs-no-other-region: violated 2']),
  );
});

test('everybody signing in at home turns the gate red: the verdicts are better', async () => {
  expect(await unexpectedOf(suite, 'as-deployed', likewise('remote-user', 'local-user'))).toEqual([
    'sign-in-needs-no-other-region: holds',
    'sign-in-of-the-other-region-needs-no-other-region: holds',
    'one-user-is-in-and-the-next-is-refused: violated',
  ]);
});

const columns = [
  ['sign-in-needs-no-other-region', '.1'],
  ['sign-in-of-us-east-1-needs-no-other-region', '.1-us-east-1'],
  ['sign-in-of-the-other-region-needs-no-other-region', '.1-other-region'],
  ['local-sign-in-needs-no-other-region', '.1-local'],
  ['one-user-is-in-and-the-next-is-refused', '.1-headline'],
] as const;

test('the table of the README is what the search finds (UPDATE_TABLES=1 writes it)', async () => {
  const readme = new URL('../models/regional-sign-in/README.md', import.meta.url);
  expectInReadme(readme, 'verdicts', `\n${await verdictTable(suite, 'default', columns)}\n`);
});
