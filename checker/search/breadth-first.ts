import { ModelError } from '../system/errors.ts';
import type { ChannelTable } from '../step/channel-table.ts';
import type { IntegerSpace, StepChoice } from '../step/integer-space.ts';
import { Found } from '../step/integer-space.ts';
import { askAgain } from '../step/ask-again.ts';
import { IntList } from '../step/int-list.ts';
import { SourceSteps } from '../step/source-steps.ts';
import { Ended } from '../step/ended.ts';
import type { SafetyChecks } from '../property/safety-checks.ts';
import { Flag, Kernel, Row, Stop } from './kernel.ts';
import type { MemoryLimit } from './memory-limit.ts';
import { Detail, RowProgram } from './row-program.ts';
import { StateStore } from './state-store.ts';

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

/** Actors that the steps of a source may be made to depend on, so that a step property is asked once for all of them. */
const MAX_SETTLED = 6;

/** Fewer bytes than this are not worth asking for. */
const SMALL = 1 << 16;

/** Limits of one search. */
export interface SearchLimits {
  readonly maxStates: number;
  readonly memory: MemoryLimit;
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
  /** What left no room for a state that was met. */
  private overflowed: 'max-states' | 'max-memory' | null = null;
  private readonly kernel: Kernel;
  readonly program: RowProgram;
  private readonly steps: SourceSteps;
  /** Of the state that is looked at: the row of each source, and whether it is met for the first time. */
  readonly rows = new IntList(16);
  private readonly isNew = new IntList(16);
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
    this.memory = limits.memory;
    this.store = new StateStore(this.sizes());
    this.kernel = new Kernel(this.store.packing.words);
    this.program = new RowProgram(space, this.kernel, checks);
    this.program.restart(this.store.packing);
    this.steps = new SourceSteps(space);
    this.after = new Int32Array(space.before.length);
    for (const { vector, start, ended, fullChannel } of initial) {
      if (ended === Ended.ok) this.begin(vector, start);
      else if (fullChannel !== null) this.noteFull(fullChannel);
      else this.blocked++;
    }
    if (this.store.count === 0 && this.bounds.length === 0) {
      throw new ModelError(
        'starting the actors is blocked by a full channel, so there is no initial state.',
        {},
      );
    }
    this.levelEnd = this.store.count;
  }

  private begin(vector: Int32Array, start: StepChoice): void {
    const { kernel, store } = this;
    kernel.begin();
    store.packing.pack(vector, kernel.batch, 0);
    kernel.take();
    kernel.lookUp();
    if (kernel.fresh[0] === 0) return;
    store.appendRoot(kernel.batch);
    this.starts.push(start);
  }

  /** Steps that change the state, each counted from each state. */
  get transitions(): number {
    return this.kernel.steps;
  }

  /** Bytes of states, parents and visited set. */
  get bytes(): number {
    return this.store.bytes + this.kernel.visited.bytes;
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
      if (this.next === this.store.count) {
        this.finish();
        break;
      }
      if (this.next === this.levelEnd) {
        this.level++;
        this.levelEnd = this.store.count;
      }
      this.round(Math.min(until, this.levelEnd));
      if (this.overflowed !== null) this.finish();
      else if (this.isDecided) this.stop({ why: 'decided' });
    }
    return this.done;
  }

  /** Ends the search early. */
  stop(why: Incomplete): void {
    if (this.done) return;
    if (this.next < this.store.count) this.bounds.push(why);
    this.finish();
  }

  /** Ends a search that has run out of memory, touching nothing that might ask for more. */
  abandon(): void {
    this.bounds.push({ why: 'out-of-memory', states: this.store.count });
    this.done = true;
  }

  /** Ends the search. The states found but not expanded still have their state properties checked. */
  private finish(): void {
    const { store, space, checks } = this;
    if (this.overflowed === 'max-states')
      this.bounds.push({ why: 'max-states', limit: this.limits.maxStates });
    else if (this.overflowed !== null) this.bounds.push({ why: 'max-memory', limit: this.memory.bytes });
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
    const error = askAgain(space, ASKED_AGAIN);
    if (error !== null) this.failure ??= { error, state: null };
    this.done = true;
  }

  private get isDecided(): boolean {
    return this.limits.stopWhenDecided && this.checks.decided;
  }

  /** Expands states from `next` up to `end`, which lie on one level, and looks up what comes after them. */
  private round(end: number): void {
    const { kernel, store } = this;
    kernel.begin();
    let at = this.next;
    while (at < end) {
      at += kernel.generate(store.segmentOf(at), store.offsetOf(at), store.reach(at, end - at));
      if (kernel.why === Stop.done) continue;
      // A state with more successors than a round has room for makes that larger.
      if (kernel.why === Stop.full && kernel.expanded > 0) break;
      this.attend(at++);
      if (kernel.isFull || this.overflowed !== null || this.isDecided) break;
    }
    this.endRound();
  }

  /** Looks up the successors of the round, and keeps those that are new. */
  private endRound(): void {
    const { kernel, store, limits, memory } = this;
    const needed = kernel.visited.bytesFor(kernel.size) + store.bytesFor(kernel.size);
    if (needed > 0 && !memory.allows(needed)) {
      this.overflowed = 'max-memory';
    } else {
      kernel.lookUp();
      if (!store.append(kernel, this.next, limits.maxStates)) this.overflowed = 'max-states';
    }
    this.next += kernel.expanded;
    kernel.begin();
  }

  /** Expands a state with everything that integers do not tell: what is new, user code, ends, losses. */
  private attend(index: number): void {
    const { space, store, checks, program, kernel, rows } = this;
    store.read(index, space.before);
    checks.state(space.before, index);
    // A step may outgrow the packing, in which the successors so far are written.
    while (!this.findRows(index)) {
      this.endRound();
      if (!this.repack()) return;
    }
    program.noteAsked(store.segmentOf(index), store.offsetOf(index));
    const start = kernel.size;
    let flags = 0;
    let ordinal = 0;
    for (let k = 0; k < rows.length; k++) {
      const row = rows.data[k]!;
      flags |= program.rows.data[row + Row.flags]!;
      const first = kernel.size;
      this.write(row, index);
      if (this.isNew.data[k] === 1 || (program.rows.data[row + Row.flags]! & Flag.attend) !== 0)
        this.heed(row, index, ordinal, first);
      ordinal += program.rows.data[row + Row.ordinals]!;
    }
    kernel.close(start);
    program.release();
    if ((flags & (Flag.goesOn | Flag.unknown)) === 0) this.noteEnd(index);
  }

  /**
   * Finds the rows of the state in `space.before`, working out those that are not known.
   *
   * @returns false when the packing has no room for what they lead to
   */
  findRows(index: number): boolean {
    const { store, checks, program, steps, rows, isNew } = this;
    const states = store.segmentOf(index);
    const at = store.offsetOf(index);
    rows.length = isNew.length = 0;
    for (let k = 0; k < program.sources.length; k++) {
      let row = program.find(k, states, at);
      isNew.push(row === 0 ? 1 : 0);
      if (row === 0) {
        steps.of(program.sources[k]!);
        if (!program.fits(steps)) return false;
        row = program.add(k, steps, checks.hasSteps && !this.settle() ? Flag.attend : 0);
      }
      rows.push(row);
    }
    return true;
  }

  /**
   * Has rows depend on what step properties observe too, so that these are asked once a row.
   *
   * @returns false where that is too much, and they must be asked in each state
   */
  private settle(): boolean {
    const { checks, steps } = this;
    const places = new Set<number>();
    for (let i = 0; i < steps.found.length; i++) {
      const found = steps.found.data[i]!;
      if (found === Found.step || found === Found.selfLoop) checks.observedBy(steps.nodes.data[i]!, places);
    }
    if (places.size > MAX_SETTLED) return false;
    for (const place of places) steps.read(place);
    return true;
  }

  /** Writes the successors that a row leads to from a state into the round. */
  private write(row: number, index: number): void {
    const { kernel, store, program } = this;
    const { words } = store.packing;
    const { data } = program.rows;
    const moves = data[row]!;
    kernel.reserve(moves);
    const { batch } = kernel;
    const states = store.segmentOf(index);
    const at = store.offsetOf(index);
    let from = row + Row.head;
    for (let m = 0; m < moves; m++) {
      const to = kernel.size * words;
      for (let w = 0; w < words; w++, from += 2)
        batch[to + w] = (states[at + w]! & data[from]!) | data[from + 1]!;
      kernel.take();
    }
  }

  /** Sees to what a row has beside its steps. Those written of it begin at `first` in the round. */
  private heed(row: number, index: number, ordinal: number, first: number): void {
    const { space, store, checks, program, kernel, after } = this;
    const trouble = program.troubles.get(row);
    if (trouble !== undefined) {
      this.blocked += trouble.blocked;
      if (trouble.error !== null) this.failure ??= { error: trouble.error, state: index };
      if (trouble.fullChannel !== null) this.noteFull(trouble.fullChannel);
      for (let i = 0; i < trouble.lost.length; i += 2)
        space.countLoss(trouble.lost[i]!, trouble.lost[i + 1]!);
    }
    if (!checks.hasSteps) return;
    const { data } = program.details;
    let detail = program.rows.data[row + Row.details]!;
    let move = first;
    for (let i = 0; i < program.rows.data[row + Row.ordinals]!; i++, detail += Detail.size) {
      const isStep = data[detail] === Found.step;
      if (isStep) move++;
      if (!isStep && data[detail] !== Found.selfLoop) continue;
      const node = data[detail + Detail.node]!;
      if (!checks.wantsStep(node)) continue;
      if (isStep) store.packing.unpack(kernel.batch, (move - 1) * store.packing.words, after);
      checks.step(space.before, isStep ? after : space.before, node, index, ordinal + i, isStep);
    }
  }

  private noteEnd(index: number): void {
    this.ends++;
    this.checks.end(this.space.before, index);
  }

  /** Packs all states anew, for the local ids there are now; false when memory does not allow it. */
  private repack(): boolean {
    const { store, kernel, space, memory } = this;
    const sizes = this.sizes();
    const needed = store.bytesToRepack(sizes) + kernel.visited.bytes;
    if (this.overflowed !== null || (needed > SMALL && !memory.allows(needed))) {
      this.overflowed ??= 'max-memory';
      return false;
    }
    store.repack(sizes, space.before.length);
    kernel.restart(store.packing.words, store.count);
    store.eachSegment((states, count) => kernel.visited.refill(states, count));
    this.program.restart(store.packing);
    return true;
  }

  private noteFull(channel: ChannelTable): void {
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
