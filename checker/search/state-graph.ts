import { IntList } from '../step/int-list.ts';
import { Found } from '../step/integer-space.ts';
import type { BreadthFirstSearch } from './breadth-first.ts';
import { Row } from './kernel.ts';
import { Detail } from './row-program.ts';
import type { StepGraph } from './step-graph.ts';
import { OUTSIDE } from './step-graph.ts';
import { StepKinds } from './step-kinds.ts';
import { hashOf } from './visited-set.ts';

/** Slots for each state of the index. */
const SLOTS_PER_STATE = 2;

/**
 * The expanded states of a finished breadth-first search as a graph: their steps are worked out again from the
 * tables, and the state after each is looked up in an index from packed states to their numbers.
 */
export class StateGraph implements StepGraph {
  readonly count: number;
  readonly initialCount: number;
  readonly kinds: StepKinds;
  readonly targets = new IntList();
  readonly classes = new IntList();
  readonly ordinals = new IntList();
  readonly unknown = new IntList();
  readonly search: BreadthFirstSearch;
  private readonly slots: Int32Array;
  private readonly shift: number;
  private readonly packed: Int32Array;

  constructor(search: BreadthFirstSearch) {
    this.search = search;
    this.kinds = new StepKinds(search.space);
    this.count = search.next;
    this.initialCount = Math.min(search.starts.length, this.count);
    const bits = Math.max(4, 32 - Math.clz32(this.count * SLOTS_PER_STATE));
    this.shift = 32 - bits;
    this.slots = new Int32Array(2 ** bits);
    this.packed = new Int32Array(search.store.packing.words);
    this.index();
  }

  /** Bytes of the index. */
  get bytes(): number {
    return this.slots.byteLength;
  }

  expand(state: number): void {
    const { search, kinds, targets, classes, ordinals, unknown } = this;
    const { space, store } = search;
    targets.length = classes.length = ordinals.length = unknown.length = 0;
    store.read(state, space.before);
    if (search.expander.findRows(state)) return this.expandRows(state);
    space.begin();
    for (let ordinal = 0; ; ordinal++) {
      const found = space.next();
      if (found === Found.end) return;
      if (found === Found.step) {
        targets.push(this.find(space.after));
        classes.push(kinds.current());
        ordinals.push(ordinal);
      } else if (found === Found.full || found === Found.failed) {
        unknown.push(kinds.current());
      }
    }
  }

  /** The same from the rows of the state. */
  private expandRows(state: number): void {
    const { kinds, packed, targets, classes, ordinals, unknown } = this;
    const { store } = this.search;
    const { program, rows } = this.search.expander;
    const { words } = store.packing;
    const states = store.segmentOf(state);
    const from = store.offsetOf(state);
    const { data } = program.rows;
    const details = program.details.data;
    let ordinal = 0;
    for (let k = 0; k < rows.length; k++) {
      const row = rows.data[k]!;
      let move = row + Row.head;
      let detail = data[row + Row.details]!;
      for (let i = data[row + Row.ordinals]!; i > 0; i--, ordinal++, detail += Detail.size) {
        const found = details[detail]!;
        if (found === Found.selfLoop || found === Found.blocked) continue;
        const kind = kinds.of(
          details[detail + Detail.kind]!,
          details[detail + Detail.source]!,
          details[detail + Detail.event]!,
        );
        if (found !== Found.step) {
          unknown.push(kind);
          continue;
        }
        for (let w = 0; w < words; w++, move += 2)
          packed[w] = (states[from + w]! & data[move]!) | data[move + 1]!;
        targets.push(this.lookUp());
        classes.push(kind);
        ordinals.push(ordinal);
      }
    }
    program.release();
  }

  /** The number of a state, or {@link OUTSIDE}. */
  find(vector: Int32Array): number {
    const { packing } = this.search.store;
    const { room } = packing;
    for (let c = 0; c < this.search.space.width; c++) {
      if (vector[c]! >= (c < room.length ? room[c]! : 1)) return OUTSIDE;
    }
    packing.pack(vector, this.packed, 0);
    return this.lookUp();
  }

  /** The number of the state in `packed`, or {@link OUTSIDE}. */
  private lookUp(): number {
    const { slots, packed } = this;
    const { store } = this.search;
    const { words } = store.packing;
    let slot = hashOf(packed, 0, words) >>> this.shift;
    for (;;) {
      const state = slots[slot]! - 1;
      if (state < 0) return OUTSIDE;
      const states = store.segmentOf(state);
      const at = store.offsetOf(state);
      let w = 0;
      while (w < words && states[at + w] === packed[w]) w++;
      if (w === words) return state;
      slot = slot + 1 === slots.length ? 0 : slot + 1;
    }
  }

  private index(): void {
    const { slots } = this;
    const { store } = this.search;
    for (let state = 0; state < this.count; state++) {
      let slot = hashOf(store.segmentOf(state), store.offsetOf(state), store.packing.words) >>> this.shift;
      while (slots[slot] !== 0) slot = slot + 1 === slots.length ? 0 : slot + 1;
      slots[slot] = state + 1;
    }
  }
}
