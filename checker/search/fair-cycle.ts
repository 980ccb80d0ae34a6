import { IntList } from '../step/int-list.ts';
import { addClass } from './condition-sets.ts';
import type { GraphStep, LassoQuery } from './lasso.ts';

/** Nodes that the exact search for the shortest cycle may have. */
const EXACT_LIMIT = 1 << 22;
const UNSEEN = -2;
const ROOT = -1;

/**
 * A short cycle through a state of a fair component that gives every fairness condition its due: a weak one
 * is taken or passed where it is disabled, a strong one that the component ever enables is taken, and a state
 * of `must` is visited. It is the shortest such cycle through the state where the component is small enough to
 * search for it exactly, and one that goes from each due to the nearest next one where it is not.
 */
export class FairCycle {
  private readonly query: LassoQuery;
  private readonly id: number;
  /** The states of the component, the entry first, and the place of each. */
  private readonly states: number[];
  private readonly placeOf: ReadonlyMap<number, number>;
  /** The conditions that are still due, and whether a visit to `must` is. */
  private readonly due: Int32Array;
  private mustIsDue: boolean;
  private readonly enabled: Int32Array;

  constructor(query: LassoQuery, entry: number) {
    this.query = query;
    this.id = query.runs.componentOf(entry);
    const placeOf = new Map([[entry, 0]]);
    this.states = [entry];
    for (let i = 0; i < this.states.length; i++) {
      for (const target of this.inside(this.states[i]!)) {
        if (placeOf.has(target)) continue;
        placeOf.set(target, this.states.length);
        this.states.push(target);
      }
    }
    this.placeOf = placeOf;
    this.enabled = new Int32Array(query.sets.words);
    this.due = this.everEnabled();
    this.mustIsDue = query.must !== null;
    this.payAt(entry);
  }

  find(): GraphStep[] {
    const conditions = bitsOf(this.due);
    const debts = conditions.length + (this.mustIsDue ? 1 : 0);
    const small = debts <= 16 && this.states.length * 2 ** debts <= (this.query.exactLimit ?? EXACT_LIMIT);
    return small ? this.shortest(conditions, debts) : this.fromDueToDue();
  }

  private inside(state: number): number[] {
    const { graph, runs } = this.query;
    graph.expand(state);
    return Array.from(graph.targets.data.subarray(0, graph.targets.length)).filter(
      (target) => target >= 0 && runs.componentOf(target) === this.id,
    );
  }

  /** The fair conditions that some state of the component enables: no cycle can wrong the others. */
  private everEnabled(): Int32Array {
    const { graph, sets } = this.query;
    const ever = new Int32Array(sets.words);
    for (const state of this.states) {
      graph.expand(state);
      this.findEnabled();
      for (let w = 0; w < sets.words; w++) ever[w] = ever[w]! | this.enabled[w]!;
    }
    return ever.map((word, w) => word & (sets.weak[w]! | sets.strong[w]!));
  }

  private findEnabled(): void {
    const { graph, sets } = this.query;
    this.enabled.fill(0);
    for (const list of [graph.classes, graph.unknown])
      for (let i = 0; i < list.length; i++) addClass(sets, list.data[i]!, this.enabled);
  }

  /** Takes off the debts what passing a state pays: weak conditions that are disabled there. */
  private payAt(state: number): boolean {
    const { graph, sets, must } = this.query;
    graph.expand(state);
    this.findEnabled();
    const paid = this.due.map((word, w) => word & sets.weak[w]! & ~sets.strong[w]! & ~this.enabled[w]!);
    return this.pay(paid, must !== null && must[state] === 1);
  }

  private pay(conditions: Int32Array, visits: boolean): boolean {
    let paid = visits && this.mustIsDue;
    if (paid) this.mustIsDue = false;
    for (let w = 0; w < this.due.length; w++) {
      paid ||= (this.due[w]! & conditions[w]!) !== 0;
      this.due[w] = this.due[w]! & ~conditions[w]!;
    }
    return paid;
  }

  /** Breadth-first over (state, debts paid): the shortest cycle through the entry. */
  private shortest(conditions: readonly number[], debts: number): GraphStep[] {
    const { graph, sets, must } = this.query;
    const all = 2 ** debts - 1;
    const parent = new Int32Array(this.states.length << debts).fill(UNSEEN);
    const ordinal = new Int32Array(parent.length);
    const queue = new IntList(256);
    const paysIn = (set: Int32Array): number =>
      conditions.reduce((bits, condition, i) => (has(set, condition) ? bits | (1 << i) : bits), 0);
    const weakOnly = paysIn(sets.weak) & ~paysIn(sets.strong);
    const classPays = new Map<number, number>();
    const paysOf = (step: number): number => {
      const known = classPays.get(step);
      if (known !== undefined) return known;
      const taken = new Int32Array(sets.words);
      addClass(sets, step, taken);
      const pays = paysIn(taken);
      classPays.set(step, pays);
      return pays;
    };
    queue.push(0);
    parent[0] = ROOT;
    for (let i = 0; i < queue.length; i++) {
      const node = queue.data[i]!;
      const state = this.states[node >> debts]!;
      graph.expand(state);
      this.findEnabled();
      let paid = (node & all) | (weakOnly & ~paysIn(this.enabled));
      if (this.mustIsDue && must![state] === 1) paid |= 1 << conditions.length;
      for (let e = 0; e < graph.targets.length; e++) {
        const target = graph.targets.data[e]! < 0 ? undefined : this.placeOf.get(graph.targets.data[e]!);
        if (target === undefined) continue;
        const next = (target << debts) | paid | paysOf(graph.classes.data[e]!);
        const step = { state, ordinal: graph.ordinals.data[e]! };
        if (target === 0 && (next & all) === all) return [...this.pathTo(node, debts, parent, ordinal), step];
        if (parent[next] !== UNSEEN) continue;
        parent[next] = node;
        ordinal[next] = step.ordinal;
        queue.push(next);
      }
    }
    throw new Error('a fair component has no fair cycle: this is a bug in premortem, please report it.');
  }

  private pathTo(node: number, debts: number, parent: Int32Array, ordinal: Int32Array): GraphStep[] {
    const steps: GraphStep[] = [];
    for (let at = node; parent[at] !== ROOT; at = parent[at]!)
      steps.push({ state: this.states[parent[at]! >> debts]!, ordinal: ordinal[at]! });
    return steps.reverse();
  }

  private fromDueToDue(): GraphStep[] {
    const { sets } = this.query;
    const steps: GraphStep[] = [];
    const none = new Int32Array(sets.words);
    let at = 0;
    // The last leg leads back to the entry, by at least one step.
    for (let home = false; !home;) {
      home = !this.mustIsDue && this.due.every((word) => word === 0);
      const leg = this.nearest(at, home);
      for (const { place, ordinal, step } of leg) {
        steps.push({ state: this.states[place]!, ordinal });
        const taken = none.slice();
        addClass(sets, step, taken);
        this.pay(taken, false);
      }
      at = leg.at(-1)!.target;
      this.payAt(this.states[at]!);
    }
    return steps;
  }

  /** The shortest way to a step that pays a debt, or to a state that does; or home. */
  private nearest(from: number, home: boolean): Leg[] {
    const { graph } = this.query;
    const parent = new Int32Array(this.states.length).fill(UNSEEN);
    const via: (Leg | undefined)[] = [];
    const queue = [from];
    parent[from] = ROOT;
    const path = (last: Leg): Leg[] => {
      const legs = [last];
      for (let at = last.place; parent[at] !== ROOT; at = parent[at]!) legs.push(via[at]!);
      return legs.reverse();
    };
    for (const place of queue) {
      graph.expand(this.states[place]!);
      const edges: Leg[] = [];
      for (let e = 0; e < graph.targets.length; e++) {
        const target = graph.targets.data[e]! < 0 ? undefined : this.placeOf.get(graph.targets.data[e]!);
        if (target === undefined) continue;
        const step = graph.classes.data[e]!;
        edges.push({ place, target, ordinal: graph.ordinals.data[e]!, step });
      }
      for (const edge of edges) {
        if (home ? edge.target === 0 : this.pays(edge)) return path(edge);
        if (parent[edge.target] !== UNSEEN) continue;
        parent[edge.target] = place;
        via[edge.target] = edge;
        queue.push(edge.target);
      }
    }
    throw new Error('a fair component has no fair cycle: this is a bug in premortem, please report it.');
  }

  private pays(edge: Leg): boolean {
    const { graph, sets, must } = this.query;
    const taken = new Int32Array(sets.words);
    addClass(sets, edge.step, taken);
    if (taken.some((word, w) => (word & this.due[w]!) !== 0)) return true;
    const target = this.states[edge.target]!;
    if (this.mustIsDue && must![target] === 1) return true;
    graph.expand(target);
    this.findEnabled();
    return this.due.some((word, w) => (word & sets.weak[w]! & ~sets.strong[w]! & ~this.enabled[w]!) !== 0);
  }
}

/** A step inside the component, from place to place. */
interface Leg {
  readonly place: number;
  readonly target: number;
  readonly ordinal: number;
  /** Its class. */
  readonly step: number;
}

function has(set: Int32Array, bit: number): boolean {
  return ((set[bit >> 5]! >>> (bit & 31)) & 1) === 1;
}

function bitsOf(set: Int32Array): number[] {
  return Array.from({ length: set.length * 32 }, (_, bit) => bit).filter((bit) => has(set, bit));
}
