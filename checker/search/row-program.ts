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
/** Children that a node begins with. */
const FEW = 4;
/** Distinct rows among which one that is there already is looked for. */
const MOST_DISTINCT = 1 << 16;
/** More actors than this make nearly every state another for a check. */
const MAX_OBSERVED = 6;
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
  /** Rows by what they say: many states have the same steps, and the fewer rows the more of them are in the cache. */
  private readonly distinct = new Map<string, number>();
  private packing!: Packing;
  private readonly space: IntegerSpace;
  readonly tables: StepTables;
  private readonly checks: SafetyChecks;
  /** The components that each check of states looks at; null where they are too many for a tree. */
  private readonly observed: readonly (readonly number[] | null)[];
  private shared = false;
  /** Where rows that are not kept begin, and their details. */
  private keptRows = 0;
  private keptDetails = 0;

  constructor(space: IntegerSpace, checks: SafetyChecks, packing: Packing) {
    this.space = space;
    this.tables = { program: this.program.data, rows: this.rows.data, roots: new Int32Array(0), checks: 0 };
    this.checks = checks;
    this.observed = checks.observed.map((places) => (places.length > MAX_OBSERVED ? null : places));
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

  /** The row of a source for the state whose words are at `at`; 0 where it is not known. */
  find(source: number, states: Int32Array, at: number): number {
    return -this.walk(this.observed.length + source, states, at);
  }

  private walk(root: number, states: Int32Array, at: number): number {
    const { data } = this.program;
    let node = this.tables.roots[root]!;
    while (node > 0) {
      const head = data[node]!;
      const local = ((states[at + (head >>> 5)]! >>> head) & data[node + 1]!) - data[node + 2]!;
      node = local >>> 0 < data[node + 3]! ? data[node + HEAD + local]! : 0;
    }
    return node;
  }

  /** Notes that all checks of states have been asked of the state in `space.before`, whose words are at `at`. */
  noteAsked(states: Int32Array, at: number): void {
    this.observed.forEach((places, check) => {
      if (!this.checks.isOpen(check)) this.tables.roots[check] = ASKED;
      else if (places !== null && this.program.length < MOST && this.walk(check, states, at) === 0)
        this.insert(check, places, ASKED);
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
   * Adds the row of what a source offers in the state in `space.before`.
   *
   * @param isPlain false where step properties must be asked in each state that has it
   */
  add(source: number, steps: SourceSteps, isPlain: boolean): number {
    const row = this.write(steps, isPlain);
    if (!steps.unbounded && this.program.length + this.rows.length < MOST) {
      this.keptRows = this.rows.length;
      this.keptDetails = this.details.length;
      const { data, length } = steps.reads;
      this.insert(this.observed.length + source, data.subarray(0, length), -row);
    }
    this.show();
    return row;
  }

  /** Lets go of rows that are not kept. */
  release(): void {
    if (this.rows.length === this.keptRows) return;
    for (const row of this.troubles.keys()) if (row >= this.keptRows) this.troubles.delete(row);
    this.rows.length = this.keptRows;
    this.details.length = this.keptDetails;
  }

  private write(steps: SourceSteps, isPlain: boolean): number {
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
    else if (!steps.unbounded) return this.same(row, detailsAt);
    return row;
  }

  /** The row that says the same as the last one, which is then let go; else that itself. */
  private same(row: number, detailsAt: number): number {
    const { rows, details, distinct } = this;
    const text = `${rows.data.subarray(row, row + Row.details).join()},${rows.data.subarray(row + Row.ordinals, rows.length).join()};${details.data.subarray(detailsAt, details.length).join()}`;
    const known = distinct.get(text);
    if (known === undefined) {
      if (distinct.size < MOST_DISTINCT) distinct.set(text, row);
      return row;
    }
    rows.length = row;
    details.length = detailsAt;
    return known;
  }

  /** Leads the state in `space.before` from a root to `leaf`. */
  private insert(root: number, reads: Iterable<number>, leaf: number): void {
    const { tables, program, space } = this;
    const { room, wordOf, shiftOf } = this.packing;
    let slot = -1;
    for (const component of reads) {
      // A component that has no field is in its first local state in all that is packed so.
      if (component >= room.length) continue;
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
