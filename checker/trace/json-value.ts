import { addressOf, isActorReference } from '../system/actor-reference.ts';

/** What a counterexample file holds of a value: JSON, with a tagged object for what JSON cannot say. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/**
 * A value as JSON. What JSON has no form for becomes an object with one key that starts with `$`:
 * `{"$set": […]}`, `{"$map": [[key, value], …]}`, `{"$actor": "enactor-1"}`, `{"$undefined": true}`,
 * `{"$number": "NaN"}`, `{"$bigint": "…"}`, `{"$date": ms}`, `{"$error": {…}}`, `{"$other": "…"}`. Sets
 * and maps are written in the order of their JSON, object keys sorted, so equal values give equal JSON. A key
 * of the value's own that starts with `$` gets another one, so that no object reads as what it is not.
 */
export function toJson(value: unknown): JsonValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0)
        ? value
        : { $number: Object.is(value, -0) ? '-0' : String(value) };
    case 'undefined':
      return { $undefined: true };
    case 'bigint':
      return { $bigint: String(value) };
    case 'object':
      return value === null ? null : objectToJson(value);
    case 'function':
    case 'symbol':
      return { $other: String(value) };
  }
}

function objectToJson(value: object): JsonValue {
  if (isActorReference(value)) return { $actor: addressOf(value) };
  if (Array.isArray(value)) return value.map(toJson);
  if (value instanceof Set) return { $set: sorted(Array.from(value, toJson)) };
  if (value instanceof Map) return { $map: sorted(Array.from(value, ([k, v]) => [toJson(k), toJson(v)])) };
  if (value instanceof Date) return { $date: toJson(value.getTime()) };
  if (value instanceof Error) return { $error: { message: value.message, name: value.name } };
  if (value instanceof RegExp) return { $other: String(value) };
  if (ArrayBuffer.isView(value)) {
    return {
      $other: `${Object.prototype.toString.call(value).slice(8, -1)} [${Array.from(value as unknown as Iterable<number>).join(', ')}]`,
    };
  }
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [escapeKey(key), toJson(item)]));
}

function sorted<T extends JsonValue>(items: T[]): T[] {
  return items
    .map((item) => [JSON.stringify(item), item] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([, item]) => item)
    .sort((a, b) => (typeof a === 'number' && typeof b === 'number' ? a - b : 0));
}

/** A key as it stands in the JSON of a value; see {@link toJson}. */
export function escapeKey(key: string): string {
  return key.startsWith('$') ? `$${key}` : key;
}

/** The key that {@link escapeKey} was given. */
export function unescapeKey(key: string): string {
  return key.startsWith('$$') ? key.slice(1) : key;
}

/** A JSON value with the keys of its objects in order. */
export function sortKeys(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sortKeys);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sortKeys(item)]));
}

/** The text of a JSON value on one line, the same whatever the order of keys. */
export function jsonText(value: JsonValue): string {
  return JSON.stringify(sortKeys(value));
}

/** True when two JSON values are the same, whatever the order of keys. */
export function sameJson(a: JsonValue, b: JsonValue): boolean {
  return jsonText(a) === jsonText(b);
}
