import type { Slices } from './slices.ts';
import { IntList } from '../step/int-list.ts';
import type { ConditionSets } from './condition-sets.ts';
import { FairCycle } from './fair-cycle.ts';
import type { FairRuns } from './fair-runs.ts';
import { Fair } from './fair-runs.ts';
import type { StepGraph } from './step-graph.ts';

/** One step of a run through the graph: from a state, the one at that place among what `IntegerSpace.next` answers. */
export interface GraphStep {
  readonly state: number;
  readonly ordinal: number;
}

/** A run that goes on for ever: its prefix, then its cycle again and again, or nothing more where it ends. */
export interface Lasso {
  /** It goes round its cycle, ends, or is wrong already at the end of its prefix, whatever comes after. */
  readonly kind: 'cycle' | 'end' | 'broken';
  /** The initial state it starts from. */
  readonly start: number;
  readonly prefix: readonly GraphStep[];
  /** Empty unless it goes round. */
  readonly cycle: readonly GraphStep[];
  /** The state at the end of the prefix. */
  readonly entry: number;
}

/** What a lasso is looked for among. */
export interface LassoQuery {
  readonly graph: StepGraph;
  readonly sets: ConditionSets;
  readonly runs: FairRuns;
  /** 1 for each state that the run may come to once it has left the first part of its prefix. */
  readonly inside: Uint8Array;
  /** 1 for each state where the second part of the prefix may start; null: only at the initial states. */
  readonly seeds: Uint8Array | null;
  /** 1 for each state that the cycle must come to; null for none. */
  readonly must: Uint8Array | null;
  /** 1 for each state inside where the run is wrong already, whatever comes after; null for none. */
  readonly broken?: Uint8Array | null;
  /** How many nodes the exact search for the shortest cycle may have. */
  readonly exactLimit?: number;
}

/** A lasso with the shortest possible prefix, or null when there is none. Its cycle is short, not always shortest. */
export function* findLasso(query: LassoQuery): Slices<Lasso | null> {
  const found = yield* new Prefix(query).find();
  if (found === null) return null;
  const { start, entry, prefix } = found;
  const kind = query.broken?.[entry] === 1 ? 'broken' : query.runs.kind[entry] === Fair.end ? 'end' : 'cycle';
  const cycle = kind === 'cycle' ? new FairCycle(query, entry).find() : [];
  return { kind, start, prefix, cycle, entry };
}

const UNSEEN = -2;
const ROOT = -1;
/** States between which the search lets others have their turn. */
const TURN = 4096;

/**
 * Breadth-first search for the nearest state from which a fair run stays inside. A run is in its first part
 * until it comes to a seed, from where on it must stay inside: node `s` is state `s` in the first part,
 * node `count + s` in the second.
 */
class Prefix {
  private readonly query: LassoQuery;
  private readonly parent: Int32Array;
  private readonly ordinal: Int32Array;
  private readonly queue = new IntList(1024);

  constructor(query: LassoQuery) {
    this.query = query;
    const nodes = 2 * query.graph.count;
    this.parent = new Int32Array(nodes).fill(UNSEEN);
    this.ordinal = new Int32Array(nodes);
  }

  *find(): Slices<{ start: number; entry: number; prefix: GraphStep[] } | null> {
    const { graph, runs, broken } = this.query;
    const { count } = graph;
    const { queue } = this;
    for (let s = 0; s < graph.initialCount; s++) this.arrive(s, false, ROOT, 0);
    for (let i = 0; i < queue.length; i++) {
      if (i % TURN === TURN - 1) yield;
      const node = queue.data[i]!;
      const second = node >= count;
      const state = second ? node - count : node;
      if (second && (runs.kind[state] !== Fair.none || broken?.[state] === 1)) return this.pathTo(node);
      graph.expand(state);
      const { targets, ordinals } = graph;
      for (let e = 0; e < targets.length; e++) {
        if (targets.data[e]! >= 0) this.arrive(targets.data[e]!, second, node, ordinals.data[e]!);
      }
    }
    return null;
  }

  private arrive(state: number, second: boolean, parent: number, ordinal: number): void {
    const { seeds, inside } = this.query;
    const { count } = this.query.graph;
    if (!second && seeds !== null && this.parent[state] === UNSEEN) this.put(state, parent, ordinal);
    const starts = seeds === null ? parent === ROOT : seeds[state] === 1;
    if ((second || starts) && inside[state] === 1 && this.parent[count + state] === UNSEEN)
      this.put(count + state, parent, ordinal);
  }

  private put(node: number, parent: number, ordinal: number): void {
    this.parent[node] = parent;
    this.ordinal[node] = ordinal;
    this.queue.push(node);
  }

  private pathTo(node: number): { start: number; entry: number; prefix: GraphStep[] } {
    const { count } = this.query.graph;
    const prefix: GraphStep[] = [];
    let at = node;
    for (; this.parent[at] !== ROOT; at = this.parent[at]!) {
      prefix.push({ state: this.parent[at]! % count, ordinal: this.ordinal[at]! });
    }
    return { start: at % count, entry: node % count, prefix: prefix.reverse() };
  }
}
