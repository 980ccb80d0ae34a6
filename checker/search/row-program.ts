import type { SafetyChecks } from '../property/safety-checks.ts';
import type { ModelError } from '../system/errors.ts';
import type { ChannelTable } from '../step/channel-table.ts';
import { Found } from '../step/found.ts';
import { IntList } from '../step/int-list.ts';
import type { IntegerSpace } from '../step/integer-space.ts';
import type { Packing } from '../step/packing.ts';
import type { SourceSteps } from '../step/source-steps.ts';
import type { Source } from '../step/sources.ts';
import { Flag, Row } from './kernel.ts';
import type { StepTables } from './kernel.ts';

/** Integers that trees and rows may take before nothing more is remembered. */
const MOST = 1 << 25;
/** A node's words before its children. */
const HEAD = 4;
/** A tree that begins at a root, not at a slot of the program. */
const NO_SLOT = -1;
/** Children that a node begins with. */
const FEW = 4;
/** Distinct rows among which one that is there already is looked for. */
const MOST_DISTINCT = 1 << 16;
/** A check that was asked fewer times may well be one that sees the same again and again. */
const MANY_ASKED = 1 << 14;
/** The leaf of a check that was asked. */
const ASKED = -1;

/** Offsets of one offer in the details of a row: {@link Found} and kind of step, place or channel, event, record. */
export const Detail = { found: 0, kind: 1, source: 2, event: 3, node: 4, size: 5 } as const;

/** What of a row cannot be told in integers. */
interface Trouble {
  readonly error: ModelError | null;
  readonly fullChannel: ChannelTable | null;
  readonly blocked: number;
  readonly lost: readonly number[];
}

/**
 * The steps of a space as {@link StepTables}: for each source a decision tree over the components that its steps
 * read, down to a row with a mask and a value for each step and word of the packed state. What is not known yet is asked of
 * {@link SourceSteps} and compiled here, for one packing.
 */
export class RowProgram {
  readonly program = new IntList(4096);
  readonly rows = new IntList(4096);
  readonly details = new IntList(4096);
  /** By row: what it has beside integers. */
  readonly troubles = new Map<number, Trouble>();
  sources: readonly Source[] = [];
  /** Rows by the hash of what they say: many states have the same steps, and the fewer rows the more of them are in the cache. */
  private readonly distinct = new Map<number, number>();
  private packing!: Packing;
  private readonly space: IntegerSpace;
  readonly tables: StepTables;
  private readonly checks: SafetyChecks;
  /** The components that each check of states looks at. */
  private readonly observed: readonly (readonly number[])[];
  /** Of each check, how often it was asked of something new under this packing. */
  private asked: number[] = [];
  private shared = false;
  /** Where rows that are not kept begin, and their details. */
  private keptRows = 0;
  private keptDetails = 0;

  /** @param most integers that trees and rows may take before nothing more is remembered */
  constructor(
    space: IntegerSpace,
    checks: SafetyChecks,
    packing: Packing,
    private readonly most = MOST,
  ) {
    this.space = space;
    this.tables = { program: this.program.data, rows: this.rows.data, roots: new Int32Array(0), checks: 0 };
    this.checks = checks;
    this.observed = checks.observed;
    this.restart(packing);
  }

  /** Has all tables lie where other threads can see them. */
  share(): void {
    this.shared = true;
    this.program.share();
    this.rows.share();
    const roots = new Int32Array(new SharedArrayBuffer(this.tables.roots.byteLength));
    roots.set(this.tables.roots);
    this.tables.roots = roots;
    this.show();
  }

  /** Forgets everything and compiles for a packing from now on. */
  restart(packing: Packing): void {
    this.packing = packing;
    for (const list of [this.program, this.rows, this.details]) list.length = 0;
    this.troubles.clear();
    this.distinct.clear();
    this.asked = this.observed.map(() => 0);
    // Nodes and rows count from 1; row 0 is the answer where nothing is known.
    this.program.push(0);
    this.rows.extend(Row.head, 0);
    // Of a channel that has no field yet, nothing waits in any state.
    this.sources = this.space.offer.currentSources();
    this.keptRows = this.rows.length;
    this.keptDetails = 0;
    const roots = 4 * (this.observed.length + this.sources.length);
    this.tables.roots = new Int32Array(this.shared ? new SharedArrayBuffer(roots) : new ArrayBuffer(roots));
    this.tables.checks = this.observed.length;
    this.show();
  }

  /** The row of a source, or its fork, for the state whose words are at `at`; 0 where it is not known. */
  find(source: number, states: Int32Array, at: number): number {
    return -this.walk(this.tables.roots[this.observed.length + source]!, states, at);
  }

  /** Whether a row is a fork: each offer of its source has a tree of its own. */
  isFork(row: number): boolean {
    return (this.rows.data[row + Row.flags]! & Flag.fork) !== 0;
  }

  /** The row of an offer, by its place in a fork; 0 where it is not known. */
  findOf(fork: number, offer: number, states: Int32Array, at: number): number {
    return -this.walk(this.program.data[this.rows.data[fork + Row.head + offer]!]!, states, at);
  }

  private walk(node: number, states: Int32Array, at: number): number {
    const { data } = this.program;
    while (node > 0) {
      const head = data[node]!;
      const local = ((states[at + (head >>> 5)]! >>> head) & data[node + 1]!) - data[node + 2]!;
      node = local >>> 0 < data[node + 3]! ? data[node + HEAD + local]! : 0;
    }
    return node;
  }

  /**
   * Notes that all checks of states have been asked of the state in `space.before`, whose words are at `at`.
   *
   * @param seen how many states were looked at so far
   */
  noteAsked(states: Int32Array, at: number, seen: number): void {
    this.observed.forEach((places, check) => {
      if (!this.checks.isOpen(check)) {
        this.tables.roots[check] = ASKED;
        return;
      }
      // A check that sees something else in nearly every state is asked in every state.
      const asked = this.asked[check]!;
      if ((asked > MANY_ASKED && 2 * asked > seen) || this.program.length >= this.most) return;
      if (this.walk(this.tables.roots[check]!, states, at) !== 0) return;
      this.asked[check] = asked + 1;
      this.insert(check, NO_SLOT, places, ASKED);
    });
  }

  /** Whether all that steps change has room in the packed words. */
  fits({ components, locals }: SourceSteps): boolean {
    const { room } = this.packing;
    for (let i = 0; i < components.length; i++) {
      const component = components.data[i]!;
      if (component >= room.length || locals.data[i]! >= room[component]!) return false;
    }
    return true;
  }

  /**
   * Adds the row of what a source offers in the state in `space.before`, or one offer of it.
   *
   * @param isPlain false where step properties must be asked in each state that has it
   * @param fork the fork that the offer belongs to, and its place in it
   */
  add(source: number, steps: SourceSteps, isPlain: boolean, fork = 0, offer = 0): number {
    // Asked once: writing the row may take the last room.
    const isKept = !steps.unbounded && this.hasRoom;
    const row = this.write(steps, isPlain, isKept);
    if (isKept) {
      const slot = fork === 0 ? NO_SLOT : this.rows.data[fork + Row.head + offer]!;
      this.keep(this.observed.length + source, slot, this.readBy(source, steps, fork !== 0), -row);
    }
    this.show();
    return row;
  }

  /** Adds a fork for the offers that a source has in the state in `space.before`; 0 where there is no room for it. */
  fork(source: number, offers: number): number {
    if (!this.hasRoom) return 0;
    const { rows, program } = this;
    const slots = program.extend(offers, 0);
    const row = rows.extend(Row.head + offers, 0);
    rows.data[row + Row.moves] = offers;
    rows.data[row + Row.flags] = Flag.fork;
    for (let i = 0; i < offers; i++) rows.data[row + Row.head + i] = slots + i;
    this.keep(this.observed.length + source, NO_SLOT, this.space.offer.readsOf(this.sources[source]!), -row);
    this.show();
    return row;
  }

  private get hasRoom(): boolean {
    return this.program.length + this.rows.length < this.most;
  }

  /** What a row depends on; what all offers of its source depend on stands before the fork already. */
  private readBy(source: number, { reads }: SourceSteps, inFork: boolean): readonly number[] {
    const all = Array.from(reads.data.subarray(0, reads.length));
    return inFork ? all.slice(this.space.offer.readsOf(this.sources[source]!).length) : all;
  }

  private keep(root: number, slot: number, reads: Iterable<number>, leaf: number): void {
    this.keptRows = this.rows.length;
    this.keptDetails = this.details.length;
    this.insert(root, slot, reads, leaf);
  }

  /** Lets go of rows that are not kept. */
  release(): void {
    if (this.rows.length === this.keptRows) return;
    for (const row of this.troubles.keys()) if (row >= this.keptRows) this.troubles.delete(row);
    this.rows.length = this.keptRows;
    this.details.length = this.keptDetails;
  }

  private write(steps: SourceSteps, isPlain: boolean, isKept: boolean): number {
    const { rows, details } = this;
    const { words, wordOf, shiftOf, maskOf } = this.packing;
    const { found, start, components, locals, lost, blocked, error, fullChannel } = steps;
    let moves = 0;
    for (let i = 0; i < found.length; i++) if (found.data[i] === Found.step) moves++;
    // In one piece: another thread has all of a row or nothing.
    const row = rows.extend(Row.head + 2 * words * moves, 0);
    const detailsAt = details.length;
    let at = row + Row.head;
    for (let i = 0; i < found.length; i++) {
      details.push(found.data[i]!);
      details.push(steps.kinds.data[i]!);
      details.push(steps.sources.data[i]!);
      details.push(steps.events.data[i]!);
      details.push(steps.nodes.data[i]!);
      if (found.data[i] !== Found.step) continue;
      for (let w = 0; w < words; w++) rows.data[at + 2 * w] = -1;
      for (let j = start.data[i]!; j < start.data[i + 1]!; j++) {
        const component = components.data[j]!;
        const word = at + 2 * wordOf[component]!;
        const field = maskOf[component]! << shiftOf[component]!;
        rows.data[word]! &= ~field;
        rows.data[word + 1] = (rows.data[word + 1]! & ~field) | (locals.data[j]! << shiftOf[component]!);
      }
      at += 2 * words;
    }
    const isCalm = isPlain && lost.length === 0 && blocked === 0;
    rows.data[row + Row.moves] = moves;
    rows.data[row + Row.flags] =
      (steps.goesOn ? Flag.goesOn : 0) | (steps.unknown ? Flag.unknown : 0) | (isCalm ? Flag.plain : 0);
    rows.data[row + Row.details] = detailsAt;
    rows.data[row + Row.ordinals] = found.length;
    if (lost.length > 0 || blocked > 0 || error !== null || fullChannel !== null)
      this.troubles.set(row, {
        error,
        fullChannel,
        blocked,
        lost: Array.from(lost.data.subarray(0, lost.length)),
      });
    // A row that is let go must not be found again.
    else if (isKept) return this.same(row, detailsAt);
    return row;
  }

  /** The row that says the same as the last one, which is then let go; else that itself. */
  private same(row: number, detailsAt: number): number {
    const { rows, details, distinct } = this;
    let hash = 0;
    // Where its details lie is not what it says.
    for (let i = row; i < rows.length; i++)
      if (i !== row + Row.details) hash = Math.imul(hash ^ rows.data[i]!, 0x9e3779b1) ^ (hash >>> 15);
    for (let i = detailsAt; i < details.length; i++)
      hash = Math.imul(hash ^ details.data[i]!, 0x85ebca6b) ^ (hash >>> 13);
    const known = distinct.get(hash);
    if (known === undefined || !this.isSame(known, row, detailsAt)) {
      if (distinct.size < MOST_DISTINCT) distinct.set(hash, row);
      return row;
    }
    rows.length = row;
    details.length = detailsAt;
    return known;
  }

  /** Whether a row says the same as the last one, whose details begin at `detailsAt`. */
  private isSame(known: number, last: number, detailsAt: number): boolean {
    const rows = this.rows.data;
    const details = this.details.data;
    for (let i = 0; i < this.rows.length - last; i++)
      if (i !== Row.details && rows[known + i] !== rows[last + i]) return false;
    const from = rows[known + Row.details]!;
    for (let i = 0; i < this.details.length - detailsAt; i++)
      if (details[from + i] !== details[detailsAt + i]) return false;
    return true;
  }

  /** Leads the state in `space.before` to `leaf`: from a root, or from a slot of the program where one is given. */
  private insert(root: number, from: number, reads: Iterable<number>, leaf: number): void {
    const { tables, program, space } = this;
    const { room, wordOf, shiftOf, maskOf } = this.packing;
    let slot = from;
    for (const component of reads) {
      // A component that has no field, or one of no bits, is in its first local state in all that is packed so.
      if (component >= room.length || maskOf[component] === 0) continue;
      let node = slot < 0 ? tables.roots[root]! : program.data[slot]!;
      // A node of another component would take this one's local ids for its own: it gives way.
      if (node < 0 || program.data[node] !== ((wordOf[component]! << 5) | shiftOf[component]!)) node = 0;
      const local = space.before[component]!;
      const isWithin =
        node !== 0 &&
        local >= program.data[node + 2]! &&
        local < program.data[node + 2]! + program.data[node + 3]!;
      if (!isWithin) {
        node = this.node(component, local, node);
        this.link(root, slot, node);
      }
      slot = node + HEAD + local - program.data[node + 2]!;
    }
    this.link(root, slot, leaf);
    this.show();
  }

  /** Atomically, so that another thread that sees a node or row sees what was written into it before. */
  private link(root: number, slot: number, to: number): void {
    if (slot < 0) Atomics.store(this.tables.roots, root, to);
    else Atomics.store(this.program.data, slot, to);
  }

  /** A node with a child for a local id, and with those of `old`, or none where that is 0. */
  private node(component: number, local: number, old: number): number {
    const { program } = this;
    const { wordOf, shiftOf, maskOf } = this.packing;
    const most = maskOf[component]! + 1;
    let first = local - (local % FEW);
    let end = Math.min(most, first + FEW);
    const { data } = program;
    const oldFirst = old === 0 ? first : data[old + 2]!;
    const oldEnd = old === 0 ? first : oldFirst + data[old + 3]!;
    if (old !== 0) {
      // Twice as many, so that a node is copied few times.
      const more = oldEnd - oldFirst;
      first = local < oldFirst ? Math.max(0, Math.min(first, oldFirst - more)) : oldFirst;
      end = local < oldEnd ? oldEnd : Math.min(most, Math.max(end, oldEnd + more));
    }
    const node = program.extend(HEAD + end - first, 0);
    program.data[node] = (wordOf[component]! << 5) | shiftOf[component]!;
    program.data[node + 1] = maskOf[component]!;
    program.data[node + 2] = first;
    program.data[node + 3] = end - first;
    if (old !== 0)
      program.data.copyWithin(node + HEAD + oldFirst - first, old + HEAD, old + HEAD + oldEnd - oldFirst);
    return node;
  }

  private show(): void {
    this.tables.program = this.program.data;
    this.tables.rows = this.rows.data;
  }
}
