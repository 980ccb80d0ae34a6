import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ActorReference } from '../system/actor-reference.ts';
import { encode } from './canonical.ts';

/** Values that JSON or a naive key would confuse; every pair must differ. */
const DISTINCT: readonly unknown[] = [
  undefined,
  null,
  0,
  -0,
  NaN,
  Infinity,
  -Infinity,
  0n,
  '0',
  '',
  false,
  'null',
  [],
  [undefined],
  [null],
  {},
  // oxlint-disable-next-line no-sparse-arrays
  [,],
  { a: undefined },
  { a: null },
  new Map(),
  new Set(),
  new Set([1]),
  new Set(['1']),
  new Map([[1, 2]]),
  new Map([['1', 2]]),
  [[1, 2]],
  new Date(0),
  '1970-01-01T00:00:00.000Z',
  /a/,
  /a/g,
  new Error('a'),
  new Error('b'),
  new TypeError('a'),
  new Uint8Array([1]),
  new Uint16Array([1]),
  [1],
  new ActorReference('a'),
  new ActorReference('b'),
  { id: 'a' },
  'a',
  Object.create(null),
  new Error('a', { cause: undefined }),
  new Error('a', { cause: 1 }),
  new AggregateError([1], 'a'),
  new AggregateError([2], 'a'),
  new (class LeaseLost extends Error {})('a'),
  Object.assign(new Error('a'), { code: 1 }),
  new BigInt64Array([1n]),
  new DataView(new ArrayBuffer(1)),
  new ArrayBuffer(1),
  JSON.parse('{"__proto__":1}'),
];

describe('the canonical encoding', () => {
  it('tells apart what JSON confuses', () => {
    const texts = DISTINCT.map((value) => encode(value, 'context'));
    expect(new Set(texts).size).toBe(DISTINCT.length);
  });

  it('does not depend on the insertion order of keys, entries and elements', () => {
    expect(encode({ a: 1, b: 2 }, '')).toBe(encode({ b: 2, a: 1 }, ''));
    expect(encode(new Set([1, 2]), '')).toBe(encode(new Set([2, 1]), ''));
    expect(
      encode(
        new Map([
          [1, 'a'],
          [2, 'b'],
        ]),
        '',
      ),
    ).toBe(
      encode(
        new Map([
          [2, 'b'],
          [1, 'a'],
        ]),
        '',
      ),
    );
  });

  it('is the same for what is frozen', () => {
    const value = { list: [1, { n: 2 }], text: 'x' };
    expect(encode(Object.freeze({ ...value, list: Object.freeze([...value.list]) }), '')).toBe(
      encode(value, ''),
    );
  });

  it('gives equal text exactly to values that are equal', () => {
    const value = fc.anything({
      maxDepth: 2,
      withBigInt: true,
      withMap: false,
      withSet: false,
      withNullPrototype: false,
    });
    fc.assert(
      fc.property(value, value, (a, b) => {
        const equal = encode(a, '') === encode(b, '');
        expect(equal).toBe(fc.stringify(a) === fc.stringify(b) || sameByKeys(a, b));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['a function', { a: { f: () => 1 } }, 'context.a.f', 'holds a function'],
    ['a symbol', { a: [Symbol('s')] }, 'context.a[0]', 'holds a symbol'],
    ['a class instance', { a: new (class Lease {})() }, 'context.a', 'an instance of Lease'],
    [
      'an accessor',
      {
        get a() {
          return 1;
        },
      },
      'context.a',
      'is an accessor',
    ],
    [
      'a subclass of a collection',
      { a: new (class Members extends Set {})() },
      'context.a',
      'an instance of Members',
    ],
    ['a setter', Object.defineProperty({}, 'a', { set() {} }), 'context.a', 'is an accessor'],
    [
      'an array with a name',
      { a: Object.assign([1], { foo: 1 }) },
      'context.a.foo',
      'of its own on an Array',
    ],
    ['a Map with a field', { a: Object.assign(new Map(), { foo: 1 }) }, 'context.a.foo', 'on a Map'],
    ['a Set with a field', { a: Object.assign(new Set(), { foo: 1 }) }, 'context.a.foo', 'on a Set'],
    ['a Date with a field', { a: Object.assign(new Date(), { foo: 1 }) }, 'context.a.foo', 'on a Date'],
    ['a RegExp with a field', { a: Object.assign(/a/, { foo: 1 }) }, 'context.a.foo', 'on a RegExp'],
    [
      'a buffer with a field',
      { a: Object.assign(new ArrayBuffer(1), { foo: 1 }) },
      'context.a.foo',
      'of its',
    ],
    [
      'a typed array with a field',
      { a: Object.assign(new Uint8Array(1), { foo: 1 }) },
      'context.a.foo',
      'on a Uint8Array',
    ],
    ['a part of a buffer', { a: new Uint8Array(4).subarray(1) }, 'context.a', 'a part of a larger buffer'],
    [
      'a typed array in disguise',
      { a: Object.setPrototypeOf(new Uint8Array(2), Object.prototype) as object },
      'context.a.0',
      'of its own on a Object',
    ],
    ["Node's Buffer", { a: Buffer.from('x') }, 'context.a', 'an instance of Buffer'],
    ['a symbol for a name', { a: { [Symbol('s')]: 1 } }, 'context.a', 'a symbol as a property name'],
    ['a symbol for a name in an array', { a: tagged([]) }, 'context.a.Symbol(s)', 'on an Array'],
    [
      'a hidden property',
      { a: Object.defineProperty({}, 'b', { value: 1 }) },
      'context.a.b',
      'not enumerable',
    ],
    ['an accessor in an array', { a: Object.defineProperty([], 0, accessor) }, 'context.a[0]', 'accessor'],
  ])('refuses %s with its path', (_, value, path, what) => {
    expect(() => encode(value, 'context')).toThrow(what);
    expect(() => encode(value, 'context')).toThrow(`at ${path}: `);
  });

  it('refuses a cycle, but not one object in two places', () => {
    const ring: { next?: unknown } = {};
    ring.next = { ring };
    expect(() => encode(ring, 'context')).toThrow('at context.next.ring: holds a cycle');
    const shared = { n: 1 };
    expect(encode([shared, shared], 'x')).toBe(encode([{ n: 1 }, { n: 1 }], 'x'));
  });
});

const accessor = { get: () => 1, enumerable: true };

function tagged(value: object): object {
  return Object.assign(value, { [Symbol('s')]: 1 });
}

/** Equal but for the order of keys. */
function sameByKeys(a: unknown, b: unknown): boolean {
  try {
    expect(a).toStrictEqual(b);
    return true;
  } catch {
    return false;
  }
}
