import type { Packing } from '../step/packing.ts';
import type { StateStore } from './state-store.ts';
import { VisitedSet, hashOf } from './visited-set.ts';

/** The states of a breadth-first search that were found on the present level or an earlier one. */
export class EarlierLevels {
  private packing: Packing | null = null;
  private set = new VisitedSet(1);
  private count = 0;
  private probe = new Int32Array(1);
  private readonly hash = new Int32Array(1);
  private readonly fresh = new Uint8Array(1);

  /** Bytes of the set. */
  get bytes(): number {
    return this.set.bytes;
  }

  /** Takes in the states before `end`. */
  extend(store: StateStore, end: number): void {
    const { packing } = store;
    const { words } = packing;
    if (this.packing !== packing) {
      this.packing = packing;
      this.set = new VisitedSet(words);
      this.probe = new Int32Array(words);
      this.count = 0;
    }
    for (; this.count < end; this.count++) {
      const at = store.offsetOf(this.count);
      this.probe.set(store.segmentOf(this.count).subarray(at, at + words));
      this.hash[0] = hashOf(this.probe, 0, words);
      this.set.lookUp(this.probe, this.hash, 1, this.fresh);
    }
  }

  /** Whether a state is among them; one whose components have outgrown the packing is not. */
  has(vector: Int32Array, width: number): boolean {
    const { room } = this.packing!;
    for (let c = 0; c < width; c++) {
      // A component that came after the packing is 0 in every state packed so far.
      if (c < room.length ? vector[c]! >= room[c]! : vector[c] !== 0) return false;
    }
    this.packing!.pack(vector, this.probe, 0);
    return this.set.has(this.probe, 0);
  }
}
