import { isActorReference } from '../system/actor-reference.ts';
import { encode, isPlain } from './canonical.ts';
import type { AnySnapshot } from './snapshot-key.ts';
import { ABSENT, dataOf } from './snapshot-key.ts';

const frozen = new WeakSet<object>();

/** Freezes plain data all the way down, so that an assign that changes it in place throws. */
export function freezeDeep(value: unknown): void {
  if (typeof value !== 'object' || value === null || isActorReference(value)) return;
  if (ArrayBuffer.isView(value)) return;
  // What is put into a Map or Set later is to be frozen too.
  if (frozen.has(value) && !(value instanceof Map || value instanceof Set)) return;
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
    for (const item of valuesOf(value)) freezeDeep(item);
  }
}

/** The values of an object's properties. Those of an error count that are not enumerable, as its cause; not its stack. */
function valuesOf(value: object): unknown[] {
  if (!(value instanceof Error)) return Object.values(value);
  const names = Object.getOwnPropertyNames(value).filter((name) => name !== 'stack');
  return names.map((name) => (value as never)[name] as unknown);
}

/** Another insertion order of object keys, Map entries and Set elements: theirs reversed, or turned by one place. */
export type Reordering = 'reversed' | 'rotated';

/** Every reordering that could make a difference to a value: turning shows nothing new below three entries. */
export function reorderingsOf(value: unknown): readonly Reordering[] {
  return hasThree(value) ? ['reversed', 'rotated'] : ['reversed'];
}

function hasThree(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || isActorReference(value)) return false;
  if (value instanceof Map) return value.size > 2 || [...value].some((entry) => entry.some(hasThree));
  if (value instanceof Set) return value.size > 2 || [...value].some(hasThree);
  const items = Object.values(value);
  return (!Array.isArray(value) && items.length > 2 && isTree(value)) || items.some(hasThree);
}

/**
 * Copies plain data with the insertion order of object keys, Map entries and Set elements changed. That
 * order is not part of the state key, so a statechart must do the same with either copy. Between them, the
 * reversed and the turned copy leave no element of three or more in its place.
 */
export function reorder(
  value: unknown,
  how: Reordering,
  copies: Map<object, unknown> = new Map<object, unknown>(),
): unknown {
  if (typeof value !== 'object' || value === null || isActorReference(value)) return value;
  // What is one object in two places stays so: user code may compare the two.
  if (!copies.has(value))
    copies.set(
      value,
      copyOf(value, how, (inner) => reorder(inner, how, copies)),
    );
  return copies.get(value);
}

function copyOf(value: object, how: Reordering, again: (inner: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(again);
  if (value instanceof Map)
    return new Map(
      moved(
        Array.from(value, ([k, v]) => [again(k), again(v)] as const),
        how,
      ),
    );
  if (value instanceof Set) return new Set(moved(Array.from(value, again), how));
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return value;
  const entries = moved(Object.entries(value), how);
  return Object.setPrototypeOf(
    Object.fromEntries(entries.map(([k, v]) => [k, again(v)])),
    prototype,
  ) as object;
}

function moved<T>(list: readonly T[], how: Reordering): T[] {
  return how === 'reversed' ? list.toReversed() : [...list.slice(1), ...list.slice(0, 1)];
}

const twins = new WeakMap<object, readonly object[]>();

/** A snapshot with the insertion orders of its data changed, once for each reordering; user code must not tell them apart. */
export function twinsOf<S extends AnySnapshot>(snapshot: S): readonly S[] {
  if (snapshot === ABSENT) return [snapshot];
  const known = twins.get(snapshot);
  if (known !== undefined) return known as readonly S[];
  const data = dataOf(snapshot);
  const made = reorderingsOf(data).map((how) => {
    const copy = reorder(data, how);
    return data === snapshot.context ? { ...snapshot, context: copy } : { ...snapshot, ...(copy as object) };
  });
  twins.set(snapshot, made);
  return made;
}

/**
 * The insertion orders in a value as text, for values of one encoding; the empty text where reversing and
 * turning show all that could matter.
 */
export function orderText(value: unknown): string {
  if (typeof value !== 'object' || value === null || isActorReference(value)) return '';
  const text = (item: unknown): string => encode(item, 'entry');
  const list = Array.from(
    Array.isArray(value) || !(Symbol.iterator in value) ? Object.values(value) : (value as Iterable<unknown>),
  );
  const inner = list.map(orderText).join(';');
  if (Array.isArray(value)) return inner.replace(/^;*$/, '');
  const names =
    value instanceof Map
      ? [...value.keys()].map(text)
      : value instanceof Set
        ? list.map(text)
        : Object.keys(value);
  return names.length > 3 || inner.replaceAll(';', '') !== '' ? `${names.join()}(${inner})` : '';
}

/** Makes `other`, of the same key but inserted in another order, a twin of a snapshot from now on. */
export function addTwin(snapshot: AnySnapshot, other: AnySnapshot): void {
  twins.set(snapshot, [...twinsOf(snapshot), other]);
}

/** What a Map, Set, Date, typed array or buffer held: none of them can be frozen. Or an object that nobody froze. */
interface Fragile {
  readonly whole: object;
  /** Keys and values of a Map in turn, the elements of a Set, the time of a Date, or the bytes. */
  readonly parts: readonly unknown[];
}

const fragile = new WeakMap<object, readonly Fragile[]>();

/** What a snapshot holds that freezing does not protect, as it was when this was first asked. */
export function fragilePartsOf(snapshot: AnySnapshot): readonly Fragile[] {
  let parts = fragile.get(snapshot);
  if (parts === undefined) {
    const found = new Set<object>();
    findFragile(dataOf(snapshot), found);
    const { tags } = snapshot as { tags?: unknown };
    if (tags instanceof Set) found.add(tags);
    parts = Array.from(found, (whole) => ({ whole, parts: partsOf(whole) }));
    fragile.set(snapshot, parts);
  }
  return parts;
}

/** Whether user code has changed in place what cannot be frozen, since {@link fragilePartsOf} was first asked. */
export function isChanged(snapshot: AnySnapshot): boolean {
  for (const { whole, parts } of fragilePartsOf(snapshot)) {
    const now = partsOf(whole);
    if (now.length !== parts.length) return true;
    for (let i = 0; i < now.length; i++) if (!Object.is(now[i], parts[i])) return true;
  }
  return false;
}

function findFragile(value: unknown, found: Set<object>): void {
  if (typeof value !== 'object' || value === null || isActorReference(value) || found.has(value)) return;
  if (!isTree(value) || !Object.isFrozen(value)) found.add(value);
  partsOf(value).forEach((item) => findFragile(item, found));
}

function partsOf(whole: object): unknown[] {
  if (whole instanceof Map) {
    const parts: unknown[] = [];
    for (const [key, item] of whole) parts.push(key, item);
    return parts;
  }
  if (whole instanceof Set) return [...whole];
  if (whole instanceof Date) return [whole.getTime()];
  if (whole instanceof ArrayBuffer) return [...new Uint8Array(whole)];
  if (ArrayBuffer.isView(whole)) return [...new Uint8Array(whole.buffer, whole.byteOffset, whole.byteLength)];
  return valuesOf(whole);
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
