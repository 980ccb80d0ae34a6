/**
 * Numbers tuples of a fixed count of integers in the order they are first seen, by open addressing over
 * typed arrays. The caller writes a tuple into `probe` and calls `intern`.
 */
export class TupleTable {
  readonly arity: number;
  /** Where the tuple to look up is written. */
  readonly probe: Int32Array;
  /** The tuples in order, `arity` integers each. */
  entries: Int32Array;
  count = 0;
  private slots: Int32Array;
  private mask: number;

  constructor(arity: number) {
    this.arity = arity;
    this.probe = new Int32Array(arity);
    this.entries = new Int32Array(Math.max(1, arity) * 64);
    this.slots = new Int32Array(128);
    this.mask = 127;
  }

  /** The number of the tuple in `probe`; equal to the old `count` when it is new. */
  intern(): number {
    const { probe, arity } = this;
    let hash = 0x811c9dc5;
    for (let i = 0; i < arity; i++) {
      hash = Math.imul(hash ^ probe[i]!, 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    let slot = hash & this.mask;
    for (;;) {
      const found = this.slots[slot]! - 1;
      if (found < 0) break;
      if (this.equals(found)) return found;
      slot = (slot + 1) & this.mask;
    }
    return this.add(slot);
  }

  private equals(index: number): boolean {
    const { probe, entries, arity } = this;
    const base = index * arity;
    for (let i = 0; i < arity; i++) if (entries[base + i] !== probe[i]) return false;
    return true;
  }

  private add(slot: number): number {
    const index = this.count++;
    if (this.count * this.arity > this.entries.length) {
      const larger = new Int32Array(this.entries.length * 2);
      larger.set(this.entries);
      this.entries = larger;
    }
    this.entries.set(this.probe, index * this.arity);
    this.slots[slot] = index + 1;
    if (this.count * 2 > this.slots.length) this.rehash();
    return index;
  }

  private rehash(): void {
    const saved = this.probe.slice();
    this.slots = new Int32Array(this.slots.length * 2);
    this.mask = this.slots.length - 1;
    for (let index = 0; index < this.count; index++) {
      let hash = 0x811c9dc5;
      for (let i = 0; i < this.arity; i++) {
        hash = Math.imul(hash ^ this.entries[index * this.arity + i]!, 0x9e3779b1);
        hash ^= hash >>> 15;
      }
      let slot = hash & this.mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & this.mask;
      this.slots[slot] = index + 1;
    }
    this.probe.set(saved);
  }
}
