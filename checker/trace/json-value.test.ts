import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encode } from '../step/canonical.ts';
import type { PlainState } from '../step/plain-space.ts';
import { ActorReference } from '../system/actor-reference.ts';
import type { SystemInstance } from '../system/instance.ts';
import { changesBetween } from './diff.ts';
import { escapeKey, sameJson, toJson, unescapeKey } from './json-value.ts';

const TAGS = ['$set', '$map', '$actor', '$undefined', '$number', '$bigint', '$date', '$error'];
const key = fc.constantFrom('a', 'b.c', ...TAGS, '$$set', '$');
const leaf = fc.oneof(
  fc.constantFrom(
    0,
    1,
    -0,
    Number.NaN,
    'NaN',
    1n,
    '1',
    null,
    undefined,
    true,
    new Date(1),
    new ActorReference('a'),
  ),
  fc.constantFrom('a', 'message'),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, leaf, tie('list'), tie('set'), tie('map'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 2 }),
  set: fc.array(tie('value'), { maxLength: 2 }).map((items) => new Set(items)),
  map: fc.array(fc.tuple(tie('value'), tie('value')), { maxLength: 2 }).map((entries) => new Map(entries)),
  object: fc.dictionary(key, tie('value'), { maxKeys: 2, noNullPrototype: true }),
}));

test('values have the same JSON just when they are the same to the search', () => {
  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(sameJson(toJson(a), toJson(b))).toBe(encode(a, 'a') === encode(b, 'b'));
    }),
    { numRuns: 2000 },
  );
});

test.each([
  [new Set([1]), { $set: [1] }],
  [new Map([['a', 1]]), { $map: [['a', 1]] }],
  [undefined, { $undefined: true }],
  [{ $set: [1] }, { $$set: [1] }],
])('%o is not what only looks like it', (a, b) => {
  expect(sameJson(toJson(a), toJson(b))).toBe(false);
});

test('an escaped key is found again', () => {
  fc.assert(fc.property(fc.string(), (text) => unescapeKey(escapeKey(text)) === text));
  for (const text of [...TAGS, '$', '$$', '']) expect(unescapeKey(escapeKey(text))).toBe(text);
});

/** The path of the change of one leaf that lies under these keys. */
function pathOf(keys: readonly string[], wrap: (key: string, item: unknown) => unknown): string {
  const state = (leafValue: number): PlainState => {
    const context = keys.reduceRight<unknown>((item, name) => wrap(name, item), leafValue);
    return {
      snapshots: [{ status: 'active', value: 'on', context }],
      channels: new Map(),
      timers: [],
      faults: new Map(),
    };
  };
  const instance = { actors: [{ id: 'one' }] } as unknown as SystemInstance;
  return changesBetween(instance, state(0), state(1))[0]!.path;
}

test('a path names one place, whatever its keys hold', () => {
  const keys = fc.array(fc.constantFrom('a', 'b', 'a.b', 'a[0]', '[0]', '"', 'a"]["b', ''), {
    minLength: 1,
    maxLength: 4,
  });
  const wraps = [
    (name: string, item: unknown) => ({ [name]: item }),
    (name: string, item: unknown) => new Map([[name, item]]),
  ];
  fc.assert(
    fc.property(keys, keys, fc.constantFrom(...wraps), (a, b, wrap) => {
      expect(pathOf(a, wrap) === pathOf(b, wrap)).toBe(JSON.stringify(a) === JSON.stringify(b));
    }),
    { numRuns: 2000 },
  );
  expect(pathOf(['active', 'a.b', '1'], wraps[0]!)).toBe('context.active["a.b"].1');
});

test('keys of a Map that only their type tells apart are told apart in a path', () => {
  const state = (item: number): PlainState => ({
    snapshots: [
      {
        status: 'active',
        value: 'on',
        context: new Map<unknown, number>([
          [1, item],
          ['1', 0],
        ]),
      },
    ],
    channels: new Map(),
    timers: [],
    faults: new Map(),
  });
  const instance = { actors: [{ id: 'one' }] } as unknown as SystemInstance;
  expect(changesBetween(instance, state(0), state(1)).map(({ path }) => path)).toEqual(['context[1]']);
});
