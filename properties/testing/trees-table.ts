import suite from '../dynamodb-dns-trees.suite.ts';
import { expectInReadme } from './readme-table.ts';
import { verdictTable } from './verdict-table.ts';

/** What the verdict tables of the README show. */
const columns = [
  ['every-endpoint-resolves', 'V1'],
  ['never-an-older-plan', 'V2'],
  ['clean-up-spares-active-trees', 'V3'],
  ['an-alias-goes-dark', 'V6'],
  ['a-dark-alias-is-repaired', 'V4'],
  ['the-newest-plan-wins', 'V5'],
  ['the-automation-can-repair', 'V4-possible'],
  ['a-dark-alias-is-repaired-by-hand', 'V4-operator'],
  ['the-newest-plan-wins-by-hand', 'V5-operator'],
] as const;

/** Compares the table of a scope with the search; UPDATE_TABLES=1 writes it. */
export async function expectTreesTable(scope: string): Promise<void> {
  const table = await verdictTable(suite, scope, columns);
  expectInReadme(
    new URL('../../models/dynamodb-dns-trees/README.md', import.meta.url),
    scope,
    `\n${table}\n`,
  );
}
