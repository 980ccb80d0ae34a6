import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Kernel } from './kernel.ts';
import { NO_PARENT, SEGMENT, StateStore } from './state-store.ts';
import { VisitedSet, hashOf } from './visited-set.ts';

/** Slots above which a table grows in place in these tests. */
const LARGE = 2 ** 13;

const NOTHING = { program: new Int32Array(1), rows: new Int32Array(4), roots: new Int32Array(0), checks: 0 };

/** Puts states into the round one by one, as the successors of one state. */
function take(kernel: Kernel, states: readonly Int32Array[]): void {
  kernel.begin();
  kernel.reserve(states.length);
  for (const state of states) {
    kernel.arena.batch.set(state, kernel.size * kernel.words);
    kernel.take();
  }
  kernel.close(0);
}

/** Looks the round up, and marks in its arena what is new. */
function lookUp({ arena, size }: Kernel, visited: VisitedSet): void {
  visited.lookUp(arena.batch, arena.hashes, size, arena.fresh);
}

describe.each([1, 2, 3, 5])('the visited set of states of %d words', (words) => {
  // Many share the first word, as states of which only late components differ do.
  const state = (i: number): Int32Array =>
    Int32Array.from({ length: words }, (_, w) =>
      w === 0 ? (words === 1 ? i : i % 50) | (1 << 31) : Math.imul(i, 7919 + w),
    );

  it('finds again what it holds and nothing else, while it grows', () => {
    const kernel = new Kernel(words, NOTHING);
    const visited = new VisitedSet(words, LARGE);
    const most = 24_000;
    const known = new Set<number>();
    for (let from = 0; from < most; from += 700) {
      // A third of each round was met before, and one comes twice in it.
      const numbers = Array.from({ length: 1050 }, (_, i) => Math.max(0, from - 350 + (i % 1049)));
      const fresh = numbers.map((number) => (known.has(number) ? 0 : known.add(number) && 1));
      take(kernel, numbers.map(state));
      lookUp(kernel, visited);
      // As text: comparing arrays member by member takes most of the time of this test.
      expect(kernel.arena.fresh.subarray(0, numbers.length).join('')).toBe(fresh.join(''));
    }
    const held = (from: number, to: number): number =>
      Array.from({ length: Math.ceil((to - from) / 7) }, (_, i) =>
        visited.has(state(from + 7 * i), 0),
      ).filter(Boolean).length;
    expect(held(0, most)).toBe(Math.ceil(most / 7));
    expect(held(most + 1000, 2 * most)).toBe(0);
  });

  it('is the same after it was filled anew', () => {
    const kernel = new Kernel(words, NOTHING);
    const visited = new VisitedSet(1, LARGE);
    const states = Array.from({ length: 16_000 }, (_, i) => state(i));
    visited.restart(words, states.length);
    for (const one of states) visited.refill(one, 1);
    take(kernel, [...states.slice(0, 5000), state(99_999)]);
    lookUp(kernel, visited);
    expect(kernel.arena.fresh.subarray(0, 5001).reduce((sum, isNew) => sum + isNew, 0)).toBe(1);
    expect(visited.taken).toBe(16_001);
  });
});

it('hashes in the round as one by one', () => {
  const kernel = new Kernel(2, NOTHING);
  take(kernel, [Int32Array.from([-5, 77])]);
  expect(kernel.arena.hashes[0]).toBe(hashOf(Int32Array.from([-5, 77]), 0, 2));
});

describe('the store of states', () => {
  it('keeps every state once, in order, and who found it first, through growing and repacking', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.array(fc.tuple(fc.nat(40), fc.nat(3), fc.nat(700), fc.nat(2 ** 20)), {
            maxLength: 300,
            size: 'max',
          }),
          {
            minLength: 1,
            maxLength: 12,
          },
        ),
        (families) => {
          const size = [1, 1, 1, 1];
          const store = new StateStore(size);
          const kernel = new Kernel(store.words, NOTHING);
          const visited = new VisitedSet(store.words, LARGE);
          const root = new Int32Array(4);
          store.packing.pack(root, kernel.arena.batch, 0);
          kernel.take();
          lookUp(kernel, visited);
          store.appendRoot(kernel.arena.batch);
          const expected = new Set([root.join()]);
          const parents = [NO_PARENT];
          families.forEach((children, parent) => {
            if (parent >= store.count) return;
            for (const child of children)
              child.forEach((local, c) => (size[c] = Math.max(size[c]!, local + 1)));
            if (size.some((local, c) => local > store.packing.room[c]!)) {
              store.repack(size, 4);
              kernel.restart(store.words);
              visited.restart(store.words, store.count);
              store.eachSegment((states, count) => visited.refill(states, count));
            }
            kernel.begin();
            kernel.reserve(children.length);
            for (const child of children) {
              store.packing.pack(Int32Array.from(child), kernel.arena.batch, kernel.size * store.words);
              kernel.take();
              if (expected.has(child.join())) continue;
              expected.add(child.join());
              parents.push(parent);
            }
            kernel.close(0);
            lookUp(kernel, visited);
            expect(store.append(kernel.arena, kernel, Infinity)).toBe(true);
          });
          const found = Array.from({ length: store.count }, (_, i) => {
            const vector = new Int32Array(4);
            store.read(i, vector);
            return vector.join();
          });
          expect(found).toEqual([...expected]);
          expect(found.map((_, i) => store.parentOf(i))).toEqual(parents);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('hands over as many states as there are, where room was made for more', () => {
    const store = new StateStore([100]);
    const kernel = new Kernel(1, NOTHING);
    take(kernel, Array<Int32Array>(SEGMENT + 1).fill(Int32Array.of(1 << 31)));
    lookUp(kernel, new VisitedSet(1));
    store.append(kernel.arena, kernel, Infinity);
    const visited = new VisitedSet(1);
    visited.restart(1, store.count);
    store.eachSegment((states, count) => visited.refill(states, count));
    expect([store.count, visited.taken]).toEqual([1, 1]);
  });

  it('keeps no more states than it may', () => {
    const store = new StateStore([100]);
    const kernel = new Kernel(1, NOTHING);
    take(
      kernel,
      [1, 2, 3].map((i) => Int32Array.of(i | (1 << 31))),
    );
    lookUp(kernel, new VisitedSet(1));
    expect(store.append(kernel.arena, kernel, 2)).toBe(false);
    expect(store.count).toBe(2);
  });
});
