import suite from '../dynamodb-dns-recovery.suite.ts';
import { expectInReadme } from './readme-table.ts';
import { verdictTable } from './verdict-table.ts';

/** Compares a verdict table of the README with the search; UPDATE_TABLES=1 writes it. */
export async function expectRecoveryTable(scope: string): Promise<void> {
  const table = await verdictTable(suite, scope, [
    ['customers-connect-again', 'M-D3.1'],
    ['customers-connect-again-by-hand', '-operator'],
    ['the-repair-is-not-undone', 'M-D3.2'],
    ['internal-services-connect-again', 'M-D3.3'],
    ['internal-services-do-not-wait-for-the-public-fix', '-operator'],
    ['all-clients-are-fine-within-the-ttl', 'M-D3.4'],
    ['a-right-record-is-enough-to-connect', '-invariant'],
    ['a-live-connection-is-left-alone', 'M-D3.5'],
  ]);
  expectInReadme(
    new URL('../../models/dynamodb-dns-recovery/README.md', import.meta.url),
    scope,
    `\n${table}\n`,
  );
}
