import type { SafetyChecks } from '../property/safety-checks.ts';
import type { Symmetry } from '../step/symmetry.ts';
import { EMPTY } from '../step/actor-table.ts';
import { EventClosure } from '../step/event-closure.ts';
import { Futures, Use } from '../step/futures.ts';
import { IntList } from '../step/int-list.ts';
import type { IntegerSpace } from '../step/integer-space.ts';
import { Found } from '../step/integer-space.ts';
import { Entry, isFault } from '../step/step-table.ts';
import type { StepFilter } from './expander.ts';
import { EarlierLevels } from './earlier-levels.ts';
import type { StateStore } from './state-store.ts';

/** Local steps that are worked out ahead before a system counts as too large for it. */
export const MAX_CELLS = 20_000;

/** What is known of the steps of one actor in a state. */
const Flag = { visible: 1, moves: 2, goesOn: 4, fresh: 8 } as const;

/**
 * Partial-order reduction for safety: persistent sets (Godefroid, Partial-Order Methods for the Verification of Concurrent
 * Systems, LNCS 1032, 1996, chapter 4) whose steps are all invisible (Peled, All from one, one for all, CAV 1993), with the
 * proviso for breadth-first search of Bošnački and Holzmann (Improving Spin's partial-order reduction for
 * breadth-first search, SPIN 2005), by levels so that it does not depend on the order within one.
 *
 * The steps of a state are grouped by the actor whose source they come from. Those of some actors are enough if nothing that
 * the others may ever do without them uses what they use, or what they depend on for being offered.
 */
export class PartialOrder implements StepFilter {
  readonly chosen: Uint8Array;
  private readonly earlier = new EarlierLevels();
  private readonly visiblePlaces: Uint8Array;
  /** By place: what its being offered depends on; what its steps of the present state use; how many there are. */
  private readonly offering: Int32Array;
  private readonly uses: Int32Array;
  private readonly counts: Int32Array;
  private readonly flags: Uint8Array;
  private readonly best: Uint8Array;
  private readonly group: Int32Array;
  private readonly tick: Int32Array;
  /** By place and local state: that of the closure, or EMPTY where it was not looked up. */
  private readonly localOf: readonly IntList[];
  private readonly locals: Int32Array;

  /** @param futures of the same system */
  private constructor(
    private readonly space: IntegerSpace,
    private readonly checks: SafetyChecks,
    private readonly closure: EventClosure,
    private readonly futures: Futures,
    private readonly symmetry: Symmetry | null,
  ) {
    const n = space.actors.length;
    const { words } = futures;
    this.chosen = new Uint8Array(n);
    this.best = new Uint8Array(n);
    this.visiblePlaces = new Uint8Array(n);
    for (const place of checks.watched) this.visiblePlaces[place] = 1;
    this.offering = new Int32Array(n * words);
    this.uses = new Int32Array(n * words);
    this.counts = new Int32Array(n);
    this.flags = new Uint8Array(n);
    this.group = new Int32Array(words);
    this.tick = new Int32Array(words);
    this.localOf = space.actors.map(() => new IntList(64));
    this.locals = new Int32Array(n);
    for (let place = 0; place < n; place++) this.noteOffering(place);
  }

  /**
   * The reduction for a system; null where what its actors may do is more than {@link MAX_CELLS} local steps.
   *
   * @throws ModelError when an actor cannot start
   */
  static of(
    space: IntegerSpace,
    checks: SafetyChecks,
    symmetry: Symmetry | null = null,
    most = MAX_CELLS,
  ): PartialOrder | null {
    const closure = new EventClosure(space.instance, most);
    return closure.isWhole
      ? new PartialOrder(space, checks, closure, new Futures(space.instance, closure), symmetry)
      : null;
  }

  /** Bytes of the set that the proviso needs. */
  get bytes(): number {
    return this.earlier.bytes;
  }

  choose(store: StateStore, levelEnd: number): boolean {
    const total = this.lookAtSteps(store, levelEnd);
    if (total < 2 || !this.findLocals()) return false;
    this.noteTick();
    let least = total;
    for (let place = 0; place < this.counts.length; place++) {
      if ((this.flags[place]! & (Flag.moves | Flag.visible)) !== Flag.moves) continue;
      const count = this.close(place);
      if (count >= least) continue;
      least = count;
      this.best.set(this.chosen);
    }
    if (least === total) return false;
    this.chosen.set(this.best);
    return true;
  }

  /** What must stay as it is for the sources of an actor to offer what they do. */
  private noteOffering(place: number): void {
    const { layout, instance } = this.space;
    const at = place * this.futures.words;
    const depend = (bit: number): void => this.put(this.offering, at, bit);
    depend(this.futures.bit(place, true));
    if (layout.timed) depend(this.futures.bit(layout.timers + place, true));
    for (const sender of this.futures.sendersTo(place))
      this.useChannel(this.offering, at, sender, place, true);
    for (const kind of ['lose', 'duplicate', 'crash', 'restart'] as const) {
      const budget = layout.budget(kind);
      // More than needed where only some of its channels are struck.
      if (budget >= 0 && instance.faults.budgets.has(kind)) {
        const strikes =
          kind === 'crash' || kind === 'restart'
            ? instance.faults.strikes(kind, place)
            : this.futures.sendersTo(place).some((sender) => instance.faults.strikes(kind, place, sender));
        if (strikes) depend(this.futures.bit(budget, true));
      }
    }
  }

  /** A use of a channel stands against all uses by others; a message put into it against all but its being taken out. */
  private useChannel(set: Int32Array, at: number, from: number, to: number, whole: boolean): boolean {
    const push = this.futures.channelBit(from, to, Use.push);
    if (push < 0) return false;
    this.put(set, at, push);
    this.put(set, at, this.futures.channelBit(from, to, Use.other));
    if (whole) this.put(set, at, this.futures.channelBit(from, to, Use.pop));
    return true;
  }

  /** Goes through the steps of the state once; how many there are, or 0 where one fails or finds a full channel. */
  private lookAtSteps(store: StateStore, levelEnd: number): number {
    const { space, earlier, counts, flags } = this;
    counts.fill(0);
    flags.fill(0);
    this.uses.set(this.offering);
    earlier.extend(store, levelEnd);
    space.begin();
    let total = 0;
    for (let found = space.next(); found !== Found.end; found = space.next()) {
      const { place, kind } = space.offer;
      if (found === Found.failed || found === Found.full) {
        total = 0;
        break;
      }
      if (found === Found.step) total++;
      if (place < 0) continue;
      if (found === Found.blocked || !this.noteUses(place)) flags[place]! |= Flag.visible;
      if (found === Found.step) {
        counts[place]!++;
        flags[place]! |= Flag.moves | (isFault(kind) ? 0 : Flag.goesOn);
        if ((flags[place]! & Flag.fresh) === 0 && !earlier.has(this.kept(), space.width))
          flags[place]! |= Flag.fresh;
      }
    }
    return total;
  }

  /** The state that the search keeps of that after the step at hand (Emerson, Jha and Peled, Combining partial order and symmetry reductions, TACAS 1997). */
  private kept(): Int32Array {
    const { symmetry, space } = this;
    return symmetry?.active === true ? symmetry.representative(space.after) : space.after;
  }

  /** Adds what the step at hand uses; false where it is visible, or may use what is not known. */
  private noteUses(place: number): boolean {
    const { space, futures, uses } = this;
    const { kind, component } = space.offer;
    const at = place * futures.words;
    const { actors, channels } = space.layout;
    if (space.stepNode > 0 && this.checks.speaksOf(space.stepNode)) return false;
    if (kind !== Entry.lose && kind !== Entry.duplicate) {
      if (space.isUnbounded) return false;
      const reads = space.readBy();
      for (let i = 0; i < reads.length; i++) {
        const read = reads.data[i]!;
        if (read < channels) this.put(uses, at, futures.bit(read, true));
        // What was read and is not changed: no message was put into it, or it lost as much as it got.
        else if (space.after[read] === space.before[read] && !this.useMain(at, read, true)) return false;
      }
    }
    for (let i = 0; i < space.changedCount; i++) {
      const changed = space.changed[i]!;
      if (changed < actors && this.visiblePlaces[changed] === 1) return false;
      if (changed >= channels) {
        if (!this.useMain(at, changed, changed === component || this.mayHaveDropped(changed))) return false;
        continue;
      }
      this.put(uses, at, futures.bit(changed, false));
      this.put(uses, at, futures.bit(changed, true));
    }
    return true;
  }

  /** Whether a channel is full after the step and drops what is too much: the step may have met that already. */
  private mayHaveDropped(component: number): boolean {
    const channel = this.space.channels[component - this.space.layout.channels]!;
    const { whenFull, capacity } = channel.delivery;
    return whenFull === 'drop' && channel.content(this.space.after[component]!).length >= capacity;
  }

  private useMain(at: number, component: number, whole: boolean): boolean {
    const { sender, receiver } = this.space.channels[component - this.space.layout.channels]!;
    return this.useChannel(this.uses, at, sender, receiver, whole);
  }

  /** Looks up where each actor is in the closure; false where one is nowhere in it. */
  private findLocals(): boolean {
    const { space, localOf, locals, closure } = this;
    for (let place = 0; place < locals.length; place++) {
      const list = localOf[place]!;
      const local = space.before[place]!;
      if (local >= list.length) list.extend(local + 1 - list.length, EMPTY);
      if (list.data[local] === EMPTY)
        list.data[local] = closure.actors[place]!.localOf(space.actors[place]!.keyOf(local));
      if (list.data[local] === EMPTY) return false;
      locals[place] = list.data[local]!;
    }
    return true;
  }

  /** What a tick would use: it looks at all timers, and changes those that there are. */
  private noteTick(): void {
    const { time } = this.space.instance;
    const { layout, before } = this.space;
    this.tick.fill(0);
    if (time === null || time === 'untimed') return;
    for (let place = 0; place < layout.actors; place++) {
      const timers = layout.timers + place;
      this.put(this.tick, 0, this.futures.bit(timers, false));
      if (before[timers] !== 0) this.put(this.tick, 0, this.futures.bit(timers, true));
    }
  }

  /**
   * Puts into `chosen` an actor with all others whose futures do not go with its steps, nor with theirs.
   *
   * @returns how many steps they have; Infinity where they are not enough for the state
   */
  private close(first: number): number {
    const { chosen, group, futures, uses, flags, counts, locals } = this;
    const { words } = futures;
    const n = chosen.length;
    chosen.fill(0);
    group.fill(0);
    let count = 0;
    let found = 0;
    for (let added = first; added >= 0;) {
      if ((flags[added]! & Flag.visible) !== 0) return Infinity;
      chosen[added] = 1;
      count += counts[added]!;
      found |= flags[added]!;
      for (let w = 0; w < words; w++) group[w]! |= uses[added * words + w]!;
      added = -1;
      for (let place = 0; place < n; place++) {
        if (chosen[place] === 1 || !this.meets(futures.sets[place]!, locals[place]! * words)) continue;
        added = place;
        break;
      }
    }
    if (this.meets(this.tick, 0)) return Infinity;
    return (found & Flag.goesOn) !== 0 && (found & Flag.fresh) !== 0 ? count : Infinity;
  }

  private meets(set: Int32Array, at: number): boolean {
    const { group } = this;
    for (let w = 0; w < group.length; w++) if ((set[at + w]! & group[w]!) !== 0) return true;
    return false;
  }

  private put(set: Int32Array, at: number, bit: number): void {
    set[at + (bit >>> 5)]! |= 1 << (bit & 31);
  }
}
