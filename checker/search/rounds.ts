import type { SafetyChecks } from '../property/safety-checks.ts';
import type { IntegerSpace } from '../step/integer-space.ts';
import { Expander } from './expander.ts';
import { Kernel, SUCCESSORS, Stop } from './kernel.ts';
import type { MemoryLimit } from './memory-limit.ts';
import { StateStore } from './state-store.ts';

/** Fewer bytes than this are not worth asking for. */
const SMALL = 1 << 12;

/** Limits of one search. */
export interface SearchLimits {
  readonly maxStates: number;
  readonly memory: MemoryLimit;
  /** Stop as soon as every property is decided: the rest of the space, and coverage, are not seen. */
  readonly stopWhenDecided: boolean;
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
  /** Expands states from `next` up to `end` or less, which lie on one level, and keeps what is new after them. */
  round(end: number): void;
}

/** How many local ids each component has so far. */
export function sizesOf(space: IntegerSpace): number[] {
  return Array.from({ length: space.width }, (_, component) => space.sizeOf(component));
}

/** The parts of a search that has not begun. */
export function partsOf(space: IntegerSpace, checks: SafetyChecks, limits: SearchLimits): SearchParts {
  const store = new StateStore(sizesOf(space));
  const expander = new Expander(space, store, checks);
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
    at += kernel.generate(store.segmentOf(at), store.offsetOf(at), store.reach(at, end - at));
    if (kernel.why === Stop.done) continue;
    // A state with more successors than a round has room for makes that larger.
    if (kernel.why === Stop.full && kernel.expanded > 0) break;
    if (!expander.attend(at, kernel)) return { at, outgrown: true };
    at++;
    if (kernel.isFull || isDecided(parts)) break;
  }
  return { at, outgrown: false };
}

/**
 * The end of a round: where the limit of states is so near that it might be met, the round is one state, so that the search stops after the
 * same state whoever carries it out.
 */
export function lastOfRound({ store, limits, next }: SearchParts, end: number, threads: number): number {
  return store.count + threads * SUCCESSORS > limits.maxStates ? Math.min(end, next + 1) : end;
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

  constructor(private readonly parts: SearchParts) {
    this.kernel = new Kernel(parts.store.packing.words, parts.expander.program.tables);
  }

  get bytes(): number {
    return this.kernel.visited.bytes;
  }

  /** Takes an initial state; false when it was there. */
  begin(vector: Int32Array): boolean {
    const { kernel } = this;
    const { store } = this.parts;
    kernel.begin();
    store.packing.pack(vector, kernel.batch, 0);
    kernel.take();
    kernel.lookUp();
    if (kernel.fresh[0] === 0) return false;
    store.appendRoot(kernel.batch);
    return true;
  }

  round(end: number): void {
    const { kernel, parts } = this;
    kernel.begin();
    const { outgrown } = expandInto(parts, kernel, parts.next, lastOfRound(parts, end, 1));
    this.lookUp();
    if (outgrown && parts.overflowed === null && repack(parts, this.bytes)) {
      const { store } = parts;
      kernel.restart(store.packing.words, store.count);
      store.eachSegment((states, count) => kernel.visited.refill(states, count));
    }
  }

  /** Looks up the successors of the round, and keeps those that are new. */
  private lookUp(): void {
    const { kernel, parts } = this;
    const { store, limits } = parts;
    const needed = kernel.visited.bytesFor(kernel.size) + store.bytesFor(kernel.size);
    if (needed > SMALL && !limits.memory.allows(needed)) {
      parts.overflowed = 'max-memory';
    } else {
      kernel.lookUp();
      parts.transitions += kernel.size;
      if (store.append(kernel, 0, kernel.expanded, 0, parts.next, limits.maxStates) < 0)
        parts.overflowed = 'max-states';
    }
    parts.next += kernel.expanded;
  }
}
