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
  // Such an issue says itself what is wrong.
  if (issue.expected === SAID) return { path: pathText(keys), what: issue.message, hint: '' };
  if (issue.expected !== 'never')
    return { path: pathText(keys), what: `expected ${expectation(issue, schema)}`, hint: '' };
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

function expectation(issue: v.BaseIssue<unknown>, schema: Schema): string {
  // A schema's own words come before those for its type.
  const general = issue.message.startsWith('Invalid ') ? EXPECTED[issue.type] : undefined;
  const path = (issue.path ?? []).map(({ key }) => key);
  const expected = isMissing(issue)
    ? (wordsOf(partAt(schema, path)) ?? 'a value')
    : (general ?? issue.message);
  return `${expected}, found ${FOUND[issue.received] ?? issue.received}`;
}

/** A missing key is an issue of the object it is missing in, which expects the key by name. */
function isMissing({ expected, received }: v.BaseIssue<unknown>): boolean {
  return received === 'undefined' && expected !== null && expected.startsWith('"');
}

const SAID = 'what the message says';

/** An action of a schema that says itself what is wrong with a value, without the full stop; null where nothing is. */
export function complains<T>(complaint: (value: T) => string | null): v.RawCheckAction<T> {
  return v.rawCheck(({ dataset, addIssue }) => {
    const message = dataset.typed ? complaint(dataset.value) : null;
    if (message !== null) addIssue({ message, expected: SAID });
  });
}

interface Part {
  readonly pipe?: readonly { readonly kind: string }[];
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly item?: unknown;
  readonly wrapped?: unknown;
  readonly value?: unknown;
  readonly getter?: (input: unknown) => unknown;
  readonly message?: unknown;
}

/** The keys that an object at this place of a schema may have; none where the schema offers several shapes. */
function keysAt(schema: unknown, path: readonly unknown[]): string[] {
  return Object.keys(partAt(schema, path).entries ?? {});
}

function partAt(schema: unknown, path: readonly unknown[]): Part {
  const part = (schema ?? {}) as Part;
  const { entries, item, wrapped, value, getter, pipe = [] } = part;
  const inner = pipe.filter(({ kind }) => kind === 'schema').at(-1);
  if (inner !== undefined && pipe[0] !== inner) return partAt(inner, path);
  if (wrapped !== undefined) return partAt(wrapped, path);
  // What a schema is for an object, as only that has keys.
  if (getter !== undefined) return partAt(getter({}), path);
  const [key, ...rest] = path;
  if (key === undefined) return part;
  return partAt(entries === undefined ? (item ?? value) : entries[key as string], rest);
}

/** The words a schema has of its own for what it expects. */
function wordsOf({ message }: Part): string | null {
  return typeof message === 'string' ? message : null;
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
