import suite from '../dynamodb-dns-lock.suite.ts';
import { expectInReadme } from './readme-table.ts';
import { verdictTable } from './verdict-table.ts';

/** Compares a verdict table of the README with the search; UPDATE_TABLES=1 writes it. */
export async function expectLockTable(scope: string): Promise<void> {
  const table = await verdictTable(suite, scope, [
    ['the-root-resolves', 'V1'],
    ['never-an-older-plan', 'V2'],
    ['clean-up-spares-the-root', 'V3'],
    ['the-root-goes-dark', 'V6'],
    ['a-dark-root-is-repaired', 'V4'],
    ['the-newest-plan-wins', 'V5'],
    ['the-automation-can-repair', 'V4-possible'],
    ['a-dark-root-has-a-rollback', 'V7'],
  ]);
  expectInReadme(new URL('../../models/dynamodb-dns-lock/README.md', import.meta.url), scope, `\n${table}\n`);
}
