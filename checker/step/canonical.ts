import { isActorReference } from '../system/actor-reference.ts';
import { ModelError } from '../system/errors.ts';

/**
 * Encodes a value as text so that two values have the same text exactly when the checker treats them as
 * equal. Every kind carries its own tag, so `NaN` and `null`, `-0` and `0`, a `Date` and its ISO string,
 * or an absent property and one that is `undefined` never meet. Object keys, Map entries and Set
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

const KNOWN: readonly (new () => object)[] = [Array, Map, Set, Date, RegExp as never];

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
  if (isActorReference(value)) return `@${JSON.stringify(value.id)}`;
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
  if (Array.isArray(value)) {
    const items = Array.from({ length: value.length }, (_, i) =>
      i in value ? encodeValue(value[i], `${path}[${i}]`, above) : 'h',
    );
    return `[${items.join(',')}]`;
  }
  if (value instanceof Map) {
    const entries = Array.from(value, ([key, item]) => {
      const k = encodeValue(key, `${path} key`, above);
      return `${k}>${encodeValue(item, `${path}.get(${k})`, above)}`;
    });
    return `M{${entries.sort(compareText).join(',')}}`;
  }
  if (value instanceof Set) {
    const items = Array.from(value, (item) => encodeValue(item, `${path} element`, above));
    return `S{${items.sort(compareText).join(',')}}`;
  }
  if (value instanceof Date) return `D${value.getTime()}`;
  if (value instanceof RegExp) return `R${value.flags}:${value.lastIndex}:${JSON.stringify(value.source)}`;
  if (value instanceof Error) return encodeError(value, path, above);
  if (value instanceof ArrayBuffer) return `B[${new Uint8Array(value).join(',')}]`;
  if (ArrayBuffer.isView(value)) return encodeView(value);
  if (!isPlain(value)) return rejectInstance(value, path);
  return encodeProperties(value, path, above);
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
  if (Object.getOwnPropertySymbols(value).length > 0) {
    return reject(path, 'has a symbol as a property name', 'use a string');
  }
  const parts = Object.keys(value)
    .sort(compareText)
    .map((key) => {
      const property = Object.getOwnPropertyDescriptor(value, key);
      if (property?.get !== undefined)
        return reject(`${path}.${key}`, 'is an accessor', 'store the value itself');
      return `${JSON.stringify(key)}:${encodeValue(property?.value, `${path}.${key}`, above)}`;
    });
  return `{${parts.join(',')}}`;
}

function encodeError(error: Error, path: string, above: object[]): string {
  const own = Object.keys(error)
    .filter((key) => key !== 'stack')
    .sort(compareText)
    .map((key) => `${JSON.stringify(key)}:${encodeValue((error as never)[key], `${path}.${key}`, above)}`);
  const cause = 'cause' in error ? encodeValue(error.cause, `${path}.cause`, above) : 'u';
  return `E${JSON.stringify(error.name)}:${JSON.stringify(error.message)}:${cause}{${own.join(',')}}`;
}

function encodeView(view: ArrayBufferView): string {
  const name = Object.prototype.toString.call(view).slice(8, -1);
  if (view instanceof DataView) {
    return `B${name}[${new Uint8Array(view.buffer, view.byteOffset, view.byteLength).join(',')}]`;
  }
  const items = Array.from(view as unknown as Iterable<number | bigint>, (item) => encodeValue(item, '', []));
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
