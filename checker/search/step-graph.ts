import type { IntList } from '../step/int-list.ts';

/** The target of a step to a state that the graph does not hold: it was not expanded. */
export const OUTSIDE = -1;

/**
 * The expanded states of a search as a graph. Its edges are not stored: `expand` works out those of one
 * state. States are numbered in order of discovery, the initial ones first.
 */
export interface StepGraph {
  /** How many states there are. */
  readonly count: number;
  /** How many of them, from 0 on, are initial. */
  readonly initialCount: number;
  /** The states after the steps of the state expanded last, in offered order; or {@link OUTSIDE}. */
  readonly targets: IntList;
  /** For each of these steps its class: the steps that the same conditions speak of. */
  readonly classes: IntList;
  /** For each of these steps its place among all that `IntegerSpace.next` answers at the state. */
  readonly ordinals: IntList;
  /** Classes of steps that the state enables but whose states after are unknown: a full channel, failed code. */
  readonly unknown: IntList;
  /** Replaces `targets`, `classes`, `ordinals` and `unknown` by those of a state. */
  expand(state: number): void;
}
