import type { Finding } from '../property/safety-checks.ts';
import type { BreadthFirstSearch } from '../search/breadth-first.ts';
import type { Lasso } from '../search/lasso.ts';
import { NO_PARENT } from '../search/state-store.ts';
import type { StepChoice } from '../step/integer-space.ts';
import { Found } from '../step/integer-space.ts';
import { rebuildRenamed } from './rebuild-renamed.ts';

/**
 * The run to what a search found, as the choices that replay takes: how the actors started, then a step
 * for each state on the way. Only parents are stored, so each step is found again by trying the parent's
 * offers in order; the first that leads to the child is the one the search took.
 */
export function rebuild(search: BreadthFirstSearch, finding: Finding): StepChoice[] {
  if (search.symmetry !== null) return rebuildRenamed(search, search.symmetry, finding);
  const { store, space } = search;
  const path: number[] = [];
  for (let at = finding.state; at !== NO_PARENT; at = store.parentOf(at)) path.unshift(at);
  const choices = [search.starts[path[0]!]!];
  const child = new Int32Array(space.before.length);
  for (let i = 1; i < path.length; i++) {
    store.read(path[i - 1]!, space.before);
    store.read(path[i]!, child);
    choices.push(stepTo(search, child));
  }
  if (finding.ordinal !== null) {
    store.read(finding.state, space.before);
    space.begin();
    for (let ordinal = 0; ordinal <= finding.ordinal; ordinal++) space.next();
    choices.push(space.choice());
  }
  return choices;
}

/** The run along a lasso, as the choices that replay takes: its prefix, then its cycle once. */
export function rebuildLasso(search: BreadthFirstSearch, { start, prefix, cycle }: Lasso): StepChoice[] {
  const { store, space } = search;
  const choices = [search.starts[start]!];
  for (const { state, ordinal } of [...prefix, ...cycle]) {
    store.read(state, space.before);
    space.begin();
    for (let i = 0; i <= ordinal; i++) space.next();
    choices.push(space.choice());
  }
  return choices;
}

function stepTo({ space }: BreadthFirstSearch, child: Int32Array): StepChoice {
  space.begin();
  for (let found = space.next(); found !== Found.end; found = space.next()) {
    if (found === Found.step && equal(space.after, child, space.width)) return space.choice();
  }
  throw new Error('a state cannot be reached from its parent: this is a bug in premortem, please report it.');
}

function equal(a: Int32Array, b: Int32Array, width: number): boolean {
  for (let i = 0; i < width; i++) if (a[i] !== b[i]) return false;
  return true;
}
