import type { Arena } from './arena.ts';
import { SUCCESSORS, newArena } from './arena.ts';
import { Own, UNDER_WAY, wordsOf } from './crew.ts';
import type { Crew } from './crew.ts';
import { Kernel } from './kernel.ts';
import type { Rounds, SearchParts } from './rounds.ts';
import { SMALL, expandInto, lastOfRound, repack } from './rounds.ts';
import { hashOf } from './visited-set.ts';

/**
 * The rounds of a search with a crew. The main thread alone expands states, as it alone may run XState and user code, and appends the new
 * ones; which are new the others find out, each for its part of all states by their hash, while the main thread goes on with the next
 * rounds of the level. Rounds are looked up and appended in the order in which they are expanded, so states come in the order in
 * which one thread alone finds them, and all that follows from it: counts, depth, parents, traces.
 */
export class CrewRounds implements Rounds {
  private kernel!: Kernel;
  private readonly arenas: Arena[] = [];
  /** The number of the round that is given next, and of the oldest that is under way. */
  private next = 1;
  private oldest = 1;
  /** Of the rounds under way, by place: states expanded, and successors; the successors of all of them. */
  private readonly expanded = new Int32Array(UNDER_WAY);
  private readonly successors = new Int32Array(UNDER_WAY);
  private underWay = 0;
  /** Bytes of the tables of all threads, as they last said. */
  private bytesOfTables = 0;

  constructor(
    private readonly parts: SearchParts,
    private readonly crew: Crew,
  ) {
    this.begin();
  }

  get bytes(): number {
    return this.bytesOfTables;
  }

  round(end: number): void {
    const { parts, kernel } = this;
    const { store, limits } = parts;
    // Near the limit of states it must be known how many there are.
    if (store.count + this.underWay + SUCCESSORS > limits.maxStates) this.settle();
    this.makePlace();
    kernel.arena = this.arenas[this.next % UNDER_WAY]!;
    kernel.begin();
    const { outgrown } = expandInto(parts, kernel, parts.next, lastOfRound(parts, end));
    parts.next += kernel.expanded;
    if (this.hasMemory(kernel.size)) {
      parts.transitions += kernel.size;
      this.lookUp();
    } else {
      parts.overflowed = 'max-memory';
    }
    // The last state of a round may have taken it past the limit from afar: no other is expanded after one that meets it.
    if (outgrown || store.count + this.underWay > limits.maxStates) this.settle();
    if (outgrown && parts.overflowed === null && repack(parts, this.bytes)) this.begin();
  }

  settle(): void {
    while (this.oldest < this.next) this.collect();
    let kilobytes = 0;
    for (let thread = 0; thread < this.crew.size; thread++) kilobytes += this.word(thread, Own.kilobytes);
    this.bytesOfTables = 1024 * kilobytes;
  }

  /** Has a place free for another round. */
  private makePlace(): void {
    if (this.next - this.oldest === UNDER_WAY) this.collect();
  }

  /** Gives the round of the kernel to the crew. */
  private lookUp(): void {
    const { crew, kernel } = this;
    const place = this.next % UNDER_WAY;
    const { arena, size, expanded } = kernel;
    if (arena !== this.arenas[place]) {
      this.arenas[place] = arena;
      crew.post({ kind: 'arena', place, arena });
    }
    this.expanded[place] = expanded;
    this.successors[place] = size;
    this.underWay += size;
    this.next = crew.give(size) + 1;
  }

  /** Waits for the oldest of the rounds under way, and keeps what is new in it. */
  private collect(): void {
    const { crew, parts } = this;
    crew.await(this.oldest);
    const place = this.oldest++ % UNDER_WAY;
    const size = this.successors[place]!;
    this.underWay -= size;
    // What comes after a state that found no place is not kept.
    if (parts.overflowed === 'max-states') return;
    const round = { expanded: this.expanded[place]!, size };
    if (!parts.store.append(this.arenas[place]!, round, parts.limits.maxStates))
      parts.overflowed = 'max-states';
  }

  /** Whether there is memory for so many states more. */
  private hasMemory(states: number): boolean {
    const { limits, store } = this.parts;
    if (limits.memory.bytes === Infinity) return true;
    const allows = (): boolean => {
      const more = this.underWay + states;
      let bytes = store.bytesFor(more);
      for (let thread = 0; thread < this.crew.size; thread++)
        if (this.word(thread, Own.room) < more / this.crew.size)
          bytes += 512 * this.word(thread, Own.kilobytes);
      return bytes <= SMALL || limits.memory.allows(bytes);
    };
    if (allows()) return true;
    this.settle();
    return allows();
  }

  /** Begins, or begins anew with another packing: the crew is given the states that there are. */
  private begin(): void {
    const { parts, crew, arenas } = this;
    const { store, expander } = parts;
    const { words } = store;
    crew.post({ kind: 'begin', words });
    for (let place = 0; place < UNDER_WAY; place++) {
      const arena = newArena(words, SUCCESSORS, true);
      arenas[place] = arena;
      crew.post({ kind: 'arena', place, arena });
    }
    this.kernel = new Kernel(words, expander.program.tables, arenas[0]);
    // A crew may have been with another search before: this says which round is next. It is not among those that are kept track
    // of, so it must be over before its place is given away.
    const begun = crew.give(0);
    crew.await(begun);
    this.next = this.oldest = begun + 1;
    store.eachSegment((states, count) => this.handOver(states, count));
    this.settle();
  }

  /** Gives states to the crew that are different and new to it, as the successors of none. */
  private handOver(states: Int32Array, count: number): void {
    const { words } = this.kernel;
    for (let from = 0; from < count; from += SUCCESSORS) {
      this.makePlace();
      const arena = this.arenas[this.next % UNDER_WAY]!;
      const to = Math.min(count, from + SUCCESSORS);
      arena.batch.set(states.subarray(from * words, to * words));
      for (let i = from; i < to; i++) arena.hashes[i - from] = hashOf(states, i * words, words);
      this.kernel.arena = arena;
      this.kernel.begin();
      this.kernel.size = to - from;
      this.lookUp();
    }
  }

  private word(thread: number, word: number): number {
    return this.crew.control[wordsOf(thread) + word]!;
  }
}
