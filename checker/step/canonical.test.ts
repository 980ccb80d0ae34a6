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

/** Equal but for the order of keys. */
function sameByKeys(a: unknown, b: unknown): boolean {
  try {
    expect(a).toStrictEqual(b);
    return true;
  } catch {
    return false;
  }
}
