import { ANY_CLASS } from './condition-sets.ts';
import type { Slices } from './slices.ts';
import { ComponentSearch } from './component-search.ts';
import { OUTSIDE } from './step-graph.ts';
import type { StepGraph } from './step-graph.ts';

/**
 * The states from which some run of the followed steps comes to a goal. A state whose steps are not all known
 * counts as one that does: what is not known is never held against it.
 *
 * @param goal 1 for each goal
 * @param follows 1 for each class of steps that counts as a way out; null for all
 * @returns 1 for each such state
 */
export function* reachesGoal(
  graph: StepGraph,
  goal: Uint8Array,
  follows: Uint8Array | null,
): Slices<Uint8Array> {
  const search = new ComponentSearch(
    graph,
    new Uint8Array(graph.count).fill(1),
    { state: (state) => goal[state] === 1 || leadsOutside(graph, follows), component: () => false },
    follows,
  );
  for (let state = 0; state < graph.count; state++) yield* search.from(state);
  return search.reaches;
}

function leadsOutside({ targets, classes, unknown }: StepGraph, follows: Uint8Array | null): boolean {
  for (let e = 0; e < unknown.length; e++)
    if (follows === null || unknown.data[e] === ANY_CLASS || follows[unknown.data[e]!] === 1) return true;
  for (let e = 0; e < targets.length; e++) {
    if (targets.data[e] === OUTSIDE && (follows === null || follows[classes.data[e]!] === 1)) return true;
  }
  return false;
}
