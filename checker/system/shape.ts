import * as v from 'valibot';
import { BuildError } from './errors.ts';
import { didYouMean } from './names.ts';

/** Any schema that needs no waiting for. */
export type Schema = v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>;

/** The first thing that is wrong with a value: where in it, and what. */
export interface Misfit {
  readonly path: string;
  readonly what: string;
  /** What may have been meant, as further sentences; empty where there is no telling. */
  readonly hint: string;
}

/** @throws BuildError naming the place, what should stand there and what does */
export function checkShape(schema: Schema, value: unknown, where: string): void {
  const misfit = misfitOf(schema, value);
  if (misfit === null) return;
  const { path, what, hint } = misfit;
  throw new BuildError(`${where}: ${path === '' ? '' : `${path}: `}${what}.${hint}`);
}

/** What is wrong with a value, if anything; an unknown key comes first, as it explains a missing one. */
export function misfitOf(schema: Schema, value: unknown): Misfit | null {
  const { issues } = v.safeParse(schema, value);
  if (issues === undefined) return null;
  const issue = issues.find(({ expected }) => expected === 'never') ?? issues[0];
  const keys = (issue.path ?? []).map(({ key }) => key);
  if (issue.expected !== 'never')
    return { path: pathText(keys), what: `expected ${expectation(issue)}`, hint: '' };
  const above = keys.slice(0, -1);
  const missing = issues.filter((other) => isMissing(other) && other.path?.length === keys.length);
  const key = String(keys.at(-1));
  return {
    path: pathText(above),
    what: `unknown key "${key}"`,
    hint: hint(key, keysAt(schema, above), missing),
  };
}

/** The key that is missing, else a near one; then all that there may be. */
function hint(key: string, known: readonly string[], missing: readonly v.BaseIssue<unknown>[]): string {
  const only = missing.length === 1 ? ` Did you mean "${String(missing[0]!.path?.at(-1)?.key)}"?` : '';
  const takes = known.length === 0 ? '' : ` It takes: ${known.join(', ')}.`;
  return `${only || didYouMean(key, known)}${takes}`;
}

function expectation(issue: v.BaseIssue<unknown>): string {
  // A schema's own words come before those for its type.
  const general = issue.message.startsWith('Invalid ') ? EXPECTED[issue.type] : undefined;
  const expected = isMissing(issue) ? 'a value' : (general ?? issue.message);
  return `${expected}, found ${FOUND[issue.received] ?? issue.received}`;
}

/** A missing key is an issue of the object it is missing in, which expects the key by name. */
function isMissing({ expected, received }: v.BaseIssue<unknown>): boolean {
  return received === 'undefined' && expected !== null && expected.startsWith('"');
}

/** The keys that an object at this place of a schema may have; none where the schema offers several shapes. */
function keysAt(schema: unknown, path: readonly unknown[]): string[] {
  type Part = { entries?: Record<string, unknown>; item?: unknown; wrapped?: unknown; value?: unknown };
  const { entries, item, wrapped, value } = (schema ?? {}) as Part;
  if (wrapped !== undefined) return keysAt(wrapped, path);
  const [key, ...rest] = path;
  if (key === undefined) return Object.keys(entries ?? {});
  return keysAt(entries === undefined ? (item ?? value) : entries[key as string], rest);
}

/** What the schema calls its types. */
const EXPECTED: Readonly<Record<string, string>> = {
  strict_object: 'an object',
  record: 'an object',
  array: 'a list',
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  function: 'a function',
  null: 'null',
};

const FOUND: Readonly<Record<string, string>> = {
  undefined: 'nothing',
  Object: 'an object',
  Array: 'a list',
  Function: 'a function',
};

function pathText(keys: readonly unknown[]): string {
  return keys
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
}
