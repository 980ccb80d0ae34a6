import fc from 'fast-check';
import { expect, it } from 'vitest';
import { StateStore } from '../search/state-store.ts';
import { VisitedSet, hashOf } from '../search/visited-set.ts';
import { Packing } from './packing.ts';
import { TupleTable } from './tuple-table.ts';

const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 2 ** 30 })), {
  minLength: 1,
  maxLength: 12,
});

it('packs and unpacks any vector within the sizes', () => {
  fc.assert(
    fc.property(sizes, fc.infiniteStream(fc.nat()), (limits, numbers) => {
      const packing = new Packing(limits);
      const vector = Int32Array.from(limits, (limit) => numbers.next().value! % limit);
      const words = new Int32Array(packing.words + 2);
      packing.pack(vector, words, 1);
      const back = new Int32Array(limits.length);
      packing.unpack(words, 1, back);
      expect(back).toEqual(vector);
      // The visited set takes a first word of 0 for a free slot.
      expect(words[1]).not.toBe(0);
      expect([words[0], words[packing.words + 1]]).toEqual([0, 0]);
      limits.forEach((limit, c) => expect(packing.room[c]).toBeGreaterThanOrEqual(limit));
    }),
  );
});

it('keeps every distinct state once, through doubling and repacking', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(40), fc.nat(3), fc.nat(700), fc.nat(2 ** 20), fc.nat(2 ** 20)), {
        minLength: 1,
        maxLength: 900,
        size: 'max',
      }),
      (states) => {
        const store = new StateStore([1, 1, 1, 1, 1]);
        const size = [1, 1, 1, 1, 1];
        for (const state of states) {
          state.forEach((local, c) => (size[c] = Math.max(size[c]!, local + 1)));
          if (state.some((local, c) => local >= store.packing.room[c]!)) {
            store.flush();
            store.repack(size, 5);
          }
          if (store.full) store.flush();
          store.offer(Int32Array.from(state), -1);
        }
        store.flush();
        const found = Array.from({ length: store.count }, (_, i) => {
          const vector = new Int32Array(5);
          store.read(i, vector);
          return vector.join();
        });
        const expected = [...new Set(states.map((state) => state.join()))];
        expect(found).toEqual(expected);
      },
    ),
    { numRuns: 60 },
  );
});

it('finds again what the visited set holds, and nothing else', () => {
  const set = new VisitedSet(2, 2);
  // Many share the first word, as states of which only late components differ do.
  const word = (i: number): Int32Array => Int32Array.from([(i % 50) | (1 << 31), Math.imul(i, 7919)]);
  for (let i = 0; i < 5000; i++) expect(set.add(word(i), 0, hashOf(word(i), 0, 2))).toBe(true);
  for (let i = 0; i < 5000; i++) expect(set.add(word(i), 0, hashOf(word(i), 0, 2))).toBe(false);
  expect(set.size).toBe(5000);
});

it('numbers tuples in the order they are first seen', () => {
  const table = new TupleTable(2);
  const intern = (a: number, b: number): number => {
    table.probe.set([a, b]);
    return table.intern();
  };
  for (let i = 0; i < 1000; i++) expect(intern(i % 30, i)).toBe(i);
  for (let i = 0; i < 1000; i++) expect(intern(i % 30, i)).toBe(i);
  expect(table.count).toBe(1000);
});
