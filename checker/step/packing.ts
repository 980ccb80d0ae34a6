/**
 * How the vector of the components' local ids is packed into 32-bit words. Each component has a field
 * just wide enough for the local ids met so far, plus an even share of the bits that would be left over;
 * no field crosses a word. The top bit of the first word is always set, so that no packed state is all
 * zero and the visited set can tell a state from a free slot.
 */
export class Packing {
  readonly words: number;
  readonly wordOf: Int32Array;
  readonly shiftOf: Int32Array;
  readonly maskOf: Int32Array;
  /** The number of local ids each field has room for. */
  readonly room: Float64Array;

  /** @param sizes how many local ids each component has */
  constructor(sizes: readonly number[]) {
    const needed = sizes.map((size) => bitsFor(size));
    const placed = place(needed);
    const widths = share(needed, placed);
    this.words = placed.words;
    this.wordOf = Int32Array.from(placed.wordOf);
    this.shiftOf = new Int32Array(sizes.length);
    this.maskOf = Int32Array.from(widths, (bits) => (1 << bits) - 1);
    this.room = Float64Array.from(widths, (bits) => 2 ** bits);
    const used = Array.from({ length: placed.words }, () => 0);
    widths.forEach((bits, component) => {
      const word = placed.wordOf[component]!;
      this.shiftOf[component] = used[word]! & 31;
      used[word] = used[word]! + bits;
    });
  }

  /** Whether each of the first `width` components of a vector has room in its field. */
  fits(vector: Int32Array, width: number): boolean {
    const { room } = this;
    if (room.length < width) return false;
    for (let c = 0; c < width; c++) if (vector[c]! >= room[c]!) return false;
    return true;
  }

  pack(vector: Int32Array, into: Int32Array, at: number): void {
    const { words, wordOf, shiftOf } = this;
    into[at] = OCCUPIED;
    for (let w = 1; w < words; w++) into[at + w] = 0;
    for (let c = 0; c < wordOf.length; c++) into[at + wordOf[c]!]! |= vector[c]! << shiftOf[c]!;
  }

  unpack(from: Int32Array, at: number, vector: Int32Array): void {
    const { wordOf, shiftOf, maskOf } = this;
    for (let c = 0; c < wordOf.length; c++) vector[c] = (from[at + wordOf[c]!]! >>> shiftOf[c]!) & maskOf[c]!;
  }
}

/** The bit that marks a slot as taken. */
const OCCUPIED = 1 << 31;

/** Bits for local ids 0..size-1: 31 at most, since a list holds no more than 2^31 elements. */
function bitsFor(size: number): number {
  return size <= 1 ? 0 : 32 - Math.clz32(size - 1);
}

function capacity(word: number): number {
  return word === 0 ? 31 : 32;
}

/** First-fit by decreasing width; 31 bits at most, so that a field never reaches the sign of its word. */
function place(widths: readonly number[]): { wordOf: number[]; words: number } {
  const order = widths.map((_, c) => c).sort((a, b) => widths[b]! - widths[a]! || a - b);
  const free: number[] = [capacity(0)];
  const wordOf = Array.from(widths, () => 0);
  for (const component of order) {
    const bits = widths[component]!;
    let word = free.findIndex((room) => room >= bits);
    if (word < 0) word = free.push(capacity(free.length)) - 1;
    free[word] = free[word]! - bits;
    wordOf[component] = word;
  }
  return { wordOf, words: free.length };
}

/** Gives the bits a word has left over to its fields, one at a time, so that they are outgrown less often. */
function share(needed: readonly number[], placed: { wordOf: number[]; words: number }): number[] {
  const widths = [...needed];
  for (let word = 0; word < placed.words; word++) {
    const fields = needed.flatMap((_, c) => (placed.wordOf[c] === word ? [c] : []));
    // A component with one local state so far still gets room: most of them will grow.
    let left = capacity(word) - fields.reduce((sum, c) => sum + widths[c]!, 0);
    for (let round = 0; left > 0 && fields.length > 0 && round < 31; round++) {
      for (const c of fields) {
        if (left === 0 || widths[c]! >= 31) continue;
        widths[c] = widths[c]! + 1;
        left--;
      }
    }
  }
  return widths;
}
