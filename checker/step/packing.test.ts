import fc from 'fast-check';
import { expect, it } from 'vitest';
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
