import { checkSets, conditionsOf, isWayOut } from '../property/fairness.ts';
import type { LivenessKind, Property, StatePredicate } from '../property/property.ts';
import { remembers } from '../property/property.ts';
import { observedGroups } from '../property/observe.ts';
import { View } from '../property/view.ts';
import { StateQuestion } from '../property/state-question.ts';
import { ModelError, messageOf } from '../system/errors.ts';
import type { BreadthFirstSearch, Incomplete } from './breadth-first.ts';
import type { ConditionSets } from './condition-sets.ts';
import { addClass, conditionSets } from './condition-sets.ts';
import type { Lasso } from './lasso.ts';
import { certainOf, findViolatingRun } from './liveness.ts';
import { searchWithMemory } from './memory-search.ts';
import { reachesGoal } from './recoverability.ts';
import type { Slices } from './slices.ts';
import { StateGraph } from './state-graph.ts';

/** How many states of a system are sure of something, may come to it, and never can. */
export interface Prospects {
  /** Every fair run comes to it. */
  readonly certain: number;
  /** Some run of the steps that count comes to it, but not every fair one. */
  readonly possible: number;
  readonly impossible: number;
}

/** What became of one temporal property. */
export interface TemporalOutcome {
  readonly name: string;
  readonly property: Property;
  /** A run that violates a liveness property, or one with memory. */
  readonly lasso: Lasso | null;
  /** The first state from which what should stay possible is not, and how many there are. */
  readonly trap: { readonly state: number; readonly states: number } | null;
  /** What the property itself threw, and on which state. */
  readonly error: { readonly thrown: ModelError; readonly state: number | null } | null;
  /** Why a pass would mean nothing. */
  readonly vacuous: string | null;
  /** What ended the search of a property with memory before it was whole. */
  readonly bound: Incomplete | null;
  /** Of a monitor: see {@link MemoryOutcome}. */
  readonly heard?: ReadonlyMap<string, boolean> | null;
  /** Of always-possible, in a space that was searched whole. */
  readonly prospects: Prospects | null;
}

/** Decides the temporal properties of a system from the graph of its finished search. */
export class TemporalSearch {
  private readonly search: BreadthFirstSearch;
  private readonly graph: StateGraph;

  constructor(search: BreadthFirstSearch) {
    this.search = search;
    this.graph = new StateGraph(search);
    this.graph.kinds.collect();
  }

  *decide(name: string, property: Property): Slices<TemporalOutcome> {
    const outcome = yield* this.outcome(name, property);
    if (outcome.error !== null) return outcome;
    const { blind } = new View(property, this.search.space);
    return blind ? { ...outcome, vacuous: 'there is none of the actors it observes' } : outcome;
  }

  private *outcome(name: string, property: Property): Slices<TemporalOutcome> {
    const nothing = { lasso: null, trap: null, error: null, vacuous: null, bound: null, prospects: null };
    const blank = { name, property, ...nothing };
    const at: { state: number | null } = { state: null };
    try {
      observedGroups(this.search.space.instance, property);
      const flags = {
        when: yield* this.ask(property, property.state, at),
        holds: yield* this.ask(property, property.holds, at),
        goal: yield* this.ask(property, property.goal, at),
      };
      at.state = null;
      checkSets(this.search.space.instance, property);
      const kinds = this.graph.kinds.list;
      const conditions = conditionsOf(kinds, property.fairness);
      const sets = conditionSets(conditions, kinds.length);
      if (remembers(property)) {
        const { failed, ...found } = yield* searchWithMemory(this.search, this.graph, property, {
          ...flags,
          sets,
        });
        return { ...blank, ...found, error: failed === null ? null : failedAt(name, failed, null) };
      }
      if (property.kind === 'always-possible') {
        return { ...blank, ...(yield* this.possible(property, flags.holds!, sets)) };
      }
      const lasso = yield* findViolatingRun(this.graph, property.kind as LivenessKind, flags, sets);
      const vacuous = lasso === null ? yield* this.vacuous(flags.when, sets) : null;
      return { ...blank, lasso, vacuous };
    } catch (thrown) {
      return { ...blank, error: failedAt(name, thrown, at.state) };
    }
  }

  /** The answers of a clause for every state; `at` holds the state it stands at, for when user code throws. */
  private *ask(
    property: Property,
    predicate: StatePredicate | null,
    at: { state: number | null },
  ): Slices<Uint8Array | null> {
    if (predicate === null) return null;
    const { store, space } = this.search;
    const question = new StateQuestion(property, predicate, space);
    const flags = new Uint8Array(this.graph.count);
    for (let state = 0; state < flags.length; state++) {
      if (state % 8192 === 8191) yield;
      at.state = state;
      store.read(state, space.before);
      flags[state] = question.ask(space.before);
    }
    return flags;
  }

  private *vacuous(when: Uint8Array | null, sets: ConditionSets): Slices<string | null> {
    if (when !== null && !when.includes(1)) return 'no state it speaks of was ever reached';
    const fair = new Int32Array(sets.words);
    for (let state = 0; state < this.graph.count; state++) {
      if (state % 4096 === 4095) yield;
      this.graph.expand(state);
      const { classes } = this.graph;
      for (let e = 0; e < classes.length; e++) addClass(sets, classes.data[e]!, fair);
      for (let w = 0; w < sets.words; w++)
        if ((fair[w]! & (sets.weak[w]! | sets.strong[w]!)) !== 0) return null;
    }
    return 'no step of any of its fairness conditions was ever possible';
  }

  private *possible(
    property: Property,
    holds: Uint8Array,
    sets: ConditionSets,
  ): Slices<Partial<TemporalOutcome>> {
    const { using } = property;
    const { list } = this.graph.kinds;
    const follows = Uint8Array.from(list, (kind) => (isWayOut(using, kind) ? 1 : 0));
    const reaches = yield* reachesGoal(this.graph, holds, follows);
    const state = reaches.indexOf(0);
    const trap = state < 0 ? null : { state, states: count(reaches, 0) };
    if (!this.search.complete) return { trap };
    const certain = yield* certainOf(this.graph, holds, sets);
    const sure = certain.reduce((sum, is, i) => sum + (is & reaches[i]!), 0);
    const impossible = count(reaches, 0);
    return {
      trap,
      prospects: { certain: sure, possible: reaches.length - impossible - sure, impossible },
    };
  }
}

/** What the property itself threw, naming it. */
function failedAt(name: string, thrown: unknown, state: number | null): TemporalOutcome['error'] {
  const what = thrown instanceof ModelError ? thrown.message : `it threw: ${messageOf(thrown)}`;
  return { thrown: new ModelError(`property "${name}": ${what}`, {}, { cause: thrown }), state };
}

function count(flags: Uint8Array, value: number): number {
  return flags.reduce((sum, flag) => (flag === value ? sum + 1 : sum), 0);
}
