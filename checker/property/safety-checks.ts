import { ModelError, messageOf } from '../system/errors.ts';
import { IntList } from '../step/int-list.ts';
import type { IntegerSpace } from '../step/integer-space.ts';
import { watched } from '../step/watch.ts';
import { fragileText, isChanged, twinsOf } from '../step/purity.ts';
import { TupleTable } from '../step/tuple-table.ts';
import type { ObservedGroup } from './observe.ts';
import { observe, observedGroups } from './observe.ts';
import type { AnyObserved, AnyPropertyScope, Property, StatePredicate } from './property.ts';

/** Where in the search something was found: a state, or the `ordinal`-th offer of its steps. */
export interface Finding {
  readonly state: number;
  readonly ordinal: number | null;
}

/** What became of one property so far. */
export interface Outcome {
  readonly name: string;
  readonly property: Property;
  /** The first violation; for `reachable` the first witness. */
  found: Finding | null;
  /** What the property itself threw, and where. */
  error: { readonly thrown: ModelError; readonly at: Finding } | null;
  /** Whether a state that `when` picks was reached, or a step that `on` picks was taken; any will do without them. */
  applied: boolean;
}

/** Results of a property on one observation. */
const NOT_FOUND = 0;
const FOUND = 1;

/**
 * Evaluates memoryless safety properties along a search. Each is called once per distinct observation;
 * the result is kept under the ids of the components it observes, so the search only looks up integers.
 */
export class SafetyChecks {
  readonly outcomes: readonly Outcome[];
  private readonly states: StateCheck[] = [];
  private readonly ends: StateCheck[] = [];
  private readonly steps: StepCheck[] = [];

  /** @throws ModelError when a property observes an actor that the system does not have */
  constructor(properties: Readonly<Record<string, Property>>, space: IntegerSpace) {
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
      if (property.kind === 'step-property') this.steps.push(new StepCheck(outcome, view, scope, space));
      else
        (property.kind === 'deadlock-free' ? this.ends : this.states).push(
          new StateCheck(outcome, view, scope),
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

  /** Called for each state without a step. */
  end(vector: Int32Array, index: number): void {
    for (const check of this.ends) check.visit(vector, index);
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

/** The components a property observes, and how their ids become what it is called with. */
class View {
  readonly places: readonly number[];
  /** An invariant of actors that this design or scope has none of speaks of nothing. */
  readonly blind: boolean;
  private readonly space: IntegerSpace;
  private readonly groups: readonly ObservedGroup[];

  constructor(property: Property, space: IntegerSpace) {
    this.space = space;
    this.groups = observedGroups(space.instance, property);
    this.places = this.groups.flatMap((group) => group.places);
    this.blind = property.kind === 'invariant' && property.observes.length > 0 && this.places.length === 0;
  }

  observe(vector: Int32Array): AnyObserved {
    return observe(this.groups, (place) => {
      const snapshot = this.space.snapshot(place, vector[place]!);
      fragileText(snapshot);
      return snapshot;
    });
  }

  /** The same with other insertion orders, of which a property must not take notice. */
  twins(...vectors: Int32Array[]): AnyObserved[][] {
    const snapshots = (vector: Int32Array) =>
      this.places.map((place) => this.space.snapshot(place, vector[place]!));
    const most = Math.max(1, ...vectors.flatMap(snapshots).map((snapshot) => twinsOf(snapshot).length));
    return Array.from({ length: most }, (_, i) =>
      vectors.map((vector) =>
        observe(this.groups, (place) => {
          const twins = twinsOf(this.space.snapshot(place, vector[place]!));
          return twins[i] ?? twins[0]!;
        }),
      ),
    );
  }

  /** @throws Error when user code has changed what cannot be frozen */
  checkUnchanged(vector: Int32Array): void {
    for (const place of this.places) {
      const snapshot = this.space.snapshot(place, vector[place]!);
      if (!isChanged(snapshot)) continue;
      const { id } = this.space.instance.actors[place]!;
      throw new Error(`it changed the context of ${id} (a Map, Set, Date or typed array in it) in place.`);
    }
  }
}

/** Keeps one small result per tuple of local ids; one component needs no hashing. */
class Memo {
  private readonly table: TupleTable | null;
  private readonly results = new IntList(256);

  constructor(arity: number) {
    this.table = arity === 1 ? null : new TupleTable(arity);
  }

  get probe(): Int32Array {
    return this.table!.probe;
  }

  /** The place of the tuple in `probe`, or of the single id; its result is read with `get`. */
  place(single: number): number {
    const at = this.table === null ? single : this.table.intern();
    if (at >= this.results.length) this.results.extend(at + 1 - this.results.length, UNKNOWN);
    return at;
  }

  get(at: number): number {
    return this.results.data[at]!;
  }

  set(at: number, result: number): void {
    this.results.data[at] = result;
  }
}

const UNKNOWN = -1;

class StateCheck {
  private readonly outcome: Outcome;
  private readonly view: View;
  private readonly scope: AnyPropertyScope;
  private readonly memo: Memo;
  private open = true;

  constructor(outcome: Outcome, view: View, scope: AnyPropertyScope) {
    this.outcome = outcome;
    this.view = view;
    this.scope = scope;
    this.memo = new Memo(view.places.length);
  }

  visit(vector: Int32Array, index: number): void {
    if (!this.open) return;
    const { places } = this.view;
    if (places.length !== 1) for (let i = 0; i < places.length; i++) this.memo.probe[i] = vector[places[i]!]!;
    const at = this.memo.place(places.length === 1 ? vector[places[0]!]! : 0);
    let result = this.memo.get(at);
    if (result === UNKNOWN) {
      result = this.evaluate(vector, index);
      this.memo.set(at, result);
    }
    if (result === FOUND) {
      this.outcome.found = { state: index, ordinal: null };
      this.open = false;
    }
  }

  private evaluate(vector: Int32Array, index: number): number {
    const { property } = this.outcome;
    try {
      const state = this.view.observe(vector);
      const twins = this.view.twins(vector);
      const ask = (of: StatePredicate | null): boolean => {
        const answer = truth(
          () => of!(state, this.scope),
          twins.map(
            ([twin]) =>
              () =>
                of!(twin!, this.scope),
          ),
        );
        this.view.checkUnchanged(vector);
        return answer;
      };
      const picked = property.state === null ? null : ask(property.state);
      if (property.kind === 'reachable') return picked === true ? FOUND : NOT_FOUND;
      if (property.kind === 'deadlock-free') return picked === true ? NOT_FOUND : FOUND;
      if (picked === false) return NOT_FOUND;
      this.outcome.applied = !this.view.blind;
      return ask(property.holds) ? NOT_FOUND : FOUND;
    } catch (thrown) {
      fail(this.outcome, thrown, { state: index, ordinal: null });
      return NOT_FOUND;
    }
  }
}

class StepCheck {
  private readonly outcome: Outcome;
  private readonly view: View;
  private readonly scope: AnyPropertyScope;
  private readonly space: IntegerSpace;
  private readonly memo: Memo;
  /** By step node: whether `on` picks it. */
  private readonly picked = new IntList(256);
  private open = true;

  constructor(outcome: Outcome, view: View, scope: AnyPropertyScope, space: IntegerSpace) {
    this.outcome = outcome;
    this.view = view;
    this.scope = scope;
    this.space = space;
    this.memo = new Memo(2 * view.places.length + 1);
  }

  visit(
    before: Int32Array,
    after: Int32Array,
    node: number,
    index: number,
    ordinal: number,
    changed: boolean,
  ): void {
    if (!this.open) return;
    if (node >= this.picked.length) this.picked.extend(node + 1 - this.picked.length, UNKNOWN);
    let picked = this.picked.data[node]!;
    if (picked === UNKNOWN) picked = this.pick(node, index, ordinal);
    if (picked === 0) return;
    // A self-loop is no step: it can violate the property, but does not show that its steps happen.
    if (changed) this.outcome.applied = true;
    const { places } = this.view;
    const n = places.length;
    let at: number;
    if (n === 0) {
      at = this.memo.place(node);
    } else {
      const { probe } = this.memo;
      for (let i = 0; i < n; i++) {
        probe[i] = before[places[i]!]!;
        probe[n + i] = after[places[i]!]!;
      }
      probe[2 * n] = node;
      at = this.memo.place(0);
    }
    let result = this.memo.get(at);
    if (result === UNKNOWN) {
      result = this.evaluate(before, after, node, index, ordinal);
      this.memo.set(at, result);
    }
    if (result === FOUND) {
      this.outcome.found = { state: index, ordinal };
      this.open = false;
    }
  }

  private pick(node: number, index: number, ordinal: number): number {
    const { property } = this.outcome;
    try {
      const on = () => property.on!(this.space.steps.step(node), this.scope);
      const picked = property.on === null || truth(on, [on]) ? 1 : 0;
      return (this.picked.data[node] = picked);
    } catch (thrown) {
      fail(this.outcome, thrown, { state: index, ordinal });
      return (this.picked.data[node] = 0);
    }
  }

  private evaluate(
    before: Int32Array,
    after: Int32Array,
    node: number,
    index: number,
    ordinal: number,
  ): number {
    try {
      const from = this.view.observe(before);
      const to = this.view.observe(after);
      const step = this.space.steps.step(node);
      const { property } = this.outcome;
      const answer = truth(
        () => property.stepHolds!(from, step, to, this.scope),
        this.view.twins(before, after).map(
          ([twinFrom, twinTo]) =>
            () =>
              property.stepHolds!(twinFrom!, step, twinTo!, this.scope),
        ),
      );
      this.view.checkUnchanged(before);
      this.view.checkUnchanged(after);
      return answer ? NOT_FOUND : FOUND;
    } catch (thrown) {
      fail(this.outcome, thrown, { state: index, ordinal });
      return NOT_FOUND;
    }
  }
}

/**
 * A property answers true or false; a promise or a forgotten return would otherwise read as one of them. It
 * is asked again of twins of the same state, which must make no difference.
 */
function truth(ask: () => unknown, twins: readonly (() => unknown)[]): boolean {
  return watched(() => answerOf(ask, twins));
}

function answerOf(ask: () => unknown, twins: readonly (() => unknown)[]): boolean {
  const answer = ask();
  if (typeof answer !== 'boolean') {
    const what = answer instanceof Promise ? 'a promise' : String(answer);
    throw new Error(`a property must return true or false, and returned ${what}.`);
  }
  if (twins.every((askTwin) => askTwin() === answer)) return answer;
  throw new Error(
    ask() === answer && ask() === answer
      ? 'its answer depends on the order in which keys of an object or entries of a Map or Set were inserted, which is not part of the state. Sort them before use.'
      : 'asked twice of the same state, it gave two answers: it must depend on nothing else.',
  );
}

/** Keeps the first failure; the property is asked on of other states, of which one may violate it. */
function fail(outcome: Outcome, thrown: unknown, at: Finding): void {
  if (outcome.error !== null) return;
  const what = thrown instanceof ModelError ? thrown.message : `it threw: ${messageOf(thrown)}`;
  outcome.error = {
    thrown: new ModelError(`property "${outcome.name}": ${what}`, {}, { cause: thrown }),
    at,
  };
}
