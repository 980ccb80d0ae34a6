import type { SafetyChecks } from '../property/safety-checks.ts';
import type { IntegerSpace } from '../step/integer-space.ts';
import type { Symmetry } from '../step/symmetry.ts';
import type { StepFilter } from './expander.ts';
import { Expander } from './expander.ts';
import { SUCCESSORS } from './arena.ts';
import { Kernel, Stop } from './kernel.ts';
import type { MemoryLimit } from './memory-limit.ts';
import { StateStore } from './state-store.ts';
import { VisitedSet, hashOf } from './visited-set.ts';

/** Fewer bytes than this are not worth asking for. */
export const SMALL = 1 << 12;

/** Limits of one search. */
export interface SearchLimits {
  readonly maxStates: number;
  readonly memory: MemoryLimit;
  /** Stop as soon as every property is decided: the rest of the space, and coverage, are not seen. */
  readonly stopWhenDecided: boolean;
  /** Stop before states are expanded that so many steps and more lead to; none unless given. */
  readonly maxDepth?: number;
  /** Integers that what is remembered of steps may take, for tests of what happens when they are used up. */
  readonly mostRemembered?: number;
  /** Chooses which steps of a state are enough; all unless given. */
  readonly reduction?: StepFilter | null;
}

/** What the search is made of, whoever carries out its rounds. */
export interface SearchParts {
  readonly space: IntegerSpace;
  readonly store: StateStore;
  readonly checks: SafetyChecks;
  readonly limits: SearchLimits;
  readonly expander: Expander;
  /** The next state to expand: all before it were. */
  next: number;
  /** Steps that change the state, each counted from each state. */
  transitions: number;
  /** What left no room for a state that was met. */
  overflowed: 'max-states' | 'max-memory' | null;
}

/** Carries out a search round by round. */
export interface Rounds {
  /** Bytes of what says which states were met. */
  readonly bytes: number;
  /** Expands states from `next` up to `end` or less, which lie on one level; what is new after them is kept, or will be. */
  round(end: number): void;
  /** Sees to it that all is kept that is new after the states expanded so far. */
  settle(): void;
}

/** How many local ids each component has so far. */
export function sizesOf(space: IntegerSpace): number[] {
  return Array.from({ length: space.width }, (_, component) => space.sizeOf(component));
}

/** The parts of a search that has not begun. */
export function partsOf(space: IntegerSpace, checks: SafetyChecks, limits: SearchLimits): SearchParts {
  const store = new StateStore(sizesOf(space));
  const expander = new Expander(space, store, checks, limits);
  return { space, store, checks, limits, expander, next: 0, transitions: 0, overflowed: null };
}

/** Whether nothing more needs to be known. */
export function isDecided({ limits, checks }: SearchParts): boolean {
  return limits.stopWhenDecided && checks.decided;
}

/**
 * Expands states into the round of a kernel, one after the other, until the round is full or nothing more can be expanded.
 *
 * @returns the first state that was not expanded; it outgrows the packing if `outgrown` says so
 */
export function expandInto(
  parts: SearchParts,
  kernel: Kernel,
  first: number,
  end: number,
): { readonly at: number; readonly outgrown: boolean } {
  const { store, expander } = parts;
  let at = first;
  while (at < end) {
    // A reduction looks at each state itself.
    if (parts.limits.reduction) {
      if (!expander.attend(at, kernel)) return { at, outgrown: true };
      at++;
      if (isLast(parts, kernel)) break;
      continue;
    }
    at += kernel.generate(store.segmentOf(at), store.offsetOf(at), store.reach(at, end - at));
    if (kernel.why === Stop.done) continue;
    // A state with more successors than a round has room for makes that larger.
    if (kernel.why === Stop.full && kernel.expanded > 0) break;
    if (!expander.attend(at, kernel)) return { at, outgrown: true };
    at++;
    if (isLast(parts, kernel)) break;
  }
  return { at, outgrown: false };
}

/** Whether a state that was just looked at is the last of its round. */
function isLast(parts: SearchParts, kernel: Kernel): boolean {
  return kernel.isFull || kernel.size >= SUCCESSORS || isDecided(parts);
}

/**
 * The end of a round: where the limit of states is so near that states before the last might meet it, the round is one state: so the search
 * stops after the same state whoever carries it out.
 */
export function lastOfRound({ store, limits, next }: SearchParts, end: number): number {
  return store.count + SUCCESSORS > limits.maxStates ? Math.min(end, next + 1) : end;
}

/** Packs all states anew, for the local ids there are now; false when memory does not allow it. `bytes` is that of the visited set. */
export function repack(parts: SearchParts, bytes: number): boolean {
  const { space, store, limits, expander } = parts;
  const sizes = sizesOf(space);
  const needed = store.bytesToRepack(sizes) + bytes;
  if (needed > SMALL && !limits.memory.allows(needed)) {
    parts.overflowed ??= 'max-memory';
    return false;
  }
  store.repack(sizes, space.before.length);
  expander.program.restart(store.packing);
  return true;
}

/** The rounds of a search in this thread alone. */
export class OwnRounds implements Rounds {
  private readonly kernel: Kernel;
  private readonly visited: VisitedSet;
  /** The successors of a round, renamed, one after the other. */
  private renamed = new Int32Array(0);

  /** @param symmetry renames successors before they are looked up */
  constructor(
    private readonly parts: SearchParts,
    private readonly symmetry: Symmetry | null = null,
  ) {
    this.kernel = new Kernel(parts.store.words, parts.expander.program.tables);
    this.visited = new VisitedSet(parts.store.words);
  }

  get bytes(): number {
    return this.visited.bytes;
  }

  /** Takes an initial state; false when it was there. */
  begin(vector: Int32Array): boolean {
    const { kernel } = this;
    const { store } = this.parts;
    kernel.begin();
    const { batch, hashes, fresh } = kernel.arena;
    store.packing.pack(this.symmetry?.representative(vector) ?? vector, batch, 0);
    kernel.take();
    this.visited.lookUp(batch, hashes, 1, fresh);
    if (fresh[0] === 0) return false;
    store.appendRoot(batch);
    return true;
  }

  round(end: number): void {
    const { kernel, parts } = this;
    kernel.begin();
    const { outgrown } = expandInto(parts, kernel, parts.next, lastOfRound(parts, end));
    if (this.symmetry !== null) this.rename(this.symmetry);
    this.lookUp();
    if (outgrown && parts.overflowed === null) this.repack();
  }

  settle(): void {
    // Nothing is ever under way.
  }

  private repack(): boolean {
    const { kernel, parts } = this;
    const { store } = parts;
    if (!repack(parts, this.bytes)) return false;
    kernel.restart(store.words);
    this.visited.restart(store.words, store.count);
    store.eachSegment((states, count) => this.visited.refill(states, count));
    return true;
  }

  /** Puts the state that stands for its orbit in the place of each successor of the round. */
  private rename(symmetry: Symmetry): void {
    const { kernel, parts } = this;
    const { store, space } = parts;
    const { length } = space.before;
    const vector = new Int32Array(length);
    if (this.renamed.length < kernel.size * length) this.renamed = new Int32Array(kernel.size * length);
    const { renamed } = this;
    let fits = true;
    for (let i = 0; i < kernel.size; i++) {
      store.packing.unpack(kernel.arena.batch, i * store.packing.words, vector);
      const representative = symmetry.representative(vector);
      for (let c = 0, at = i * length; c < length; c++) renamed[at++] = representative[c]!;
      fits &&= store.packing.fits(representative, space.width);
    }
    // What the names are renamed to may be local states that no actor came to yet.
    if (!fits && !this.repack()) return kernel.begin();
    const { words } = store;
    const { batch, hashes } = kernel.arena;
    for (let i = 0; i < kernel.size; i++) {
      for (let c = 0, at = i * length; c < length; c++) vector[c] = renamed[at++]!;
      store.packing.pack(vector, batch, i * words);
      hashes[i] = hashOf(batch, i * words, words);
    }
  }

  /** Looks up the successors of the round, and keeps those that are new. */
  private lookUp(): void {
    const { kernel, parts, visited } = this;
    const { store, limits } = parts;
    const { arena, size, expanded } = kernel;
    const needed = visited.bytesFor(size) + store.bytesFor(size);
    if (needed > SMALL && !limits.memory.allows(needed)) {
      parts.overflowed = 'max-memory';
    } else {
      visited.lookUp(arena.batch, arena.hashes, size, arena.fresh);
      parts.transitions += size;
      if (!store.append(arena, kernel, limits.maxStates)) parts.overflowed = 'max-states';
    }
    parts.next += expanded;
  }
}
