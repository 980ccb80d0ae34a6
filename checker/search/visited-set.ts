/** Slots that are asked for at once: few enough to stay in the cache until they are looked at. */
const AT_ONCE = 512;
/** More slots than this are taken up in steps of three tenths rather than doubled. */
const LARGE = 1 << 20;
/** Slots are added when more than this share is taken. */
const MAX_LOAD = 0.8;
/** Bytes of address space that a large table sets aside. */
const MOST_RESERVED = 2 ** 32;
/** Slots behind the last home, so that looking on need not go round. */
const TAIL = 4096;

/**
 * The set of packed states met so far: open addressing over one typed array that holds the packed words themselves, so
 * that a look-up costs one random memory access. Homes are in the order of the hash, so that the table grows by one sequential
 * pass, in place. The first word of a state is never 0, which is a free slot.
 */
export class VisitedSet {
  /** Homes, and how many slots are taken. */
  capacity = 2048;
  taken = 0;
  private words: number;
  private slots: Int32Array;
  private readonly large: number;
  private limit: number;
  private scale: number;
  private homes = new Int32Array(0);
  /** Kept so that the compiler does not leave the touching out. */
  touched = 0;

  /** @param large more slots than this grow by three tenths, in place */
  constructor(words: number, large = LARGE) {
    this.words = words;
    this.large = large;
    this.slots = new Int32Array((this.capacity + TAIL) * words);
    this.limit = MAX_LOAD * this.capacity;
    this.scale = this.capacity / 2 ** 32;
  }

  /** Bytes of the table. */
  get bytes(): number {
    return (this.capacity + TAIL) * this.words * 4;
  }

  /** How many states more it takes before it grows. */
  get room(): number {
    return Math.floor(this.limit) - this.taken;
  }

  /** Bytes that adding so many states may ask for. */
  bytesFor(more: number): number {
    let { capacity } = this;
    while (this.taken + more > MAX_LOAD * capacity) capacity = this.larger(capacity);
    return (capacity - this.capacity) * this.words * 4;
  }

  /** Looks `size` states up, in order, and marks those that are new. */
  lookUp(batch: Int32Array, hashes: Int32Array, size: number, fresh: Uint8Array): void {
    if (this.taken + size > this.limit) this.grow(size);
    if (this.homes.length < hashes.length) this.homes = new Int32Array(hashes.length);
    const { words, homes, slots, scale } = this;
    let touched = 0;
    for (let start = 0; start < size; start += AT_ONCE) {
      const end = Math.min(size, start + AT_ONCE);
      // Asked for all at once first, the slots come from memory at the same time rather than one after the other.
      for (let i = start; i < end; i++) {
        const slot = (((hashes[i]! >>> 0) * scale) | 0) * words;
        homes[i] = slot;
        touched ^= slots[slot]!;
      }
      if (words === 2) this.lookUpPairs(batch, start, end, fresh);
      else this.lookUpAny(batch, start, end, fresh);
    }
    this.touched = touched;
  }

  private lookUpPairs(batch: Int32Array, start: number, end: number, fresh: Uint8Array): void {
    const { homes, slots } = this;
    const last = (this.capacity + TAIL - 1) * 2;
    let { taken } = this;
    for (let i = start; i < end; i++) {
      const first = batch[2 * i]!;
      const second = batch[2 * i + 1]!;
      let slot = homes[i]!;
      for (; ; slot += 2) {
        const found = slots[slot]!;
        if (found === 0) break;
        if (found === first && slots[slot + 1] === second) break;
      }
      if (slots[slot] !== 0) {
        fresh[i] = 0;
        continue;
      }
      if (slot >= last) throw new RangeError('the table of visited states has no room behind its last home');
      fresh[i] = 1;
      slots[slot] = first;
      slots[slot + 1] = second;
      taken++;
    }
    this.taken = taken;
  }

  private lookUpAny(batch: Int32Array, start: number, end: number, fresh: Uint8Array): void {
    const { words, homes, slots } = this;
    const last = (this.capacity + TAIL - 1) * words;
    let { taken } = this;
    for (let i = start; i < end; i++) {
      let slot = homes[i]!;
      const at = i * words;
      const first = batch[at]!;
      let isNew = 1;
      for (;;) {
        const found = slots[slot]!;
        if (found === 0) break;
        if (found === first) {
          let w = 1;
          while (w < words && slots[slot + w] === batch[at + w]) w++;
          if (w === words) {
            isNew = 0;
            break;
          }
        }
        slot += words;
      }
      fresh[i] = isNew;
      if (isNew === 0) continue;
      if (slot >= last) throw new RangeError('the table of visited states has no room behind its last home');
      for (let w = 0; w < words; w++) slots[slot + w] = batch[at + w]!;
      taken++;
    }
    this.taken = taken;
  }

  /** Whether a state, whose words lie at `at`, was met. */
  has(states: Int32Array, at: number): boolean {
    const { words, slots } = this;
    let slot = (((hashOf(states, at, words) >>> 0) * this.scale) | 0) * words;
    for (; slots[slot] !== 0; slot += words) {
      let w = 0;
      while (w < words && slots[slot + w] === states[at + w]) w++;
      if (w === words) return true;
    }
    return false;
  }

  /** Starts over for another packing, with room for so many states; they come by {@link refill}. */
  restart(words: number, states: number): void {
    this.words = words;
    this.taken = 0;
    while (states > MAX_LOAD * this.capacity) this.capacity = this.larger(this.capacity);
    this.allot();
  }

  /** Takes states that are all different and new. */
  refill(states: Int32Array, count: number): void {
    for (let i = 0; i < count; i++) this.place(states, i * this.words);
    this.taken += count;
  }

  /** Takes a new array for the slots, with room to grow in: what is not touched costs address space only. */
  private allot(): void {
    const needed = (this.capacity + TAIL) * this.words;
    let reserve = this.capacity < this.large ? needed : Math.max(needed, MOST_RESERVED / 4);
    for (;;) {
      try {
        this.slots = new Int32Array(reserve);
        break;
      } catch (thrown) {
        if (reserve === needed) throw thrown;
        reserve = Math.max(needed, reserve >> 1);
      }
    }
    this.scaleTo();
  }

  private larger(capacity: number): number {
    return capacity < this.large ? capacity * 2 : Math.ceil(capacity * 1.3);
  }

  private scaleTo(): void {
    this.limit = MAX_LOAD * this.capacity;
    this.scale = this.capacity / 2 ** 32;
  }

  private grow(more: number): void {
    const { words } = this;
    const old = this.slots;
    const end = (this.capacity + TAIL) * words;
    while (this.taken + more > MAX_LOAD * this.capacity) this.capacity = this.larger(this.capacity);
    if ((this.capacity + TAIL) * words > old.length) {
      this.allot();
      for (let at = 0; at < end; at += words) if (old[at] !== 0) this.place(old, at);
      return;
    }
    this.scaleTo();
    // From the last slot to the first, each moves to one that is not before it. Those at the very beginning may have been put so far
    // from their home that they do not; they wait until all others have moved.
    const low = Math.min(end, 5 * TAIL * words);
    const first = old.slice(0, low);
    old.fill(0, 0, low);
    const words2 = words === 2;
    const moved = new Int32Array(words);
    for (let at = end - words; at >= low; at -= words) {
      const word = old[at]!;
      if (word === 0) continue;
      if (words2) {
        const second = old[at + 1]!;
        old[at] = 0;
        old[at + 1] = 0;
        let hash = Math.imul(word, 0x9e3779b1);
        hash ^= hash >>> 15;
        hash = Math.imul(hash ^ second, 0x9e3779b1);
        hash ^= hash >>> 15;
        hash = Math.imul(hash, 0x85ebca6b);
        hash ^= hash >>> 13;
        let slot = (((hash >>> 0) * this.scale) | 0) * 2;
        while (old[slot] !== 0) slot += 2;
        old[slot] = word;
        old[slot + 1] = second;
        continue;
      }
      for (let w = 0; w < words; w++) {
        moved[w] = old[at + w]!;
        old[at + w] = 0;
      }
      this.place(moved, 0);
    }
    for (let at = 0; at < low; at += words) if (first[at] !== 0) this.place(first, at);
  }

  private place(states: Int32Array, at: number): void {
    const { words, slots } = this;
    let slot = (((hashOf(states, at, words) >>> 0) * this.scale) | 0) * words;
    while (slots[slot] !== 0) slot += words;
    if (slot >= (this.capacity + TAIL - 1) * words)
      throw new RangeError('the table of visited states has no room behind its last home');
    for (let w = 0; w < words; w++) slots[slot + w] = states[at + w]!;
  }
}

/**
 * Hashes packed words; the high bits are the good ones. Multiplication by the odd constants of Fibonacci hashing (Knuth,
 * TAOCP 3, 6.4) and of MurmurHash3's last mixing (A. Appleby, 2011).
 */
export function hashOf(states: Int32Array, at: number, words: number): number {
  let hash = 0;
  for (let w = 0; w < words; w++) {
    hash = Math.imul(hash ^ states[at + w]!, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash, 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
