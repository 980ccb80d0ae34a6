import { isActorReference } from '../system/actor-reference.ts';
import { encode, isPlain } from './canonical.ts';

const frozen = new WeakSet<object>();

/** Freezes plain data all the way down, so that an assign that changes it in place throws. */
export function freezeDeep(value: unknown): void {
  if (typeof value !== 'object' || value === null || isActorReference(value) || frozen.has(value)) return;
  if (ArrayBuffer.isView(value)) return;
  frozen.add(value);
  Object.freeze(value);
  if (value instanceof Map) {
    for (const [key, item] of value) {
      freezeDeep(key);
      freezeDeep(item);
    }
  } else if (value instanceof Set) {
    for (const item of value) freezeDeep(item);
  } else {
    for (const item of Object.values(value)) freezeDeep(item);
  }
}

/**
 * Copies plain data with the insertion order of object keys, Map entries and Set elements reversed. That
 * order is not part of the state key, so a statechart must do the same with either copy.
 */
export function reorder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || isActorReference(value)) return value;
  if (Array.isArray(value)) return value.map(reorder);
  if (value instanceof Map)
    return new Map(Array.from(value, ([k, v]) => [reorder(k), reorder(v)] as const).reverse());
  if (value instanceof Set) return new Set(Array.from(value, reorder).reverse());
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return value;
  const entries = Object.entries(value).reverse();
  return Object.setPrototypeOf(
    Object.fromEntries(entries.map(([k, v]) => [k, reorder(v)])),
    prototype,
  ) as object;
}

const twins = new WeakMap<object, object>();

/** A snapshot with the insertion orders in its context reversed; user code must not tell the two apart. */
export function twinOf<S extends { readonly context?: unknown }>(snapshot: S): S {
  const known = twins.get(snapshot);
  if (known !== undefined) return known as S;
  const twin = { ...snapshot, context: reorder(snapshot.context) };
  twins.set(snapshot, twin);
  return twin;
}

const fragileTexts = new WeakMap<object, string | null>();

/**
 * The encoding of a snapshot's context as it was first seen, where it holds what cannot be frozen (a Map,
 * Set, Date or typed array); null where freezing is enough.
 */
export function fragileText(snapshot: { readonly context?: unknown }): string | null {
  const known = fragileTexts.get(snapshot);
  if (known !== undefined) return known;
  const text = isFragile(snapshot.context) ? encode(snapshot.context, 'context') : null;
  fragileTexts.set(snapshot, text);
  return text;
}

function isFragile(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || isActorReference(value)) return false;
  return !isTree(value) || Object.values(value).some(isFragile);
}

/**
 * The first path at which two values differ, with both ends encoded; null when they are equal.
 * Descends through arrays and plain objects.
 */
export function firstDifference(
  a: unknown,
  b: unknown,
  path: string,
): { path: string; a: string; b: string } | null {
  const encodedA = encode(a, path);
  const encodedB = encode(b, path);
  if (encodedA === encodedB) return null;
  if (isTree(a) && isTree(b) && Array.isArray(a) === Array.isArray(b)) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const inner = firstDifference(a[key], b[key], Array.isArray(a) ? `${path}[${key}]` : `${path}.${key}`);
      if (inner !== null) return inner;
    }
  }
  return { path, a: encodedA, b: encodedB };
}

/** Reads the error that changing frozen data throws; null for any other error. */
export function inPlaceChange(
  thrown: unknown,
  context: unknown,
  event: unknown,
): { what: string; path: string } | null {
  if (!(thrown instanceof TypeError)) return null;
  const match =
    /(?:read only property|Cannot (?:delete|add) property) '([^']+)'|object is not extensible/.exec(
      thrown.message,
    );
  if (match === null) return null;
  const property = match[1];
  const path =
    property === undefined
      ? 'context'
      : (findProperty(context, property, 'context') ??
        findProperty(event, property, 'event') ??
        `context (${property})`);
  return {
    what: 'user code changed it in place, which would leak into every other run. Return a new value from assign instead.',
    path,
  };
}

function findProperty(value: unknown, property: string, path: string): string | null {
  if (!isTree(value)) return null;
  if (Object.hasOwn(value, property))
    return Array.isArray(value) ? `${path}[${property}]` : `${path}.${property}`;
  for (const [key, item] of Object.entries(value)) {
    const found = findProperty(item, property, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`);
    if (found !== null) return found;
  }
  return Array.isArray(value) && /^\d+$/.test(property) ? `${path}[${property}]` : null;
}

function isTree(value: unknown): value is Record<string, unknown> {
  return Array.isArray(value) || isPlain(value);
}
