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
  return encodeValue(value, { root: path, trail: [], above: [] });
}

/** Orders encodings; the order is arbitrary but the same everywhere. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Where the encoding stands. Its path is put into words only for a refusal: most values are encoded often. */
interface At {
  readonly root: string;
  /** From the root down: the key of a property, the index of an element, or what else leads there in words. */
  readonly trail: (string | number | { readonly words: string })[];
  readonly above: object[];
}

const KEY_OF_MAP = { words: ' key' };
const ELEMENT_OF_SET = { words: ' element' };

function pathOf({ root, trail }: At): string {
  const words = trail.map((part) =>
    typeof part === 'string' ? `.${part}` : typeof part === 'number' ? `[${part}]` : part.words,
  );
  return root + words.join('');
}

/** The encoding of what one part leads to. */
function inside(value: unknown, part: At['trail'][0], at: At): string {
  at.trail.push(part);
  const text = encodeValue(value, at);
  at.trail.pop();
  return text;
}

const KNOWN: readonly (new () => object)[] = [Array, Map, Set, Date, RegExp as never, ArrayBuffer];
const NONE: ReadonlySet<string> = new Set();

function encodeValue(value: unknown, at: At): string {
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
      return reject(at, 'holds a function', 'keep data in it and put the function into the statechart');
    case 'symbol':
      return reject(at, 'holds a symbol', 'use a string');
    case 'object':
      return value === null ? 'n' : encodeObject(value, at);
  }
}

function encodeObject(value: object, at: At): string {
  if (isActorReference(value)) return `@${JSON.stringify(addressOf(value))}`;
  const { above } = at;
  if (above.includes(value))
    return reject(at, 'holds a cycle', 'break it, or refer to the other end by an id');
  above.push(value);
  const text = encodeContents(value, at);
  above.pop();
  return text;
}

function encodeContents(value: object, at: At): string {
  // Nearly all that is encoded.
  if (
    Object.getPrototypeOf(value) === Object.prototype &&
    !ArrayBuffer.isView(value) &&
    !Array.isArray(value)
  )
    return encodeProperties(value, at);
  // A subclass may hold more than its base shows.
  const known = KNOWN.find((base) => value instanceof base);
  if (known !== undefined && value.constructor !== known) return rejectInstance(value, at);
  if (Array.isArray(value)) return encodeArray(value, at);
  if (value instanceof Map) {
    refuseExtras(value, at, NONE);
    const entries = Array.from(value, ([key, item]) => {
      const k = inside(key, KEY_OF_MAP, at);
      return `${k}>${inside(item, { words: `.get(${k})` }, at)}`;
    });
    return `M{${entries.sort(compareText).join(',')}}`;
  }
  if (value instanceof Set) {
    refuseExtras(value, at, NONE);
    const items = Array.from(value, (item) => inside(item, ELEMENT_OF_SET, at));
    return `S{${items.sort(compareText).join(',')}}`;
  }
  if (value instanceof Error) return encodeError(value, at);
  if (ArrayBuffer.isView(value)) return encodeView(value, at);
  if (isPlain(value)) return encodeProperties(value, at);
  if (value instanceof RegExp) {
    refuseExtras(value, at, LAST_INDEX);
    return `R${value.flags}:${value.lastIndex}:${JSON.stringify(value.source)}`;
  }
  if (value instanceof Date) {
    refuseExtras(value, at, NONE);
    return `D${value.getTime()}`;
  }
  if (value instanceof ArrayBuffer) {
    refuseExtras(value, at, NONE);
    return `B[${new Uint8Array(value).join(',')}]`;
  }
  return rejectInstance(value, at);
}

const LAST_INDEX: ReadonlySet<string> = new Set(['lastIndex']);

function encodeArray(value: readonly unknown[], at: At): string {
  // Beside its elements, an array has a length.
  let own = 1;
  let text = '';
  for (let i = 0; i < value.length; i++) {
    if (i > 0) text += ',';
    if (!Object.hasOwn(value, i)) text += 'h';
    else {
      own++;
      text += encodeProperty(value, i, at);
    }
  }
  if (Reflect.ownKeys(value).length !== own) {
    refuseExtras(value, at, new Set(['length', ...Array.from(value, (_, i) => String(i))]));
  }
  return `[${text}]`;
}

/** Refuses what an object of a known kind carries beyond its kind: it would be lost from the key. */
function refuseExtras(value: object, at: At, known: ReadonlySet<string>): void {
  for (const key of Reflect.ownKeys(value)) {
    if (typeof key === 'string' && known.has(key)) continue;
    const kind = (value as { constructor: { name: string } }).constructor.name;
    at.trail.push(String(key));
    reject(at, `is a property of its own on ${article(kind)}`, 'put it beside it');
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

function encodeProperties(value: object, at: At): string {
  const names = namesOf(value, at);
  let text = '';
  for (let i = 0; i < names.length; i++) {
    const key = names[i]!;
    text += `${i === 0 ? '' : ','}${quoted(key)}:${encodeProperty(value, key, at)}`;
  }
  // Without a prototype, `toString` and the like are missing.
  return `${Object.getPrototypeOf(value) === null ? 'N' : ''}{${text}}`;
}

/** The names of all own properties, sorted. */
function namesOf(value: object, at: At): string[] {
  const names = Reflect.ownKeys(value) as string[];
  for (const name of names)
    if (typeof name !== 'string') reject(at, 'has a symbol as a property name', 'use a string');
  // Without a comparison of its own, `sort` orders strings by their code units, and faster.
  return names.length < 2 ? names : names.sort();
}

const quotedNames = new Map<string, string>();

/** As JSON; the same few names come again and again. */
function quoted(name: string): string {
  const known = quotedNames.get(name);
  if (known !== undefined) return known;
  const text = JSON.stringify(name);
  if (quotedNames.size < 10_000) quotedNames.set(name, text);
  return text;
}

function encodeProperty(value: object, key: string | number, at: At): string {
  const property = Object.getOwnPropertyDescriptor(value, key)!;
  at.trail.push(key);
  if (property.get !== undefined || property.set !== undefined)
    return reject(at, 'is an accessor', 'store the value itself');
  if (property.enumerable !== true)
    return reject(at, 'is not enumerable', 'copies would lose it; make it an ordinary property');
  const text = encodeValue(property.value, at);
  at.trail.pop();
  return text;
}

/** What an error has besides what is put into it; `stack` tells where it was made, not what it is. */
const OF_ERRORS: ReadonlySet<unknown> = new Set(['stack', 'message', 'cause', 'name', 'errors']);

function encodeError(error: Error, at: At): string {
  const parts = namesOf(error, at)
    .filter((key) => key !== 'stack')
    .map((key) => {
      const own = OF_ERRORS.has(key)
        ? inside((error as never)[key], key, at)
        : encodeProperty(error, key, at);
      return `${quoted(key)}:${own}`;
    });
  // Two classes of errors may show one name.
  const kind = `${JSON.stringify(error.constructor.name)}:${JSON.stringify(error.name)}`;
  return `E${kind}:${JSON.stringify(error.message)}{${parts.join(',')}}`;
}

function encodeView(view: ArrayBufferView, at: At): string {
  const name = Object.prototype.toString.call(view).slice(8, -1);
  // Node's Buffer is an Uint8Array that can do more.
  if (view.constructor.name !== name) return rejectInstance(view, at);
  const isDataView = view instanceof DataView;
  const items = Array.from(
    isDataView
      ? new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
      : (view as unknown as Iterable<number | bigint>),
    (item) => encodeValue(item, at),
  );
  if (Reflect.ownKeys(view).length !== (isDataView ? 0 : items.length)) {
    refuseExtras(view, at, new Set(Object.keys(items)));
  }
  if (view.byteLength !== view.buffer.byteLength)
    return reject(at, 'is a part of a larger buffer', 'copy the part with slice()');
  return `B${name}[${items.join(',')}]`;
}

function rejectInstance(value: object, at: At): never {
  const name = (value as { constructor?: { name?: string } }).constructor?.name ?? 'a class';
  return reject(
    at,
    `holds an instance of ${name}`,
    'the state key takes plain data; store its fields instead',
  );
}

function reject(at: At, what: string, instead: string): never {
  throw new ModelError(`${what}: ${instead}.`, { path: pathOf(at) });
}
