import { ModelError } from '../system/errors.ts';
import type { ChannelTable } from '../step/channel-table.ts';
import type { IntegerSpace, StepChoice } from '../step/integer-space.ts';
import { Found } from '../step/integer-space.ts';
import { isFault } from '../step/step-table.ts';
import { Ended } from '../step/ended.ts';
import type { SafetyChecks } from '../property/safety-checks.ts';
import { MemoryLimit } from './memory-limit.ts';
import { PackedSteps } from './packed-steps.ts';
import { NO_PARENT, StateStore } from './state-store.ts';

/** Why a search is not the whole space. */
export type Incomplete =
  | { readonly why: 'max-states'; readonly limit: number }
  | { readonly why: 'max-seconds'; readonly limit: number }
  /** In bytes. */
  | { readonly why: 'max-memory'; readonly limit: number }
  | { readonly why: 'interrupted' }
  | { readonly why: 'out-of-memory'; readonly states: number }
  | { readonly why: 'decided' }
  | { readonly why: 'full-channel'; readonly from: string; readonly to: string; readonly capacity: number };

/** User code that failed during the search, and the state it failed in; null where it is not of one state. */
export interface SearchFailure {
  readonly error: ModelError;
  readonly state: number | null;
}

/** How many table cells are asked again at the end of a search. */
const ASKED_AGAIN = 300;

/** Limits of one search. */
export interface SearchLimits {
  readonly maxStates: number;
  /** Bytes that the process may hold; any number unless given. */
  readonly maxMemory?: number;
  /** Stop as soon as every property is decided: the rest of the space, and coverage, are not seen. */
  readonly stopWhenDecided: boolean;
}

/**
 * Exact breadth-first search: every state once, in the order that makes the first state found on a level
 * the one whose trace comes first by (declared actor order, offered step order). So every counterexample
 * is a shortest one, and always the same.
 */
export class BreadthFirstSearch {
  readonly space: IntegerSpace;
  readonly store: StateStore;
  /** Steps that change the state, each counted from each state. */
  transitions = 0;
  /** Steps that a full channel disabled. */
  blocked = 0;
  /** States without a step but faults. */
  ends = 0;
  /** Everything that kept the search from being whole, each once. */
  readonly bounds: Incomplete[] = [];
  failure: SearchFailure | null = null;
  /** How starting the actors came about, for each initial state by index. */
  readonly starts: StepChoice[] = [];
  done = false;
  private readonly fullChannels: ChannelTable[] = [];
  private readonly checks: SafetyChecks;
  readonly limits: SearchLimits;
  readonly memory: MemoryLimit;
  private readonly packed: PackedSteps;
  private readonly after: Int32Array;
  /** The next state to expand: all before it were. And the first state of the level after its own. */
  next = 0;
  private levelEnd = 0;
  private level = 0;

  /** @throws ModelError when an actor cannot start */
  constructor(space: IntegerSpace, checks: SafetyChecks, limits: SearchLimits) {
    this.space = space;
    this.checks = checks;
    this.limits = limits;
    const initial = space.initial();
    this.memory = new MemoryLimit(limits.maxMemory ?? Infinity);
    this.store = new StateStore(this.sizes(), limits.maxStates, this.memory);
    this.packed = new PackedSteps(space);
    this.after = new Int32Array(space.before.length);
    for (const { vector, start, ended } of initial) {
      if (ended !== Ended.ok) {
        this.stopped(ended === Ended.full);
        continue;
      }
      const count = this.store.count;
      this.store.offer(vector, NO_PARENT);
      this.store.flush();
      if (this.store.count > count) this.starts.push(start);
    }
    if (this.store.count === 0 && this.bounds.length === 0) {
      throw new ModelError(
        'starting the actors is blocked by a full channel, so there is no initial state.',
        {},
      );
    }
    this.levelEnd = this.store.count;
  }

  /** Steps from an initial state to the deepest state found. */
  get depth(): number {
    return this.store.count > this.levelEnd ? this.level + 1 : this.level;
  }

  /** States that wait to be expanded. */
  get frontier(): number {
    return this.store.count - this.next;
  }

  /** The bound to tell of where one must do: one of the search itself rather than a full channel. */
  get incomplete(): Incomplete | null {
    const rank = ({ why }: Incomplete): number => (why === 'decided' ? 2 : why === 'full-channel' ? 1 : 0);
    return this.bounds.toSorted((a, b) => rank(a) - rank(b))[0] ?? null;
  }

  /** True when all reachable states were expanded and nothing in them was left out. */
  get complete(): boolean {
    return this.done && this.bounds.length === 0 && this.failure === null;
  }

  /** Expands up to `count` more states; true when the search is over. */
  advance(count: number): boolean {
    const until = this.next + count;
    while (!this.done && this.next < until) {
      if (this.next === this.store.count) this.store.flush();
      if (this.next === this.store.count) {
        this.finish();
        break;
      }
      if (this.next === this.levelEnd) this.nextLevel();
      this.expand(this.next++);
      if (this.store.overflowed !== null) {
        this.finish();
      } else if (this.limits.stopWhenDecided && this.checks.decided) {
        this.stop({ why: 'decided' });
      }
    }
    return this.done;
  }

  /** Ends the search early. */
  stop(why: Incomplete): void {
    if (this.done) return;
    this.store.flush();
    if (this.next < this.store.count) this.bounds.push(why);
    this.finish();
  }

  /** Ends a search that has run out of memory, touching nothing that might ask for more. */
  abandon(): void {
    this.bounds.push({ why: 'out-of-memory', states: this.store.count });
    this.end();
  }

  /** Ends the search. The states found but not expanded still have their state properties checked. */
  private finish(): void {
    const { store, space, checks } = this;
    store.flush();
    if (store.overflowed === 'max-states')
      this.bounds.push({ why: 'max-states', limit: this.limits.maxStates });
    else if (store.overflowed !== null) this.bounds.push({ why: 'max-memory', limit: this.memory.bytes });
    for (let index = this.next; index < store.count; index++) {
      store.read(index, space.before);
      checks.state(space.before, index);
    }
    // A property was asked of a state before the orders were known in which it came again.
    if (space.actors.some((actor) => actor.hasOrders)) {
      checks.forget();
      for (let index = 0; index < store.count; index++) {
        store.read(index, space.before);
        checks.state(space.before, index);
      }
    }
    const error = space.askAgain(ASKED_AGAIN);
    if (error !== null) this.failure ??= { error, state: null };
    this.end();
  }

  private end(): void {
    this.done = true;
    // What is done from here on only finds traces again.
    this.space.counting = false;
  }

  private nextLevel(): void {
    // The level after the current one ends where discovery stands once all of the current is expanded.
    this.store.flush();
    this.level++;
    this.levelEnd = this.store.count;
  }

  private expand(index: number): void {
    const { space, store } = this;
    store.read(index, space.before);
    this.checks.state(space.before, index);
    if (this.packed.at(store.packing)) this.expandPacked(index);
    else this.expandAll(index);
  }

  /** Adds the states after one whose steps are all remembered. */
  private expandPacked(index: number): void {
    const { space, store, checks, packed } = this;
    const { leaves, moves, count } = packed;
    const { cache } = space;
    const { words } = store.packing;
    const from = index * words;
    let steps = 0;
    for (let i = 0; i < count; i++) {
      const leaf = leaves.data[i]!;
      const isStep = moves.data[i] === 1;
      if (cache.loses.data[leaf] === 1) space.countLosses(leaf);
      if (isStep) {
        steps++;
        if (store.full) store.flush();
        packed.write(i, store.states, from, store.batch, store.batched * words);
        store.offerPacked(index);
      }
      const node = cache.stepNode.data[leaf]!;
      if (!checks.wantsStep(node)) continue;
      const { after } = this;
      if (isStep) store.packing.unpack(store.batch, (store.batched - 1) * words, after);
      checks.step(space.before, isStep ? after : space.before, node, index, i, isStep);
    }
    this.transitions += steps;
    if (steps === 0) this.noteEnd(index);
  }

  private expandAll(index: number): void {
    const { space, checks } = this;
    space.begin();
    let steps = 0;
    let unknown = false;
    let goesOn = false;
    for (let ordinal = 0; ; ordinal++) {
      const found = space.next();
      if (found === Found.end) break;
      if (found === Found.step) {
        steps++;
        // That something may yet break does not save a run from being stuck.
        if (!isFault(space.offer.kind)) goesOn = true;
        checks.step(space.before, space.after, space.stepNode, index, ordinal, true);
        this.add(index);
      } else if (found === Found.selfLoop) {
        checks.step(space.before, space.after, space.stepNode, index, ordinal, false);
      } else if (found === Found.failed) {
        unknown = true;
        this.failure ??= { error: space.error!, state: index };
      } else {
        unknown ||= found === Found.full;
        this.stopped(found === Found.full);
      }
    }
    this.transitions += steps;
    if (!goesOn && !unknown) this.noteEnd(index);
  }

  private noteEnd(index: number): void {
    this.ends++;
    this.checks.end(this.space.before, index);
  }

  private add(parent: number): void {
    const { space, store } = this;
    if (store.full) store.flush();
    if (this.outgrown()) {
      store.flush();
      if (!store.repack(this.sizes(), space.before.length)) return;
    }
    store.offer(space.after, parent);
  }

  private outgrown(): boolean {
    const { space, store } = this;
    const { room } = store.packing;
    if (room.length < space.width) return true;
    for (let i = 0; i < space.changedCount; i++) {
      const component = space.changed[i]!;
      if (space.after[component]! >= room[component]!) return true;
    }
    return false;
  }

  private stopped(full: boolean): void {
    if (!full) {
      this.blocked++;
      return;
    }
    const channel = this.space.stoppedBy!;
    if (this.fullChannels.includes(channel)) return;
    this.fullChannels.push(channel);
    const { actors } = this.space.instance;
    this.bounds.push({
      why: 'full-channel',
      from: actors[channel.sender]!.id,
      to: actors[channel.receiver]!.id,
      capacity: channel.delivery.capacity,
    });
  }

  private sizes(): number[] {
    return Array.from({ length: this.space.width }, (_, component) => this.space.sizeOf(component));
  }
}
