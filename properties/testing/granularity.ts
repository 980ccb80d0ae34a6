// Granularity is the bug: which remedy keeps every endpoint resolving, by what a record holds and by what one step
// contains.
import { checkSuite } from 'premortem';
import type { Suite } from 'premortem';
import { expect } from 'vitest';
import copies from '../dynamodb-dns-copies.suite.ts';
import trees from '../dynamodb-dns-trees.suite.ts';
import store from '../dynamodb-dns.suite.ts';

/** What the steps of a round are; a deletion stands for all of them where `cleanup` is `batch`. */
const rounds: Record<string, string> = {
  'as-deployed': 'check · apply · delete',
  'recheck-on-apply': 'check · **check+apply** · delete',
  'spare-active-plans': 'check · apply · **look+delete**',
  'spare-active-in-two-steps': 'check · apply · look · delete',
  'refuse-deleted-plans': 'check · **look+apply** · delete',
  'spare-active-refuse-deleted': 'check · **look+apply** · **look+delete**',
  'lock-around-apply': 'check · (apply) · delete',
  'lock-around-everything': '(check · apply · delete)',
  'single-enactor': 'check · apply · delete, by one Enactor',
  'no-clean-up': 'check · apply',
  'repair-when-empty': 'check · apply · delete',
  'clean-up-within-apply': 'check · **apply+delete**',
  'first-deletion-within-apply': 'check · **apply+delete** · delete',
  'clean-up-within-apply-refuse-deleted': 'check · **look+apply+delete**',
  'first-deletion-within-apply-refuse-deleted': 'check · **look+apply+delete** · delete',
  'whole-round-in-one-step': '**check+apply+delete**',
};

export const abstractions: readonly (readonly [name: string, suite: Suite, property: string])[] = [
  ['store', store, 'every-endpoint-resolves'],
  ['trees', trees, 'every-endpoint-resolves'],
  ['copy', copies, 'no-record-is-empty'],
];

/** The steps to an empty record of each design, null where there is none, at this size. */
async function emptyIn(suite: Suite, property: string, set: Record<string, number | string>) {
  const { designs } = await checkSuite(suite, { properties: [property], set });
  return new Map(
    designs.map(({ design, checks }) => {
      const { verdict, steps } = checks[0]!;
      expect([design, verdict]).toEqual([design, steps === null ? 'holds' : 'violated']);
      return [design, steps];
    }),
  );
}

/** A column of the table: what is found for each remedy with so many endpoints, each in turn. */
export async function columnOf(
  abstraction: (typeof abstractions)[number],
  cleanup: 'batch' | 'single',
  endpoints: readonly number[],
) {
  const [name, suite, property] = abstraction;
  const found: Map<string, number | null>[] = [];
  for (const count of endpoints) {
    const set = { enactors: 2, generations: 4, age: 2, endpoints: count, cleanup };
    found.push(await emptyIn(suite, property, set));
  }
  return { heading: `${name}, ${cleanup}`, found };
}

const cellOf = (steps: number | null | undefined): string =>
  steps === undefined ? '–' : `${steps ?? 'holds'}`;

/** The rows of the table: each remedy, what its steps are, and a cell a column. */
export function rowsOf(columns: readonly Awaited<ReturnType<typeof columnOf>>[]): string[][] {
  return Object.entries(rounds).map(([design, round]) => [
    `\`${design}\``,
    round,
    ...columns.map(({ found }) => [...new Set(found.map((each) => cellOf(each.get(design))))].join(' / ')),
  ]);
}

export const readme = new URL('../../models/dynamodb-dns/README.md', import.meta.url);
