import { Packing } from '../step/packing.ts';
import { MemoryLimit } from './memory-limit.ts';
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
  /** What left no room for a state that was met. */
  overflowed: 'max-states' | 'max-memory' | null = null;
  private readonly limit: number;
  private readonly memory: MemoryLimit;
  private readonly visited: VisitedSet;
  /** The packed successors that wait to be looked up. */
  batch: Int32Array;
  private readonly batchParents = new Int32Array(BATCH);
  private readonly batchHashes = new Int32Array(BATCH);
  batched = 0;
  private capacity = 4096;

  /**
   * @param sizes how many local ids each component has so far
   * @param limit how many states are kept at most
   * @param memory what must not be exceeded to keep them
   */
  constructor(sizes: readonly number[], limit = Infinity, memory = new MemoryLimit(Infinity)) {
    this.limit = limit;
    this.memory = memory;
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
    packing.pack(vector, this.batch, this.batched * packing.words);
    this.offerPacked(parent);
  }

  /** Takes the successor whose words stand behind the others in the batch, which must not be full. */
  offerPacked(parent: number): void {
    const { words } = this.packing;
    this.batchParents[this.batched] = parent;
    this.batchHashes[this.batched] = hashOf(this.batch, this.batched * words, words);
    this.batched++;
  }

  /** Looks up what the batch holds, in order; what is new is appended to the states. */
  flush(): void {
    const { batch, batchParents, batchHashes, visited } = this;
    const { words } = this.packing;
    const more = this.count + this.batched > this.capacity ? this.bytesOf(this.nextCapacity) : 0;
    const needed = more + visited.bytesFor(this.batched);
    if (needed > 0 && !this.memory.allows(needed)) {
      this.overflowed = 'max-memory';
      this.batched = 0;
      return;
    }
    if (more > 0) this.grow();
    for (let i = 0; i < this.batched; i++) {
      const at = i * words;
      if (!visited.add(batch, at, batchHashes[i]!)) continue;
      if (this.count >= this.limit) {
        this.overflowed = 'max-states';
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

  /**
   * Packs everything anew when a component has outgrown its field, if memory allows. The batch must be empty.
   *
   * @returns false, with `overflowed` set, when it does not
   */
  repack(sizes: readonly number[], width: number): boolean {
    const old = this.packing;
    const next = new Packing(sizes);
    const needed = (this.bytes / old.words) * next.words;
    if (!this.memory.allows(needed)) {
      this.overflowed = 'max-memory';
      return false;
    }
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
    return true;
  }

  private get nextCapacity(): number {
    return Math.max(this.capacity * 2, this.count + BATCH);
  }

  /** Bytes of so many states with their parents. */
  private bytesOf(states: number): number {
    return 4 * states * (this.packing.words + 1);
  }

  private grow(): void {
    this.capacity = this.nextCapacity;
    const states = new Int32Array(this.capacity * this.packing.words);
    states.set(this.states);
    this.states = states;
    const parents = new Int32Array(this.capacity);
    parents.set(this.parents);
    this.parents = parents;
  }
}
