import { IntList } from '../step/int-list.ts';
import { TupleTable } from '../step/tuple-table.ts';
import { NO_CLASS } from './condition-sets.ts';
import type { LabelledGraph } from './labelled-graph.ts';
import type { GraphStep, Lasso } from './lasso.ts';
import type { Memory } from './memory.ts';
import { FAILED, WRONG } from './memory.ts';
import type { Slices } from './slices.ts';
import { NO_PARENT } from './state-store.ts';
import { OUTSIDE } from './step-graph.ts';
import type { StepGraph } from './step-graph.ts';

/** Nodes between which the search lets others have their turn. */
const TURN = 4096;

/**
 * The product of a graph and what a property remembers: its nodes are pairs of a state and a memory, numbered in
 * order of discovery. A self-loop that changes what is remembered leads to another node, so it is among the
 * steps here.
 */
export class ProductGraph implements StepGraph {
  count = 0;
  initialCount = 0;
  readonly targets = new IntList();
  readonly classes = new IntList();
  readonly ordinals = new IntList();
  readonly unknown: IntList;
  private readonly graph: LabelledGraph;
  private readonly memory: Memory;
  /** The pairs. */
  private readonly nodes = new TupleTable(2);
  /** The node from which each was found, and by which of its steps. */
  private readonly parents = new IntList(1024);
  private readonly ways = new IntList(1024);

  constructor(graph: LabelledGraph, memory: Memory) {
    this.graph = graph;
    this.memory = memory;
    this.unknown = graph.unknown;
  }

  /**
   * Finds the nodes breadth-first.
   *
   * @param limit how many are expanded at most
   * @returns the shortest run to what is wrong, the first in offered order, or null; and whether all were expanded
   */
  *explore(limit: number): Slices<{ wrong: Lasso | null; whole: boolean }> {
    const { graph, memory, nodes } = this;
    for (let state = 0; state < graph.initialCount; state++) {
      const remembered = memory.start(state);
      if (remembered === WRONG) return { wrong: this.runTo(state, null), whole: false };
      this.node(state, remembered, NO_PARENT, 0);
    }
    this.initialCount = nodes.count;
    let next = 0;
    for (; next < nodes.count && next < limit; next++) {
      if (next % TURN === TURN - 1) yield;
      const state = this.stateOf(next);
      const before = this.memoryOf(next);
      graph.expand(state);
      const { targets, ordinals, labels } = graph;
      for (let e = 0; e < targets.length; e++) {
        const target = targets.data[e]!;
        const remembered = memory.after(before, labels.data[e]!, target);
        if (remembered === WRONG) return { wrong: this.runTo(next, ordinals.data[e]!), whole: false };
        if (target === OUTSIDE || remembered === FAILED) continue;
        this.node(target, remembered, next, ordinals.data[e]!);
      }
    }
    this.count = next;
    this.initialCount = Math.min(this.initialCount, next);
    return { wrong: null, whole: next === nodes.count };
  }

  /** The state of a node, and what is remembered there. */
  stateOf(node: number): number {
    return this.nodes.entries[2 * node]!;
  }

  memoryOf(node: number): number {
    return this.nodes.entries[2 * node + 1]!;
  }

  expand(node: number): void {
    const { graph, memory, targets, classes, ordinals } = this;
    targets.length = classes.length = ordinals.length = 0;
    const state = this.stateOf(node);
    const before = this.memoryOf(node);
    graph.expand(state);
    for (let e = 0; e < graph.targets.length; e++) {
      const target = graph.targets.data[e]!;
      const step = graph.classes.data[e]!;
      let to = OUTSIDE;
      if (target !== OUTSIDE) {
        const remembered = memory.after(before, graph.labels.data[e]!, target);
        if (step === NO_CLASS && remembered === before) continue;
        if (remembered !== FAILED) to = this.find(target, remembered);
      }
      targets.push(to);
      classes.push(step);
      ordinals.push(graph.ordinals.data[e]!);
    }
  }

  /** A run of the product as one of the graph. */
  project({ kind, start, prefix, cycle, entry }: Lasso): Lasso {
    const steps = (list: readonly GraphStep[]): GraphStep[] =>
      list.map(({ state, ordinal }) => ({ state: this.stateOf(state), ordinal }));
    return {
      kind,
      start: this.stateOf(start),
      prefix: steps(prefix),
      cycle: steps(cycle),
      entry: this.stateOf(entry),
    };
  }

  /** The number of a node, or OUTSIDE where it was not expanded. */
  private find(state: number, remembered: number): number {
    const node = this.intern(state, remembered);
    return node < this.count ? node : OUTSIDE;
  }

  private node(state: number, remembered: number, parent: number, way: number): void {
    const known = this.nodes.count;
    if (this.intern(state, remembered) !== known) return;
    this.parents.push(parent);
    this.ways.push(way);
  }

  private intern(state: number, remembered: number): number {
    this.nodes.probe[0] = state;
    this.nodes.probe[1] = remembered;
    return this.nodes.intern();
  }

  /** The run to a node and on by one of its steps; without one, the run that is an initial state and no more. */
  private runTo(at: number, last: number | null): Lasso {
    if (last === null) return { kind: 'broken', start: at, prefix: [], cycle: [], entry: at };
    const prefix: GraphStep[] = [{ state: this.stateOf(at), ordinal: last }];
    let node = at;
    for (; this.parents.data[node] !== NO_PARENT; node = this.parents.data[node]!)
      prefix.push({ state: this.stateOf(this.parents.data[node]!), ordinal: this.ways.data[node]! });
    return { kind: 'broken', start: this.stateOf(node), prefix: prefix.reverse(), cycle: [], entry: at };
  }
}
