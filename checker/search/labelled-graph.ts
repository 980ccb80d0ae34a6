import { IntList } from '../step/int-list.ts';
import type { IntegerSpace } from '../step/integer-space.ts';
import { Found } from '../step/integer-space.ts';
import { Entry } from '../step/step-table.ts';
import { NO_CLASS } from './condition-sets.ts';
import type { StateGraph } from './state-graph.ts';
import type { StepGraph } from './step-graph.ts';

/**
 * A graph whose steps have labels: what they are to a property with memory. Self-loops are among the steps, as
 * they may change what is remembered; their class is NO_CLASS, as for the system they are none.
 */
export interface LabelledGraph extends StepGraph {
  readonly labels: IntList;
}

/** The graph of a finished search, with a label for each step. */
export class LabelledStateGraph implements LabelledGraph {
  readonly count: number;
  readonly initialCount: number;
  readonly targets = new IntList();
  readonly classes = new IntList();
  readonly ordinals = new IntList();
  readonly unknown = new IntList();
  readonly labels = new IntList();
  private readonly graph: StateGraph;
  private readonly labelOf: (space: IntegerSpace) => number;

  /** @param labelOf the label of the step that a space stands at */
  constructor(graph: StateGraph, labelOf: (space: IntegerSpace) => number) {
    this.graph = graph;
    this.labelOf = labelOf;
    this.count = graph.count;
    this.initialCount = graph.initialCount;
  }

  expand(state: number): void {
    const { targets, classes, ordinals, unknown, labels } = this;
    const { search, kinds } = this.graph;
    const { space, store } = search;
    targets.length = classes.length = ordinals.length = unknown.length = labels.length = 0;
    store.read(state, space.before);
    space.begin();
    for (let ordinal = 0; ; ordinal++) {
      const found = space.next();
      if (found === Found.end) return;
      if (found === Found.step || found === Found.selfLoop) {
        const moves = found === Found.step;
        targets.push(moves ? this.graph.find(space.after) : state);
        classes.push(moves ? kinds.current() : NO_CLASS);
        ordinals.push(ordinal);
        labels.push(this.labelOf(space));
      } else if (found === Found.full || found === Found.failed) {
        unknown.push(kinds.current());
      }
    }
  }
}

/** Whether a space stands at a tick: one that changes nothing is a self-loop, and time passes all the same. */
export function isTick(space: IntegerSpace): number {
  return space.offer.kind === Entry.tick ? 1 : 0;
}
