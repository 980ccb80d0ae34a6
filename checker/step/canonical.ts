import { addressOf, isActorReference } from '../system/actor-reference.ts';
import { ModelError } from '../system/errors.ts';

/**
 * Encodes a value as text so that two values have the same text exactly when the checker treats them as
 * equal. Every kind carries its own tag, so `NaN` and `null`, `-0` and `0`, a `Date` and its ISO string,
 * or an absent property and one that is `undefined` never meet. What has properties that its kind does not
 * (an array with a name, a Map with a field) is refused. Object keys, Map entries and Set
 * elements are sorted: their insertion order is not part of the state (the step layer checks that no
 * statechart depends on it).
 *
 * @param value plain data: primitives, arrays, plain objects, Map, Set, Date, RegExp, Error, ArrayBuffer,
 *   typed arrays, actor references
 * @param path what the value is called in a message, for instance `context`
 * @throws ModelError naming the path of a function, symbol, class instance, accessor or cycle
 */
export function encode(value: unknown, path: string): string {
  return encodeValue(value, path, []);
}

/** Orders encodings; the order is arbitrary but the same everywhere. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const KNOWN: readonly (new () => object)[] = [Array, Map, Set, Date, RegExp as never, ArrayBuffer];
const NONE: ReadonlySet<string> = new Set();

function encodeValue(value: unknown, path: string, above: object[]): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      return Object.is(value, -0) ? '#-0' : `#${value}`;
    case 'boolean':
      return value ? 't' : 'f';
    case 'undefined':
      return 'u';
    case 'bigint':
      return `b${value}`;
    case 'function':
      return reject(path, 'holds a function', 'keep data in it and put the function into the statechart');
    case 'symbol':
      return reject(path, 'holds a symbol', 'use a string');
    case 'object':
      return value === null ? 'n' : encodeObject(value, path, above);
  }
}

function encodeObject(value: object, path: string, above: object[]): string {
  if (isActorReference(value)) return `@${JSON.stringify(addressOf(value))}`;
  if (above.includes(value))
    return reject(path, 'holds a cycle', 'break it, or refer to the other end by an id');
  above.push(value);
  const text = encodeContents(value, path, above);
  above.pop();
  return text;
}

function encodeContents(value: object, path: string, above: object[]): string {
  // A subclass may hold more than its base shows.
  const known = KNOWN.find((base) => value instanceof base);
  if (known !== undefined && value.constructor !== known) return rejectInstance(value, path);
  if (Array.isArray(value)) return encodeArray(value, path, above);
  if (value instanceof Map) {
    refuseExtras(value, path, NONE);
    const entries = Array.from(value, ([key, item]) => {
      const k = encodeValue(key, `${path} key`, above);
      return `${k}>${encodeValue(item, `${path}.get(${k})`, above)}`;
    });
    return `M{${entries.sort(compareText).join(',')}}`;
  }
  if (value instanceof Set) {
    refuseExtras(value, path, NONE);
    const items = Array.from(value, (item) => encodeValue(item, `${path} element`, above));
    return `S{${items.sort(compareText).join(',')}}`;
  }
  if (value instanceof Error) return encodeError(value, path, above);
  if (ArrayBuffer.isView(value)) return encodeView(value, path);
  if (isPlain(value)) return encodeProperties(value, path, above);
  if (value instanceof RegExp) {
    refuseExtras(value, path, LAST_INDEX);
    return `R${value.flags}:${value.lastIndex}:${JSON.stringify(value.source)}`;
  }
  if (value instanceof Date) {
    refuseExtras(value, path, NONE);
    return `D${value.getTime()}`;
  }
  if (value instanceof ArrayBuffer) {
    refuseExtras(value, path, NONE);
    return `B[${new Uint8Array(value).join(',')}]`;
  }
  return rejectInstance(value, path);
}

const LAST_INDEX: ReadonlySet<string> = new Set(['lastIndex']);

function encodeArray(value: readonly unknown[], path: string, above: object[]): string {
  // Beside its elements, an array has a length.
  let own = 1;
  const items = Array.from({ length: value.length }, (_, i) => {
    if (!Object.hasOwn(value, i)) return 'h';
    own++;
    return encodeProperty(value, String(i), `${path}[${i}]`, above);
  });
  if (Reflect.ownKeys(value).length !== own) {
    refuseExtras(value, path, new Set(['length', ...Object.keys(items)]));
  }
  return `[${items.join(',')}]`;
}

/** Refuses what an object of a known kind carries beyond its kind: it would be lost from the key. */
function refuseExtras(value: object, path: string, known: ReadonlySet<string>): void {
  for (const key of Reflect.ownKeys(value)) {
    if (typeof key === 'string' && known.has(key)) continue;
    const kind = (value as { constructor: { name: string } }).constructor.name;
    reject(`${path}.${String(key)}`, `is a property of its own on ${article(kind)}`, 'put it beside it');
  }
}

function article(kind: string): string {
  return /^[AE]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}

/**
 * True for objects of no class, and neither arrays nor actor references. Told without comparing to our own
 * Object.prototype: a test runner's sandbox has another one.
 */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || isActorReference(value)) return false;
  const prototype = Object.getPrototypeOf(value) as object | null;
  return (
    prototype === null ||
    (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf'))
  );
}

function encodeProperties(value: object, path: string, above: object[]): string {
  const names = Reflect.ownKeys(value);
  const parts = names
    .map((key) => {
      if (typeof key === 'symbol') return reject(path, 'has a symbol as a property name', 'use a string');
      return key;
    })
    .sort(compareText)
    .map((key) => `${JSON.stringify(key)}:${encodeProperty(value, key, `${path}.${key}`, above)}`);
  // Without a prototype, `toString` and the like are missing.
  return `${Object.getPrototypeOf(value) === null ? 'N' : ''}{${parts.join(',')}}`;
}

function encodeProperty(value: object, key: string, path: string, above: object[]): string {
  const property = Object.getOwnPropertyDescriptor(value, key)!;
  if (property.get !== undefined || property.set !== undefined)
    return reject(path, 'is an accessor', 'store the value itself');
  if (property.enumerable !== true)
    return reject(path, 'is not enumerable', 'copies would lose it; make it an ordinary property');
  return encodeValue(property.value, path, above);
}

/** What an error has besides what is put into it; `stack` tells where it was made, not what it is. */
const OF_ERRORS: ReadonlySet<unknown> = new Set(['stack', 'message', 'cause', 'name', 'errors']);

function encodeError(error: Error, path: string, above: object[]): string {
  const own = Reflect.ownKeys(error).map((key) => {
    if (typeof key === 'symbol') return reject(path, 'has a symbol as a property name', 'use a string');
    return key;
  });
  const inner = (key: string): string => {
    if (!OF_ERRORS.has(key)) return encodeProperty(error, key, `${path}.${key}`, above);
    return encodeValue((error as never)[key], `${path}.${key}`, above);
  };
  const parts = own
    .filter((key) => key !== 'stack')
    .sort(compareText)
    .map((key) => `${JSON.stringify(key)}:${inner(key)}`);
  // Two classes of errors may show one name.
  const kind = `${JSON.stringify(error.constructor.name)}:${JSON.stringify(error.name)}`;
  return `E${kind}:${JSON.stringify(error.message)}{${parts.join(',')}}`;
}

function encodeView(view: ArrayBufferView, path: string): string {
  const name = Object.prototype.toString.call(view).slice(8, -1);
  // Node's Buffer is an Uint8Array that can do more.
  if (view.constructor.name !== name) return rejectInstance(view, path);
  const isDataView = view instanceof DataView;
  const items = Array.from(
    isDataView
      ? new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
      : (view as unknown as Iterable<number | bigint>),
    (item) => encodeValue(item, '', []),
  );
  if (Reflect.ownKeys(view).length !== (isDataView ? 0 : items.length)) {
    refuseExtras(view, path, new Set(Object.keys(items)));
  }
  if (view.byteLength !== view.buffer.byteLength)
    return reject(path, 'is a part of a larger buffer', 'copy the part with slice()');
  return `B${name}[${items.join(',')}]`;
}

function rejectInstance(value: object, path: string): never {
  const name = (value as { constructor?: { name?: string } }).constructor?.name ?? 'a class';
  return reject(
    path,
    `holds an instance of ${name}`,
    'the state key takes plain data; store its fields instead',
  );
}

function reject(path: string, what: string, instead: string): never {
  throw new ModelError(`${what}: ${instead}.`, { path });
}
