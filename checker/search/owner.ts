import type { Arena } from './kernel.ts';
import { VisitedSet, hashOf } from './visited-set.ts';

/** Expanded states of one thread: whose arrays they lie in, from which state on, and how many. */
export interface Slice {
  readonly arena: Arena;
  first: number;
  expanded: number;
}

/** The states that a thread could not expand, in order, as the main thread has expanded them later. */
export interface Patches {
  readonly arena: Arena;
  /** Where the successors of each begin. */
  readonly starts: Int32Array;
}

/** Which of `count` threads owns the states of a hash: the low bits decide, as the high ones say where in its table. */
export function ownerOf(hash: number, count: number): number {
  return ((hash & 0xffff) * count) >>> 16;
}

/** Tells one thread's share of all states apart: those whose hash is its own. */
export class Owner {
  readonly visited: VisitedSet;
  private batch: Int32Array;
  private hashes = new Int32Array(1024);
  private fresh = new Uint8Array(1024);
  /** Where each of them came from: the arena, and the place in it. */
  private arenas = new Uint8Array(1024);
  private places = new Int32Array(1024);
  private size = 0;

  constructor(
    private readonly words: number,
    private readonly index: number,
    private readonly count: number,
  ) {
    this.visited = new VisitedSet(words);
    this.batch = new Int32Array(1024 * words);
  }

  /**
   * Looks up its share of the successors of a round, in the order of the states they come after, and marks in the
   * slices and patches those that are new.
   *
   * @param until the first state that does not count any more
   */
  lookUp(slices: readonly Slice[], patches: Patches, until: number): void {
    this.size = 0;
    slices.forEach(({ arena, first, expanded }, s) => {
      const { runs } = arena;
      const most = Math.min(expanded, until - first);
      let from = 0;
      // What lies between two holes lies in one piece.
      let end = 0;
      for (let i = 0; i < most; i++) {
        const run = runs[i]!;
        if (run >= 0) {
          end += run;
          continue;
        }
        this.gather(s, arena, from, end);
        from = end;
        const start = patches.starts[~run]!;
        this.gather(slices.length, patches.arena, start, start + patches.arena.runs[~run]!);
      }
      this.gather(s, arena, from, end);
    });
    this.visited.lookUp(this.batch, this.hashes, this.size, this.fresh);
    const { arenas, places, fresh, size } = this;
    const targets = [...slices.map(({ arena }) => arena.fresh), patches.arena.fresh];
    for (let i = 0; i < size; i++) targets[arenas[i]!]![places[i]!] = fresh[i]!;
  }

  /** Takes over its share of states that were met before. */
  take(states: Int32Array, count: number): void {
    for (let i = 0; i < count; i++) {
      const at = i * this.words;
      if (ownerOf(hashOf(states, at, this.words), this.count) === this.index) this.visited.add(states, at);
    }
  }

  private gather(arena: number, { batch, hashes }: Arena, from: number, to: number): void {
    if (this.size + to - from > this.hashes.length) this.grow(this.size + to - from);
    const { words, index, count, arenas, places } = this;
    const mine = this.hashes;
    const states = this.batch;
    let { size } = this;
    for (let i = from; i < to; i++) {
      const hash = hashes[i]!;
      if (((hash & 0xffff) * count) >>> 16 !== index) continue;
      mine[size] = hash;
      arenas[size] = arena;
      places[size] = i;
      const at = size * words;
      for (let w = 0; w < words; w++) states[at + w] = batch[i * words + w]!;
      size++;
    }
    this.size = size;
  }

  private grow(needed: number): void {
    const length = 2 * needed;
    const larger = <T extends Int32Array | Uint8Array>(old: T, next: T): T => {
      next.set(old);
      return next;
    };
    this.hashes = larger(this.hashes, new Int32Array(length));
    this.batch = larger(this.batch, new Int32Array(length * this.words));
    this.fresh = new Uint8Array(length);
    this.arenas = larger(this.arenas, new Uint8Array(length));
    this.places = larger(this.places, new Int32Array(length));
  }
}
