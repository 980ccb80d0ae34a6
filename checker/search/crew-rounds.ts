import { Control, Job, ownWords } from './crew.ts';
import type { Crew } from './crew.ts';
import type { Arena } from './kernel.ts';
import { Kernel, ROUND, SUCCESSORS } from './kernel.ts';
import { Owner } from './owner.ts';
import type { Slice } from './owner.ts';
import type { Rounds, SearchParts } from './rounds.ts';
import { expandInto, isDecided, lastOfRound, repack } from './rounds.ts';

/** The share of a round that the main thread takes at least, and how much of it is shifted at a time. */
const LEAST_SHARE = 0.02;
const SHIFT = 0.02;

/**
 * The rounds of a search with a crew. Each thread expands a slice of the round's states, in the order of the slices; then each looks
 * up the successors that it owns, by their hash, in that same order; then the new ones are appended in that order too. So states
 * come in the order in which one thread alone finds them, and all that follows from it: counts, depth, parents, traces.
 *
 * Only the main thread runs XState and user code. A state that takes those is a hole in the slice of another thread, which the main
 * thread fills before anything is looked up.
 */
export class CrewRounds implements Rounds {
  private kernel!: Kernel;
  private patches!: Kernel;
  private starts!: Int32Array;
  private owner!: Owner;
  private slices!: Slice[];
  private readonly threads: number;
  /** What the crew was last told of, in the order of `tell`. */
  private told: readonly unknown[] = [];
  private toldSegments: Int32Array[] = [];
  private toldBatches: readonly Int32Array[] = [];
  /** The main thread's share of a round: what it does beside is its own. */
  private share: number;
  /** Bytes of the tables of the other threads, as they last said. */
  private bytesOfOthers = 0;

  constructor(
    private readonly parts: SearchParts,
    private readonly crew: Crew,
  ) {
    this.threads = crew.size + 1;
    this.share = 1 / this.threads;
    parts.store.share();
    parts.expander.program.share();
    this.begin();
  }

  get bytes(): number {
    return this.owner.visited.bytes + this.bytesOfOthers;
  }

  round(end: number): void {
    const { parts, crew, kernel, slices } = this;
    const first = parts.next;
    const own = this.assign(first, lastOfRound(parts, end, this.threads + 1));
    this.tell();
    const began = performance.now();
    crew.call(Job.expand);
    kernel.begin();
    const { at, outgrown } = expandInto(parts, kernel, first, first + own);
    slices[0]!.expanded = kernel.expanded;
    const worked = performance.now();
    crew.join();
    const waited = performance.now() - worked;
    for (let thread = 1; thread < this.threads; thread++)
      slices[thread]!.expanded = this.word(thread, Control.expanded);
    // Nothing counts that comes after a state that was not expanded.
    const isWhole = !outgrown && at === first + own && kernel.size < SUCCESSORS && !isDecided(parts);
    const filled = isWhole ? this.fill(at) : { until: at, outgrown };
    this.shift(waited, performance.now() - began - waited);
    this.lookUp(filled.until);
    if (filled.outgrown && parts.overflowed === null && repack(parts, this.bytes)) this.begin();
  }

  /** Hands out the states from `first` on; how many of them are the main thread's own. */
  private assign(first: number, end: number): number {
    const { parts, threads } = this;
    const branching = parts.transitions / Math.max(1, parts.next);
    const most = Math.max(1, Math.min(ROUND, Math.floor(SUCCESSORS / (1.5 * branching + 1))));
    const total = Math.min(end - first, most * threads);
    const own = Math.min(most, Math.max(1, Math.ceil(total * this.share)));
    const each = Math.min(most, Math.ceil((total - own) / (threads - 1)));
    let at = first;
    this.slices.forEach((slice, thread) => {
      const count = thread === 0 ? own : Math.max(0, Math.min(each, first + total - at));
      slice.first = at;
      this.setWord(thread, Control.first, at);
      this.setWord(thread, Control.count, count);
      at += count;
    });
    return own;
  }

  /** Expands the states that other threads have left out; the round ends where that cannot be done. */
  private fill(at: number): { readonly until: number; readonly outgrown: boolean } {
    const { parts, patches, starts } = this;
    patches.begin();
    let until = at;
    for (let thread = 1; thread < this.threads; thread++) {
      const { arena, first, expanded } = this.slices[thread]!;
      for (let i = 0, left = this.word(thread, Control.holes); left > 0; i++) {
        if (arena.runs[i]! >= 0) continue;
        left--;
        if (patches.isFull) return { until: first + i, outgrown: false };
        starts[patches.expanded] = patches.size;
        arena.runs[i] = ~patches.expanded;
        if (!parts.expander.attend(first + i, patches)) return { until: first + i, outgrown: true };
        if (patches.size >= SUCCESSORS || isDecided(parts)) return { until: first + i + 1, outgrown: false };
      }
      until = first + expanded;
      if (expanded < this.word(thread, Control.count)) break;
    }
    return { until, outgrown: false };
  }

  /** Has the main thread expand less where the others wait for it, and more where it waits. */
  private shift(waited: number, worked: number): void {
    const step = waited > worked / 20 ? SHIFT : -SHIFT;
    this.share = Math.min(1 / this.threads, Math.max(LEAST_SHARE, this.share + step));
  }

  /** Looks up all successors of states before `until`, and keeps those that are new. */
  private lookUp(until: number): void {
    const { parts, crew, slices, patches, starts } = this;
    const { limits, store } = parts;
    const successors = slices.reduce((sum, { arena }) => sum + arena.hashes.length, 0);
    const needed = this.bytesFor(successors) + store.bytesFor(successors);
    if (limits.memory.bytes !== Infinity && !limits.memory.allows(needed)) {
      parts.overflowed = 'max-memory';
      parts.next = until;
      return;
    }
    this.tellRound();
    crew.control[Control.until] = until;
    this.setWord(0, Control.expanded, slices[0]!.expanded);
    crew.call(Job.lookUp);
    this.owner.lookUp(slices, { arena: patches, starts }, until);
    this.joinAll();
    for (const slice of slices) if (!this.append(slice, until)) break;
    parts.next = until;
  }

  private append({ arena, first, expanded }: Slice, until: number): boolean {
    const { parts, patches, starts } = this;
    const { store, limits } = parts;
    const most = Math.min(expanded, until - first);
    let from = 0;
    let at = 0;
    for (let i = 0; i <= most && at >= 0; i++) {
      if (i < most && arena.runs[i]! >= 0) {
        parts.transitions += arena.runs[i]!;
        continue;
      }
      at = store.append(arena, from, i, at, first + from, limits.maxStates);
      from = i + 1;
      if (i >= most) continue;
      const k = ~arena.runs[i]!;
      parts.transitions += patches.runs[k]!;
      if (at < 0) continue;
      if (store.append(patches, k, k + 1, starts[k]!, first + i, limits.maxStates) < 0) at = -1;
    }
    if (at < 0) parts.overflowed = 'max-states';
    return at >= 0;
  }

  /** Bytes that the tables of all threads may ask for to take so many states. */
  private bytesFor(states: number): number {
    const share = states / this.threads;
    let bytes = this.owner.visited.bytesFor(share);
    for (let thread = 1; thread < this.threads; thread++)
      if (this.word(thread, Control.room) < share) bytes += 512 * this.word(thread, Control.kilobytes);
    return bytes;
  }

  /** Begins, or begins anew with another packing: every thread takes over the states that it owns. */
  private begin(): void {
    const { parts, crew, threads } = this;
    const { store, expander } = parts;
    const { words } = store.packing;
    this.owner = new Owner(words, 0, threads);
    const kernels = Array.from(
      { length: threads + 1 },
      () => new Kernel(words, expander.program.tables, this.owner.visited, true),
    );
    this.kernel = kernels[0]!;
    this.patches = kernels.pop()!;
    this.starts = new Int32Array(new SharedArrayBuffer(4 * ROUND));
    this.slices = kernels.map((arena) => ({ arena, first: 0, expanded: 0 }));
    this.toldSegments = [];
    this.toldBatches = [];
    this.told = [];
    crew.post({ kind: 'begin', words });
    this.tell();
    this.tellRound();
    crew.control[Control.states] = store.count;
    crew.call(Job.takeOver);
    store.eachSegment((states, count) => this.owner.take(states, count));
    this.joinAll();
  }

  private joinAll(): void {
    this.crew.join();
    this.bytesOfOthers = 0;
    for (let thread = 1; thread < this.threads; thread++)
      this.bytesOfOthers += 1024 * this.word(thread, Control.kilobytes);
  }

  /** Tells the crew of tables and segments that have been replaced or added. */
  private tell(): void {
    const { crew, parts } = this;
    const { program, rows, roots, checks } = parts.expander.program.tables;
    const now = [program, rows, roots, checks];
    if (now.some((value, i) => value !== this.told[i]))
      crew.post({ kind: 'tables', program, rows, roots, checks });
    this.told = now;
    const { all } = parts.store;
    // Only the last one told of can have been replaced, by a larger one.
    for (let i = Math.max(0, this.toldSegments.length - 1); i < all.length; i++) {
      if (this.toldSegments[i] === all[i]) continue;
      this.toldSegments[i] = all[i]!;
      crew.post({ kind: 'segment', index: i, states: all[i]! });
    }
  }

  /** Tells the crew of the arrays of the round where one of them has grown. */
  private tellRound(): void {
    const { crew, slices, patches, starts } = this;
    const batches = [...slices.map(({ arena }) => arena.batch), patches.batch];
    if (batches.every((batch, i) => batch === this.toldBatches[i])) return;
    this.toldBatches = batches;
    crew.post({
      kind: 'round',
      arenas: slices.map(({ arena }) => arraysOf(arena)),
      patches: arraysOf(patches),
      starts,
    });
  }

  private word(thread: number, word: number): number {
    return this.crew.control[ownWords(thread) + word]!;
  }

  private setWord(thread: number, word: number, value: number): void {
    this.crew.control[ownWords(thread) + word] = value;
  }
}

function arraysOf({ batch, hashes, fresh, runs }: Arena): Arena {
  return { batch, hashes, fresh, runs };
}
