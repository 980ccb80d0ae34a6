import type { IntegerSpace } from '../step/integer-space.ts';
import type { Symmetry } from '../step/symmetry.ts';
import { Memo, UNKNOWN } from './memo.ts';
import type { Outcome } from './outcome.ts';
import { fail, refuse } from './outcome.ts';
import type { AnyPropertyScope, Property, StatePredicate } from './property.ts';
import { RenamedTuples } from './renamed-tuples.ts';
import { FOUND, NOT_FOUND, StepCheck } from './step-check.ts';
import { truth } from './truth.ts';
import { View } from './view.ts';

export type { Finding, Outcome } from './outcome.ts';

/** Not found, in a state that `when` does not pick. */
const NOT_ASKED = 2;

/**
 * Evaluates memoryless safety properties along a search. Each is called once per distinct observation;
 * the result is kept under the ids of the components it observes, so the search only looks up integers.
 */
export class SafetyChecks {
  readonly outcomes: readonly Outcome[];
  private readonly states: StateCheck[] = [];
  private readonly ends: StateCheck[] = [];
  private readonly steps: StepCheck[] = [];

  /**
   * @param symmetry where only one state of each orbit is looked at
   * @throws ModelError when a property observes an actor that the system does not have
   */
  constructor(
    properties: Readonly<Record<string, Property>>,
    space: IntegerSpace,
    symmetry: Symmetry | null = null,
  ) {
    const scope = { parameters: space.instance.parameters, design: space.instance.design };
    this.outcomes = Object.entries(properties).map(([name, property]) => {
      const view = new View(property, space);
      const outcome: Outcome = {
        name,
        property,
        found: null,
        error: null,
        applied: applies(property) && !view.blind,
      };
      const renamed = symmetry === null ? null : new RenamedTuples(symmetry, view.places);
      if (property.kind === 'step-property')
        this.steps.push(new StepCheck(outcome, view, scope, space, renamed));
      else
        (property.kind === 'deadlock-free' ? this.ends : this.states).push(
          new StateCheck(outcome, view, scope, renamed),
        );
      return outcome;
    });
    if (this.steps.length > 0) space.trackSteps();
  }

  /** True when no further state can change any outcome. */
  get decided(): boolean {
    // One that threw may yet be violated where it does not throw.
    return this.outcomes.every((outcome) => outcome.found !== null);
  }

  /** Called once per state, in order of discovery. */
  state(vector: Int32Array, index: number): void {
    const { states } = this;
    for (let i = 0; i < states.length; i++) states[i]!.visit(vector, index);
  }

  /** The components that each check of states looks at. */
  get observed(): readonly (readonly number[])[] {
    return this.states.map(({ places }) => places);
  }

  /** Whether a check of states may still find something. */
  isOpen(check: number): boolean {
    return this.states[check]!.open;
  }

  /** Has every state asked anew, as its twins may be more than they were. */
  forget(): void {
    for (const check of this.states) check.forget();
  }

  /** Called for each state without a step. */
  end(vector: Int32Array, index: number): void {
    for (const check of this.ends) check.visit(vector, index);
  }

  /** Whether there are step properties. */
  get hasSteps(): boolean {
    return this.steps.length > 0;
  }

  /**
   * Adds the components that step properties look at in a step with this record; those that are decided too, so that it is
   * always the same components.
   */
  observedBy(node: number, places: Set<number>): void {
    for (const step of this.steps)
      if (step.speaksOf(node)) for (const place of step.places) places.add(place);
  }

  /** The places that a state or step property observes, decided or not. */
  get watched(): Set<number> {
    return new Set([...this.states, ...this.steps].flatMap(({ places }) => places));
  }

  /** Whether a step property speaks of steps with this record, decided or not. */
  speaksOf(node: number): boolean {
    const { steps } = this;
    for (let i = 0; i < steps.length; i++) if (steps[i]!.speaksOf(node)) return true;
    return false;
  }

  /** Whether a step with this record may concern a step property that is still open. */
  wantsStep(node: number): boolean {
    const { steps } = this;
    for (let i = 0; i < steps.length; i++) if (steps[i]!.wants(node)) return true;
    return false;
  }

  /** Called for each step and self-loop, in order; `changed` tells them apart. */
  step(
    before: Int32Array,
    after: Int32Array,
    node: number,
    index: number,
    ordinal: number,
    changed: boolean,
  ): void {
    const { steps } = this;
    for (let i = 0; i < steps.length; i++) steps[i]!.visit(before, after, node, index, ordinal, changed);
  }
}

/** Whether a property speaks of something from the start, so that it cannot be vacuous. */
function applies(property: Property): boolean {
  return property.kind === 'invariant' ? property.state === null : property.kind !== 'step-property';
}

class StateCheck {
  private readonly outcome: Outcome;
  private readonly view: View;
  private readonly scope: AnyPropertyScope;
  private readonly renamed: RenamedTuples | null;
  private memo: Memo;
  open = true;

  constructor(outcome: Outcome, view: View, scope: AnyPropertyScope, renamed: RenamedTuples | null) {
    this.renamed = renamed;
    this.outcome = outcome;
    this.view = view;
    this.scope = scope;
    this.memo = new Memo(view.places.length);
  }

  get places(): readonly number[] {
    return this.view.places;
  }

  forget(): void {
    this.memo = new Memo(this.view.places.length);
  }

  visit(vector: Int32Array, index: number): void {
    if (!this.open) return;
    const at = this.placeOf(vector);
    let result = this.memo.get(at);
    if (result === UNKNOWN) {
      result = this.evaluate(vector, index);
      this.memo.set(at, result);
      if (this.renamed?.active === true) this.askRenamed(this.renamed, vector, index);
    }
    if (result === FOUND && this.open) {
      this.outcome.found = { state: index, ordinal: null };
      this.open = false;
    }
  }

  private placeOf(vector: Int32Array): number {
    const { places } = this.view;
    if (places.length !== 1) for (let i = 0; i < places.length; i++) this.memo.probe[i] = vector[places[i]!]!;
    return this.memo.place(places.length === 1 ? vector[places[0]!]! : 0);
  }

  private askRenamed(renamed: RenamedTuples, vector: Int32Array, index: number): void {
    try {
      renamed.close({ states: [vector], node: null }, ({ states }) => {
        const at = this.placeOf(states[0]!);
        const known = this.memo.get(at);
        if (known !== UNKNOWN) return { result: known, isNew: false };
        const result = this.evaluate(states[0]!, index);
        this.memo.set(at, result);
        return { result, isNew: true };
      });
    } catch (thrown) {
      refuse(this.outcome, thrown, { state: index, ordinal: null });
      this.open = false;
    }
  }

  private evaluate(vector: Int32Array, index: number): number {
    const { property } = this.outcome;
    try {
      const state = this.view.observe(vector);
      const twins = this.view.twins(vector);
      const ask = (of: StatePredicate | null): boolean => {
        const others = twins.map(
          ([twin]) =>
            () =>
              of!(twin!, this.scope),
        );
        const answer = this.view.answer(() => truth(() => of!(state, this.scope), others), vector);
        this.view.checkUnchanged(vector);
        return answer;
      };
      const picked = property.state === null ? null : ask(property.state);
      if (property.kind === 'reachable') return picked === true ? FOUND : NOT_FOUND;
      if (property.kind === 'deadlock-free') return picked === true ? NOT_FOUND : FOUND;
      if (picked === false) return NOT_ASKED;
      this.outcome.applied = !this.view.blind;
      return ask(property.holds) ? NOT_FOUND : FOUND;
    } catch (thrown) {
      fail(this.outcome, thrown, { state: index, ordinal: null });
      return NOT_FOUND;
    }
  }
}
