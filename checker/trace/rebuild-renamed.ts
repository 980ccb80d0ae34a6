import type { Finding } from '../property/safety-checks.ts';
import type { BreadthFirstSearch } from '../search/breadth-first.ts';
import { NO_PARENT } from '../search/state-store.ts';
import type { StepChoice } from '../step/integer-space.ts';
import { Found } from '../step/integer-space.ts';
import type { Symmetry } from '../step/symmetry.ts';

/**
 * The run to what a search found that kept one state of each orbit. From a real initial state on, the first step in
 * declared order is taken that leads into the orbit of the next state that was kept; so actors keep their names
 * throughout, and the run is one of the system.
 */
export function rebuildRenamed(
  search: BreadthFirstSearch,
  symmetry: Symmetry,
  { state, ordinal }: Finding,
): StepChoice[] {
  const { store, space } = search;
  const path: number[] = [];
  for (let at = state; at !== NO_PARENT; at = store.parentOf(at)) path.unshift(at);
  const choices = [search.starts[path[0]!]!];
  const real = search.startStates[path[0]!]!.slice();
  const kept = new Int32Array(real.length);
  const step = (isIt: () => boolean): void => {
    space.before.set(real);
    space.begin();
    for (let found = space.next(); found !== Found.end; found = space.next()) {
      if ((found !== Found.step && found !== Found.selfLoop) || !isIt()) continue;
      choices.push(space.choice());
      real.set(space.after);
      return;
    }
    throw new Error(
      'no step leads on with the actors renamed: this is a bug in premortem, please report it.',
    );
  };
  for (const next of path.slice(1)) {
    store.read(next, kept);
    step(() => equal(symmetry.representative(space.after), kept, space.width));
  }
  if (ordinal === null) return choices;
  store.read(state, kept);
  space.before.set(kept);
  space.begin();
  let found: number = Found.end;
  for (let at = 0; at <= ordinal; at++) found = space.next();
  // What failed is not a step that could be found again by where it leads.
  if (found !== Found.step && found !== Found.selfLoop) return choices;
  const after = space.after.slice();
  const node = space.stepNode;
  const ways = symmetry.between(kept, real).map((number) => {
    const renamed = after.slice();
    symmetry.rename(number, after, renamed);
    return { after: renamed, node: symmetry.renamings.node(number, node) };
  });
  step(() => ways.some((way) => way.node === space.stepNode && equal(way.after, space.after, space.width)));
  return choices;
}

function equal(a: Int32Array, b: Int32Array, width: number): boolean {
  for (let i = 0; i < width; i++) if (a[i] !== b[i]) return false;
  return true;
}
