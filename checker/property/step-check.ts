import { IntList } from '../step/int-list.ts';
import type { IntegerSpace } from '../step/integer-space.ts';
import { reorder, reorderingsOf } from '../step/purity.ts';
import type { Step } from '../step/step-table.ts';
import { Memo, UNKNOWN } from './memo.ts';
import type { Outcome } from './outcome.ts';
import { fail, refuse } from './outcome.ts';
import type { AnyPropertyScope } from './property.ts';
import type { Renamed, RenamedTuples } from './renamed-tuples.ts';
import { truth } from './truth.ts';
import type { View } from './view.ts';

/** Results of a property on one observation. */
export const NOT_FOUND = 0;
export const FOUND = 1;

/** Evaluates a step property once per distinct step and observation before and after it. */
export class StepCheck {
  private readonly outcome: Outcome;
  private readonly view: View;
  private readonly scope: AnyPropertyScope;
  private readonly space: IntegerSpace;
  private readonly memo: Memo;
  /** By step node: whether `on` picks it. */
  private readonly picked = new IntList(256);
  private readonly renamed: RenamedTuples | null;
  /** By step node: whether it is spoken of, as far as asked by {@link speaksOf}. */
  private readonly spokenOf = new IntList(16);
  private open = true;

  constructor(
    outcome: Outcome,
    view: View,
    scope: AnyPropertyScope,
    space: IntegerSpace,
    renamed: RenamedTuples | null,
  ) {
    this.renamed = renamed;
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
    const known = node < this.picked.length && this.picked.data[node] !== UNKNOWN;
    const picked = this.isPicked(node, index, ordinal);
    if (!known && this.renamed?.active === true) this.pickRenamed(this.renamed, node, index, ordinal);
    if (picked === 0 || !this.open) return;
    // A self-loop is no step: it can violate the property, but does not show that its steps happen.
    if (changed) this.outcome.applied = true;
    const at = this.placeOf(before, after, node);
    let result = this.memo.get(at);
    if (result === UNKNOWN) {
      result = this.evaluate(before, after, node, index, ordinal);
      this.memo.set(at, result);
      if (this.renamed?.active === true)
        this.askRenamed(this.renamed, { states: [before, after], node }, index, ordinal);
    }
    if (result === FOUND && this.open) {
      this.outcome.found = { state: index, ordinal };
      this.open = false;
    }
  }

  get places(): readonly number[] {
    return this.view.places;
  }

  private isPicked(node: number, index: number, ordinal: number): number {
    if (node >= this.picked.length) this.picked.extend(node + 1 - this.picked.length, UNKNOWN);
    const known = this.picked.data[node]!;
    return known === UNKNOWN ? this.pick(node, index, ordinal) : known;
  }

  private placeOf(before: Int32Array, after: Int32Array, node: number): number {
    const { places } = this.view;
    const n = places.length;
    if (n === 0) return this.memo.place(node);
    const { probe } = this.memo;
    for (let i = 0; i < n; i++) {
      probe[i] = before[places[i]!]!;
      probe[n + i] = after[places[i]!]!;
    }
    probe[2 * n] = node;
    return this.memo.place(0);
  }

  private pickRenamed(renamed: RenamedTuples, node: number, index: number, ordinal: number): void {
    const asked = new Set([node]);
    this.closed(index, ordinal, () =>
      renamed.close({ states: [], node }, ({ node: other }) => {
        const isNew = !asked.has(other!);
        asked.add(other!);
        return { result: this.isPicked(other!, index, ordinal), isNew };
      }),
    );
  }

  private askRenamed(renamed: RenamedTuples, first: Renamed, index: number, ordinal: number): void {
    this.closed(index, ordinal, () =>
      renamed.close(first, ({ states, node }) => {
        const [before, after] = [states[0]!, states[1]!];
        const at = this.placeOf(before, after, node!);
        const known = this.memo.get(at);
        if (known !== UNKNOWN) return { result: known, isNew: false };
        const result = this.evaluate(before, after, node!, index, ordinal);
        this.memo.set(at, result);
        return { result, isNew: true };
      }),
    );
  }

  private closed(index: number, ordinal: number, close: () => void): void {
    try {
      close();
    } catch (thrown) {
      refuse(this.outcome, thrown, { state: index, ordinal });
      this.open = false;
    }
  }

  /** Whether `on` picks a step, or fails over it. */
  speaksOf(node: number): boolean {
    const { spokenOf } = this;
    if (node >= spokenOf.length) spokenOf.extend(node + 1 - spokenOf.length, UNKNOWN);
    if (spokenOf.data[node] === UNKNOWN) {
      try {
        spokenOf.data[node] = this.asksFor(node) ? 1 : 0;
      } catch {
        spokenOf.data[node] = 1;
      }
    }
    return spokenOf.data[node] === 1;
  }

  wants(node: number): boolean {
    return this.open && (node >= this.picked.length || this.picked.data[node] !== 0);
  }

  private asksFor(node: number): boolean {
    const { property } = this.outcome;
    const step = this.space.steps.step(node);
    const ask = (of: Step) => () => property.on!(of, this.scope);
    return property.on === null || truth(ask(step), [step, ...twinsOfStep(step)].map(ask));
  }

  private pick(node: number, index: number, ordinal: number): number {
    try {
      return (this.picked.data[node] = this.asksFor(node) ? 1 : 0);
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
      const states = this.view.twins(before, after);
      const steps = twinsOfStep(step);
      const twins = Array.from({ length: Math.max(states.length, steps.length) }, (_, i) => {
        const [twinFrom, twinTo] = states[i] ?? states[0]!;
        const twin = steps[i] ?? steps[0]!;
        return () => property.stepHolds!(twinFrom!, twin, twinTo!, this.scope);
      });
      const ask = (): boolean => truth(() => property.stepHolds!(from, step, to, this.scope), twins);
      const answer = this.view.answer(ask, before, after);
      this.view.checkUnchanged(before);
      this.view.checkUnchanged(after);
      return answer ? NOT_FOUND : FOUND;
    } catch (thrown) {
      fail(this.outcome, thrown, { state: index, ordinal });
      return NOT_FOUND;
    }
  }
}

/** A step with the insertion orders in its events changed: two of one encoding are one step. */
function twinsOfStep(step: Step): Step[] {
  return reorderingsOf(step).map((how) => reorder(step, how) as Step);
}
