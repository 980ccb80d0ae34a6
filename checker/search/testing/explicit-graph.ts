import * as fc from 'fast-check';
import { IntList } from '../../step/int-list.ts';
import type { ConditionSets } from '../condition-sets.ts';
import type { StepGraph } from '../step-graph.ts';

/** A graph written down: for each state its steps, as (target, class). */
export interface GraphSpec {
  readonly steps: readonly (readonly (readonly [target: number, step: number])[])[];
  readonly initial: number;
  readonly weak: readonly number[];
  readonly strong: readonly number[];
}

/** The graph a spec describes; class `c` has the one condition `c`. */
export class ExplicitGraph implements StepGraph {
  readonly count: number;
  readonly initialCount: number;
  readonly targets = new IntList();
  readonly classes = new IntList();
  readonly ordinals = new IntList();
  readonly unknown = new IntList();
  private readonly spec: GraphSpec;

  constructor(spec: GraphSpec) {
    this.spec = spec;
    this.count = spec.steps.length;
    this.initialCount = spec.initial;
  }

  expand(state: number): void {
    this.targets.length = this.classes.length = this.ordinals.length = this.unknown.length = 0;
    this.spec.steps[state]!.forEach(([target, step], ordinal) => {
      this.targets.push(target);
      this.classes.push(step);
      this.ordinals.push(ordinal);
    });
  }
}

/** The number of step classes of generated graphs. */
export const CLASSES = 4;

/** The conditions of a spec. */
export function setsOf(spec: GraphSpec): ConditionSets {
  const set = (classes: readonly number[]) => Int32Array.of(classes.reduce((word, c) => word | (1 << c), 0));
  return {
    words: 1,
    bits: Int32Array.from({ length: CLASSES }, (_, c) => 1 << c),
    weak: set(spec.weak),
    strong: set(spec.strong),
  };
}

/** Graphs of up to `size` states with few steps each, some classes weakly fair, some strongly, some not at all. */
export function graphSpecs(size: number): fc.Arbitrary<GraphSpec> {
  return fc.integer({ min: 1, max: size }).chain((count) =>
    fc
      .record({
        steps: fc.array(
          fc.array(fc.tuple(fc.nat(count - 1), fc.nat(CLASSES - 1)), { maxLength: 3, size: 'max' }),
          { minLength: count, maxLength: count, size: 'max' },
        ),
        initial: fc.integer({ min: 1, max: Math.min(2, count) }),
        fairness: fc.array(fc.constantFrom('weak', 'weak', 'strong', 'none'), {
          minLength: CLASSES,
          maxLength: CLASSES,
        }),
      })
      .map(({ steps, initial, fairness }) => ({
        steps,
        initial,
        weak: fairness.flatMap((f, c) => (f === 'weak' ? [c] : [])),
        strong: fairness.flatMap((f, c) => (f === 'strong' ? [c] : [])),
      })),
  );
}
