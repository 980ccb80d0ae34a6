import type { Slices } from './slices.ts';
import { addClass } from './condition-sets.ts';
import type { ConditionSets } from './condition-sets.ts';
import { ComponentSearch } from './component-search.ts';
import type { ComponentJudge } from './component-search.ts';
import type { StepGraph } from './step-graph.ts';

/** What a state is to the fair runs of a region. */
export const Fair = {
  /** No fair run stays in the region from a cycle through it. */
  none: 0,
  /** No fair step is enabled: a run may stop here for ever. */
  end: 1,
  /** It lies in a component that a fair run may go round for ever. */
  cycle: 2,
} as const;

/**
 * The fair runs that stay in a region of the graph for ever. A run that stops is fair where no fair step is
 * enabled; one that goes round is fair to a weak condition when it is disabled again and again or taken again
 * and again, and to a strong one when it is taken again and again if it is enabled again and again.
 *
 * A component holds a fair cycle if and only if every weak condition is somewhere disabled or taken inside it,
 * and every strong one enabled in it is taken inside it; where a strong one is not, the states that enable it
 * are left out and what remains is split again (E. A. Emerson and C.-L. Lei, "Modalities for model checking",
 * 1987; O. Lichtenstein and A. Pnueli, 1985).
 */
export class FairRuns implements ComponentJudge {
  /** One of {@link Fair} for each state visited. */
  readonly kind: Uint8Array;
  private readonly graph: StepGraph;
  private readonly sets: ConditionSets;
  /** 1 for each state that a run must come to again and again; all of them when null. */
  private readonly must: Uint8Array | null;
  private readonly components: ComponentSearch;
  private readonly enabled: Int32Array;
  private readonly taken: Int32Array;
  private readonly ever: Int32Array;
  private readonly always: Int32Array;

  constructor(graph: StepGraph, inside: Uint8Array, sets: ConditionSets, must: Uint8Array | null) {
    this.graph = graph;
    this.sets = sets;
    this.must = must;
    this.kind = new Uint8Array(graph.count);
    this.components = new ComponentSearch(graph, inside, this);
    this.enabled = new Int32Array(sets.words);
    this.taken = new Int32Array(sets.words);
    this.ever = new Int32Array(sets.words);
    this.always = new Int32Array(sets.words);
  }

  /** Visits what can be reached from a state inside the region. */
  from(state: number): Slices<void> {
    return this.components.from(state);
  }

  /** Whether a fair run that stays in the region starts at a visited state. */
  startsAt(state: number): boolean {
    return this.components.reaches[state] === 1;
  }

  /** The component of a state of kind `cycle`. */
  componentOf(state: number): number {
    return this.components.component[state]!;
  }

  state(state: number): boolean {
    if (this.must !== null && this.must[state] === 0) return false;
    this.findEnabled();
    const { weak, strong, words } = this.sets;
    for (let w = 0; w < words; w++) if ((this.enabled[w]! & (weak[w]! | strong[w]!)) !== 0) return false;
    this.kind[state] = Fair.end;
    return true;
  }

  component(states: Int32Array, id: number): boolean | Int32Array {
    const { weak, strong, words } = this.sets;
    if (!this.gather(states, id)) return false;
    let starved = 0;
    for (let w = 0; w < words; w++) {
      if ((weak[w]! & this.always[w]! & ~this.taken[w]!) !== 0) return false;
      starved |= strong[w]! & this.ever[w]! & ~this.taken[w]!;
    }
    if (starved !== 0) return this.withoutStarved(states);
    for (let i = 0; i < states.length; i++) {
      if (this.kind[states[i]!] !== Fair.end) this.kind[states[i]!] = Fair.cycle;
    }
    return true;
  }

  /** Adds up the conditions of a component; false when no cycle of it could do. */
  private gather(states: Int32Array, id: number): boolean {
    const { graph, sets, taken, ever, always, enabled } = this;
    const { component } = this.components;
    taken.fill(0);
    ever.fill(0);
    always.fill(-1);
    let inner = 0;
    let met = this.must === null;
    for (let i = 0; i < states.length; i++) {
      const state = states[i]!;
      met ||= this.must![state] === 1;
      graph.expand(state);
      const { targets, classes } = graph;
      for (let e = 0; e < targets.length; e++) {
        const target = targets.data[e]!;
        if (target < 0 || component[target] !== id) continue;
        inner++;
        addClass(sets, classes.data[e]!, taken);
      }
      if (states.length === 1 && inner === 0) return false;
      this.findEnabled();
      for (let w = 0; w < sets.words; w++) {
        ever[w] = ever[w]! | enabled[w]!;
        always[w] = always[w]! & enabled[w]!;
      }
    }
    return met && inner > 0;
  }

  /** What is left of a component without the states that enable a strong condition it never takes. */
  private withoutStarved(states: Int32Array): Int32Array {
    const { sets, graph, enabled } = this;
    const starved = new Int32Array(sets.words);
    for (let w = 0; w < sets.words; w++) starved[w] = sets.strong[w]! & this.ever[w]! & ~this.taken[w]!;
    return states.filter((state) => {
      graph.expand(state);
      this.findEnabled();
      for (let w = 0; w < sets.words; w++) if ((enabled[w]! & starved[w]!) !== 0) return false;
      return true;
    });
  }

  /** The conditions that the state the graph stands at enables. */
  private findEnabled(): void {
    const { graph, sets, enabled } = this;
    enabled.fill(0);
    const { classes, unknown } = graph;
    for (let e = 0; e < classes.length; e++) addClass(sets, classes.data[e]!, enabled);
    for (let e = 0; e < unknown.length; e++) addClass(sets, unknown.data[e]!, enabled);
  }
}
