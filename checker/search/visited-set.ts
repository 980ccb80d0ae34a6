/** Slots are doubled when more than this share is taken. */
const MAX_LOAD = 0.6;

/**
 * The set of packed states met so far: open addressing over one typed array that holds the packed words
 * themselves, so that a look-up costs one random memory access. A slot is found by the high bits of the
 * hash, so that doubling the table is one sequential pass over it.
 */
export class VisitedSet {
  size = 0;
  private words: number;
  private bits: number;
  private slots: Int32Array;
  private limit: number;

  constructor(words: number, bits = 12) {
    this.words = words;
    this.bits = bits;
    this.slots = new Int32Array(words << bits);
    this.limit = MAX_LOAD * 2 ** bits;
  }

  /** Bytes the table takes. */
  get bytes(): number {
    return this.slots.byteLength;
  }

  /** Bytes that adding so many states may ask for. */
  bytesFor(more: number): number {
    return this.size + more > this.limit ? 2 * this.bytes : 0;
  }

  /** Adds the state whose words start at `at`, with the hash of {@link hashOf}; false when it was there. */
  add(states: Int32Array, at: number, hash: number): boolean {
    const { words, slots } = this;
    const end = slots.length;
    let slot = (hash >>> (32 - this.bits)) * words;
    for (;;) {
      const first = slots[slot]!;
      if (first === 0) break;
      if (first === states[at]) {
        let w = 1;
        while (w < words && slots[slot + w] === states[at + w]) w++;
        if (w === words) return false;
      }
      slot += words;
      if (slot === end) slot = 0;
    }
    for (let w = 0; w < words; w++) slots[slot + w] = states[at + w]!;
    if (++this.size > this.limit) this.double();
    return true;
  }

  /** Starts over for another packing, from the states that the store has repacked. */
  rebuild(words: number, states: Int32Array, count: number): void {
    this.words = words;
    this.slots = new Int32Array(words * 2 ** this.bits);
    for (let i = 0; i < count; i++) this.place(states, i * words);
  }

  private double(): void {
    const old = this.slots;
    this.bits++;
    this.limit = MAX_LOAD * 2 ** this.bits;
    this.slots = new Int32Array(old.length * 2);
    for (let at = 0; at < old.length; at += this.words) if (old[at] !== 0) this.place(old, at);
  }

  private place(states: Int32Array, at: number): void {
    const { words, slots } = this;
    let slot = (hashOf(states, at, words) >>> (32 - this.bits)) * words;
    while (slots[slot] !== 0) {
      slot += words;
      if (slot === slots.length) slot = 0;
    }
    for (let w = 0; w < words; w++) slots[slot + w] = states[at + w]!;
  }
}

/**
 * Hashes packed words; the high bits are the good ones. Multiplication by the odd constants of
 * MurmurHash3's mixing (A. Appleby, 2011), one round a word.
 */
export function hashOf(states: Int32Array, at: number, words: number): number {
  let hash = 0;
  for (let w = 0; w < words; w++) {
    let k = Math.imul(states[at + w]!, 0xcc9e2d51);
    k = (k << 15) | (k >>> 17);
    hash ^= Math.imul(k, 0x1b873593);
    hash = (hash << 13) | (hash >>> 19);
    hash = (Math.imul(hash, 5) + 0xe6546b64) | 0;
  }
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  return Math.imul(hash, 0xc2b2ae35);
}
