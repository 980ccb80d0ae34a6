import { Packing } from '../step/packing.ts';
import { VisitedSet, hashOf } from './visited-set.ts';

/** The parent of an initial state. */
export const NO_PARENT = -1;

/** How many successors are generated before they are looked up together. */
const BATCH = 512;

/**
 * The states of a search in order of discovery, packed, each with the index of its parent: the queue of
 * the breadth-first search and the store of its traces in one. New states wait in a batch and are looked
 * up together, so that the cache misses of the visited set overlap.
 */
export class StateStore {
  packing: Packing;
  /** The packed states, `packing.words` integers each. */
  states: Int32Array;
  parents: Int32Array;
  count = 0;
  /** True when a state was met that the limit left no room for. */
  overflowed = false;
  private readonly limit: number;
  private readonly visited: VisitedSet;
  private batch: Int32Array;
  private readonly batchParents = new Int32Array(BATCH);
  private readonly batchHashes = new Int32Array(BATCH);
  private batched = 0;
  private capacity = 4096;

  /**
   * @param sizes how many local ids each component has so far
   * @param limit how many states are kept at most
   */
  constructor(sizes: readonly number[], limit = Infinity) {
    this.limit = limit;
    this.packing = new Packing(sizes);
    this.states = new Int32Array(this.capacity * this.packing.words);
    this.parents = new Int32Array(this.capacity);
    this.batch = new Int32Array(BATCH * this.packing.words);
    this.visited = new VisitedSet(this.packing.words);
  }

  /** Bytes of states, parents and visited set. */
  get bytes(): number {
    return this.states.byteLength + this.parents.byteLength + this.visited.bytes;
  }

  /** True when the batch must be flushed before another `offer`. */
  get full(): boolean {
    return this.batched === BATCH;
  }

  /** Puts a successor into the batch, which must not be full. */
  offer(vector: Int32Array, parent: number): void {
    const { packing } = this;
    const at = this.batched * packing.words;
    packing.pack(vector, this.batch, at);
    this.batchParents[this.batched] = parent;
    this.batchHashes[this.batched++] = hashOf(this.batch, at, packing.words);
  }

  /** Looks up what the batch holds, in order; what is new is appended to the states. */
  flush(): void {
    const { batch, batchParents, batchHashes, visited } = this;
    const { words } = this.packing;
    if (this.count + this.batched > this.capacity) this.grow();
    for (let i = 0; i < this.batched; i++) {
      const at = i * words;
      if (!visited.add(batch, at, batchHashes[i]!)) continue;
      if (this.count >= this.limit) {
        this.overflowed = true;
        break;
      }
      const to = this.count * words;
      for (let w = 0; w < words; w++) this.states[to + w] = batch[at + w]!;
      this.parents[this.count++] = batchParents[i]!;
    }
    this.batched = 0;
  }

  /** Writes the vector of a state. Components that came later than its packing are 0 in it. */
  read(index: number, vector: Int32Array): void {
    this.packing.unpack(this.states, index * this.packing.words, vector);
  }

  /** Packs everything anew when a component has outgrown its field. The batch must be empty. */
  repack(sizes: readonly number[], width: number): void {
    const old = this.packing;
    const next = new Packing(sizes);
    const vector = new Int32Array(width);
    const states = next.words === old.words ? this.states : new Int32Array(this.capacity * next.words);
    for (let i = 0; i < this.count; i++) {
      old.unpack(this.states, i * old.words, vector);
      next.pack(vector, states, i * next.words);
    }
    this.packing = next;
    this.states = states;
    this.batch = new Int32Array(BATCH * next.words);
    this.visited.rebuild(next.words, states, this.count);
  }

  private grow(): void {
    this.capacity = Math.max(this.capacity * 2, this.count + BATCH);
    const states = new Int32Array(this.capacity * this.packing.words);
    states.set(this.states);
    this.states = states;
    const parents = new Int32Array(this.capacity);
    parents.set(this.parents);
    this.parents = parents;
  }
}
