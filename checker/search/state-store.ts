import { Packing } from '../step/packing.ts';
import type { Arena } from './arena.ts';

/** How many states a round has expanded, and how many successors they have. */
export interface RoundSize {
  readonly expanded: number;
  readonly size: number;
}

/** The parent of an initial state. */
export const NO_PARENT = -1;

/** States of a segment, as a power of two: so that the store grows without being copied. */
export const SEGMENT_BITS = 16;
export const SEGMENT = 1 << SEGMENT_BITS;
/** States that the first segment begins with. */
const FIRST = 1024;

/** Parents with one sum of the children before them. */
const BLOCK_BITS = 8;
/** A count that is told elsewhere. */
const MANY = 255;

/**
 * The states of a search in order of discovery, packed: the queue of the breadth-first search and the store of its
 * traces in one. Whoever is found earlier has its children earlier, so a parent pointer takes one byte: how many children each
 * state has, and the sums of them now and then.
 */
export class StateStore {
  packing: Packing;
  count = 0;
  /** How many states at the beginning have no parent. */
  roots = 0;
  private segments: Int32Array[];
  /** By state: its children, up to {@link MANY}; more are in `crowds`. By block of states: the children of all before it. */
  private readonly children: Uint8Array[] = [new Uint8Array(FIRST)];
  private readonly crowds = new Map<number, number>();
  private readonly sums: number[] = [];
  /** How many states have had their children appended. */
  private parents = 0;

  /** @param sizes how many local ids each component has so far */
  constructor(sizes: readonly number[]) {
    this.packing = new Packing(sizes);
    this.segments = [new Int32Array(FIRST * this.packing.words)];
  }

  /** Bytes of the states and of what says who their parents are. */
  get bytes(): number {
    return [...this.segments, ...this.children].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Bytes that so many states more may ask for. */
  bytesFor(more: number): number {
    const room = this.segments.length * SEGMENT;
    if (this.segments.length === 1 && this.count + more <= SEGMENT) return 0;
    return Math.ceil(Math.max(0, this.count + more - room) / SEGMENT) * this.bytesOfSegment(this.packing);
  }

  private bytesOfSegment({ words }: Packing): number {
    return SEGMENT * (4 * words + 1);
  }

  /** Words of a state. */
  get words(): number {
    return this.packing.words;
  }

  /** The segment of a state. */
  segmentOf(index: number): Int32Array {
    return this.segments[index >>> SEGMENT_BITS]!;
  }

  /** Where the words of a state are in its segment. */
  offsetOf(index: number): number {
    return (index & (SEGMENT - 1)) * this.packing.words;
  }

  /** How many of `count` states from `index` on lie in one segment. */
  reach(index: number, count: number): number {
    return Math.min(count, SEGMENT - (index & (SEGMENT - 1)));
  }

  /** Appends a state without a parent, whose words are given. */
  appendRoot(words: Int32Array): void {
    this.makeRoom(this.count + 1);
    this.segmentOf(this.count).set(words.subarray(0, this.packing.words), this.offsetOf(this.count));
    this.count++;
    this.roots++;
  }

  /**
   * Appends the new successors of a round.
   *
   * @param limit how many states there may be
   * @returns false where a new one found no place
   */
  append({ batch, fresh, runs }: Arena, { expanded, size }: RoundSize, limit: number): boolean {
    this.makeRoom(this.count + size);
    const { words } = this.packing;
    let { count, parents } = this;
    let successor = 0;
    for (let s = 0; s < expanded; s++, parents++) {
      if ((parents & ((1 << BLOCK_BITS) - 1)) === 0) this.sums[parents >>> BLOCK_BITS] = count;
      const end = successor + runs[s]!;
      const before = count;
      let isBeyond = false;
      for (; successor < end; successor++) {
        if (fresh[successor] === 0) continue;
        isBeyond = count >= limit;
        if (isBeyond) break;
        const segment = this.segments[count >>> SEGMENT_BITS]!;
        const place = (count & (SEGMENT - 1)) * words;
        const from = successor * words;
        for (let w = 0; w < words; w++) segment[place + w] = batch[from + w]!;
        count++;
      }
      if (count > before) this.setChildren(parents, count - before);
      if (!isBeyond) continue;
      this.count = count;
      return false;
    }
    this.count = count;
    this.parents = parents;
    return true;
  }

  private setChildren(parent: number, count: number): void {
    if (count >= MANY) this.crowds.set(parent, count);
    this.children[parent >>> SEGMENT_BITS]![parent & (SEGMENT - 1)] = Math.min(MANY, count);
  }

  /** The state that a state was first found from, or {@link NO_PARENT}. */
  parentOf(index: number): number {
    if (index < this.roots) return NO_PARENT;
    const { sums } = this;
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (sums[middle]! <= index) low = middle;
      else high = middle - 1;
    }
    let sum = sums[low]!;
    for (let parent = low << BLOCK_BITS; ; parent++) {
      sum += this.childrenOf(parent);
      if (index < sum) return parent;
    }
  }

  /** Writes the vector of a state. Components that came later than its packing are 0 in it. */
  read(index: number, vector: Int32Array): void {
    this.packing.unpack(this.segmentOf(index), this.offsetOf(index), vector);
  }

  /** Packs everything anew for components of so many local ids each. */
  repack(sizes: readonly number[], width: number): void {
    const old = this.packing;
    const next = new Packing(sizes);
    const vector = new Int32Array(width);
    this.segments = this.segments.map((segment, s) => {
      const states = segment.length / old.words;
      const packed = next.words === old.words ? segment : new Int32Array(states * next.words);
      const used = Math.min(states, this.count - s * SEGMENT);
      for (let i = 0; i < used; i++) {
        old.unpack(segment, i * old.words, vector);
        next.pack(vector, packed, i * next.words);
      }
      return packed;
    });
    this.packing = next;
  }

  /** Bytes that packing anew may ask for. */
  bytesToRepack(sizes: readonly number[]): number {
    const { words } = new Packing(sizes);
    return words === this.packing.words
      ? 0
      : this.segments.reduce((sum, { length }) => sum + 4 * length, 0) * (words / this.packing.words);
  }

  /** Hands all segments, with how many states are in each, to `use`; the last ones may be empty still. */
  eachSegment(use: (states: Int32Array, count: number) => void): void {
    this.segments.forEach((segment, s) =>
      use(segment, Math.max(0, Math.min(SEGMENT, this.count - s * SEGMENT))),
    );
  }

  private childrenOf(parent: number): number {
    const count = this.children[parent >>> SEGMENT_BITS]![parent & (SEGMENT - 1)]!;
    return count === MANY ? this.crowds.get(parent)! : count;
  }

  /** Makes room for so many states in all. */
  makeRoom(states: number): void {
    const { words } = this.packing;
    if (states > FIRST && this.segments[0]!.length < SEGMENT * words) {
      const first = new Int32Array(SEGMENT * words);
      first.set(this.segments[0]!);
      this.segments[0] = first;
      const children = new Uint8Array(SEGMENT);
      children.set(this.children[0]!);
      this.children[0] = children;
    }
    while (states > this.segments.length * SEGMENT) {
      this.segments.push(new Int32Array(SEGMENT * words));
      this.children.push(new Uint8Array(SEGMENT));
    }
  }
}
