import type { Arena } from './arena.ts';
import { VisitedSet } from './visited-set.ts';

/** Parts of all states, which are told apart by the low bits of their hashes: the high ones say where in a table. */
export const PARTS = 1 << 16;

/** Tells states apart that lie in some of the {@link PARTS}. */
export class Owner {
  readonly visited: VisitedSet;
  private batch: Int32Array;
  private hashes = new Int32Array(1024);
  private fresh = new Uint8Array(1024);
  /** Where in the round each of them lies. */
  private places = new Int32Array(1024);
  private size = 0;

  /** @param from the first of its parts, `to` the first after them */
  constructor(
    private readonly words: number,
    private readonly from: number,
    private readonly to: number,
  ) {
    this.visited = new VisitedSet(words);
    this.batch = new Int32Array(1024 * words);
  }

  /** Looks up its share of the successors of a round, in order, and marks those that are new. */
  lookUp({ batch, hashes, fresh }: Arena, size: number): void {
    if (this.to - this.from === PARTS) return this.visited.lookUp(batch, hashes, size, fresh);
    this.gather(batch, hashes, size);
    this.visited.lookUp(this.batch, this.hashes, this.size, this.fresh);
    for (let i = 0; i < this.size; i++) fresh[this.places[i]!] = this.fresh[i]!;
  }

  private gather(batch: Int32Array, hashes: Int32Array, size: number): void {
    if (size > this.hashes.length) this.makeRoom(2 * size);
    const { words, from, to, places } = this;
    const mine = this.hashes;
    const states = this.batch;
    let own = 0;
    for (let i = 0; i < size; i++) {
      const hash = hashes[i]!;
      const part = hash & (PARTS - 1);
      if (part < from || part >= to) continue;
      mine[own] = hash;
      places[own] = i;
      const at = own * words;
      for (let w = 0; w < words; w++) states[at + w] = batch[i * words + w]!;
      own++;
    }
    this.size = own;
  }

  private makeRoom(length: number): void {
    this.hashes = new Int32Array(length);
    this.batch = new Int32Array(length * this.words);
    this.fresh = new Uint8Array(length);
    this.places = new Int32Array(length);
  }
}
