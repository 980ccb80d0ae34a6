import type { Slices } from './slices.ts';
import { IntList } from '../step/int-list.ts';
import { OUTSIDE } from './step-graph.ts';
import type { StepGraph } from './step-graph.ts';

/** What decides which states a component search looks for. */
export interface ComponentJudge {
  /** Called once for each state, when the graph stands expanded at it: whether it is looked for. */
  state(state: number): boolean;
  /**
   * Called for each strongly connected component when it is complete: whether it is looked for, or those of
   * its states whose own components are to be judged in its place.
   */
  component(states: Int32Array, id: number): boolean | Int32Array;
}

/** Turns between which a search lets others have theirs. */
const TURN = 4096;

const NEW = 0;
/** The order of a state whose component is complete. */
const DONE = -1;

/**
 * Strongly connected components by depth-first search (R. Tarjan, "Depth-first search and linear graph
 * algorithms", 1972, section 4), with an explicit stack: the steps of a state are worked out once, and wait
 * on a second stack until they are followed. Components are complete in reverse topological order, so in the
 * same pass each state learns whether it reaches one that the judge looks for.
 */
export class ComponentSearch {
  /** 1 for each visited state from which something looked for can be reached. */
  readonly reaches: Uint8Array;
  /** The component of each state; those of a nested search replace those of the outer one. */
  readonly component: Int32Array;
  private readonly graph: StepGraph;
  private readonly judge: ComponentJudge;
  /** The region each state belongs to; a search stays inside one. */
  private readonly region: Int32Array;
  /** Classes of steps that are followed; all of them unless given. */
  private readonly follows: Uint8Array | null;
  private readonly order: Int32Array;
  private readonly low: Int32Array;
  private readonly open = new IntList(1024);
  private readonly frames = new IntList(1024);
  private readonly frameStart = new IntList(1024);
  private readonly pending = new IntList(4096);
  private visited = 0;
  private components = 0;
  private regions = 1;

  /** @param inside 1 for each state that the search may visit */
  constructor(
    graph: StepGraph,
    inside: Uint8Array,
    judge: ComponentJudge,
    follows: Uint8Array | null = null,
  ) {
    this.graph = graph;
    this.judge = judge;
    this.follows = follows;
    this.region = Int32Array.from(inside);
    this.reaches = new Uint8Array(graph.count);
    this.component = new Int32Array(graph.count).fill(-1);
    this.order = new Int32Array(graph.count);
    this.low = new Int32Array(graph.count);
  }

  /** Visits all that can be reached from a state inside its region. Yields every few thousand turns. */
  *from(state: number): Slices<void> {
    if (this.region[state] !== 0 && this.order[state] === NEW) yield* this.visit(state, this.region[state]!);
  }

  /** Judges the components that some states of a complete component form by themselves. */
  private *split(states: Int32Array): Slices<boolean> {
    const region = ++this.regions;
    const outer = this.region[states[0]!]!;
    for (let i = 0; i < states.length; i++) {
      this.region[states[i]!] = region;
      this.order[states[i]!] = NEW;
    }
    let found = false;
    for (let i = 0; i < states.length; i++) {
      if (this.order[states[i]!] === NEW) yield* this.visit(states[i]!, region);
      found ||= this.reaches[states[i]!] === 1;
    }
    // What is visited later may lead to them.
    for (let i = 0; i < states.length; i++) this.region[states[i]!] = outer;
    return found;
  }

  private *visit(root: number, region: number): Slices<void> {
    const { frames, frameStart, pending, order, low, reaches } = this;
    const base = frames.length;
    this.enter(root);
    for (let turn = 1; frames.length > base; turn++) {
      if (turn % TURN === 0) yield;
      const state = frames.data[frames.length - 1]!;
      if (pending.length > frameStart.data[frameStart.length - 1]!) {
        const target = pending.data[--pending.length]!;
        if (this.region[target] !== region) continue;
        const seen = order[target]!;
        if (seen === NEW) this.enter(target);
        else if (seen === DONE) reaches[state]! |= reaches[target]!;
        else if (seen < low[state]!) low[state] = seen;
        continue;
      }
      frames.length--;
      frameStart.length--;
      if (low[state] === order[state]) yield* this.complete(state);
      if (frames.length === base) continue;
      const parent = frames.data[frames.length - 1]!;
      if (order[state] !== DONE && low[state]! < low[parent]!) low[parent] = low[state]!;
      reaches[parent]! |= reaches[state]!;
    }
  }

  private enter(state: number): void {
    const { graph, pending, follows } = this;
    this.order[state] = this.low[state] = ++this.visited;
    this.open.push(state);
    this.frames.push(state);
    this.frameStart.push(pending.length);
    graph.expand(state);
    if (this.judge.state(state)) this.reaches[state] = 1;
    const { targets, classes } = graph;
    for (let i = targets.length - 1; i >= 0; i--) {
      const target = targets.data[i]!;
      if (target === OUTSIDE || (follows !== null && follows[classes.data[i]!] === 0)) continue;
      pending.push(target);
    }
  }

  private *complete(root: number): Slices<void> {
    const { open, order, reaches, component } = this;
    const id = this.components++;
    let from = open.length;
    let reached = 0;
    do {
      const state = open.data[--from]!;
      order[state] = DONE;
      component[state] = id;
      reached |= reaches[state]!;
    } while (open.data[from] !== root);
    const states = open.data.slice(from, open.length);
    open.length = from;
    const verdict = this.judge.component(states, id);
    if (typeof verdict === 'boolean' ? verdict : yield* this.split(verdict)) reached = 1;
    for (let i = 0; i < states.length; i++) reaches[states[i]!] = reached;
  }
}
