import { IntList } from '../step/int-list.ts';
import { Found } from '../step/integer-space.ts';
import type { BreadthFirstSearch } from './breadth-first.ts';
import { PackedSteps } from './packed-steps.ts';
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
  private readonly steps: PackedSteps;

  constructor(search: BreadthFirstSearch) {
    this.search = search;
    this.kinds = new StepKinds(search.space);
    this.count = search.next;
    this.initialCount = Math.min(search.starts.length, this.count);
    const bits = Math.max(4, 32 - Math.clz32(this.count * SLOTS_PER_STATE));
    this.shift = 32 - bits;
    this.slots = new Int32Array(2 ** bits);
    this.packed = new Int32Array(search.store.packing.words);
    this.steps = new PackedSteps(search.space);
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
    if (this.steps.at(store.packing)) return this.expandPacked(state);
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

  /** The same of a state whose steps are all remembered. */
  private expandPacked(state: number): void {
    const { steps, kinds, packed, targets, classes, ordinals } = this;
    const { states, packing } = this.search.store;
    const from = state * packing.words;
    for (let i = 0; i < steps.count; i++) {
      if (steps.moves.data[i] === 0) continue;
      steps.write(i, states, from, packed, 0);
      targets.push(this.lookUp());
      classes.push(kinds.ofPacked(steps.kinds.data[i]!, steps.sources.data[i]!, steps.events.data[i]!));
      ordinals.push(i);
    }
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
    const { packing, states } = this.search.store;
    const { words } = packing;
    let slot = hashOf(packed, 0, words) >>> this.shift;
    for (;;) {
      const state = slots[slot]! - 1;
      if (state < 0) return OUTSIDE;
      const at = state * words;
      let w = 0;
      while (w < words && states[at + w] === packed[w]) w++;
      if (w === words) return state;
      slot = slot + 1 === slots.length ? 0 : slot + 1;
    }
  }

  private index(): void {
    const { slots } = this;
    const { packing, states } = this.search.store;
    for (let state = 0; state < this.count; state++) {
      let slot = hashOf(states, state * packing.words, packing.words) >>> this.shift;
      while (slots[slot] !== 0) slot = slot + 1 === slots.length ? 0 : slot + 1;
      slots[slot] = state + 1;
    }
  }
}
