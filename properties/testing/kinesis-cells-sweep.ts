// How far do cells protect, and how long must a roll-out wait? The answers as formulas, and what the search finds.
import { checkSuite } from 'premortem';
import type { DesignName } from 'premortem';
import { expect } from 'vitest';
import type { kinesisCells } from '../../models/kinesis-cells/system.ts';
import suite from '../kinesis-cells.suite.ts';
import { expectInReadme } from './readme-table.ts';
import { verdictTable } from './verdict-table.ts';

export const readme = new URL('../../models/kinesis-cells/README.md', import.meta.url);

export interface Sizes {
  existing: number;
  newcomers: number;
  threadLimit: number;
  delay: number;
  quiet: number;
}

/** The steps to the first run in which two cells have useless maps, null where there is none. */
export async function twoCellsHurt(
  design: DesignName<typeof kinesisCells>,
  sizes: Partial<Sizes>,
): Promise<number | null> {
  const report = await checkSuite(suite, {
    designs: [design],
    properties: ['at-most-one-cell-has-useless-maps'],
    set: { existing: 4, newcomers: 2, threadLimit: 1, cells: 2, ...sizes },
  });
  const { verdict, reason, steps } = report.designs[0]!.checks[0]!;
  expect(verdict, reason ?? '').toBe(steps === null ? 'holds' : 'violated');
  return steps;
}

/** Compares the verdict table of a scope in the README with the search. */
export async function expectVerdicts(scope: 'default' | 'cells-at-the-limit'): Promise<void> {
  const table = await verdictTable(suite, scope, [
    ['only-touched-cells-have-useless-maps', '.1'],
    ['at-most-one-cell-has-useless-maps', '.1-one'],
    ['tenants-outside-the-change-are-served', '.2'],
    ['tenants-outside-each-touched-cell-are-served', '.2-each'],
    ['monitoring-is-down-in-an-untouched-cell', '.3'],
    ['every-tenant-is-down', 'headline'],
    ['one-cell-takes-the-AWS-services-down', '2024'],
  ]);
  expectInReadme(readme, scope, `\n${table}\n`);
}
