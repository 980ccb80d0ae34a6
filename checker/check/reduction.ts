import type { Property } from '../property/property.ts';
import { isTemporal } from '../property/property.ts';
import type { Outcome } from '../property/safety-checks.ts';
import { SafetyChecks } from '../property/safety-checks.ts';
import type { Suite } from '../property/suite.ts';
import { BreadthFirstSearch } from '../search/breadth-first.ts';
import { MAX_CELLS, PartialOrder } from '../search/partial-order.ts';
import { NO_PARENT } from '../search/state-store.ts';
import type { Symmetry } from '../step/symmetry.ts';
import { IntegerSpace } from '../step/integer-space.ts';
import type { Options } from './check-result.ts';
import type { Searched } from './check-temporal.ts';
import { describeBounds, drive, memoryLimit } from './drive.ts';
import { resultOf } from './findings.ts';
import { DEFAULT_MAX_STATES } from './options.ts';
import type { CheckResult } from './result.ts';

/** The reduction of a search: none where it was not asked for, or `whyFull` says why not. */
export interface Reduction {
  readonly filter: PartialOrder | null;
  readonly whyFull: string | null;
}

/**
 * The reduction that a search may use.
 *
 * @throws ModelError when an actor cannot start
 */
export function reductionOf(
  space: IntegerSpace,
  checks: SafetyChecks,
  properties: Readonly<Record<string, Property>>,
  { partialOrder = false }: Options,
  symmetry: Symmetry | null,
): Reduction {
  if (!partialOrder) return { filter: null, whyFull: null };
  const temporal = Object.entries(properties).find(([, property]) => isTemporal(property));
  if (temporal !== undefined) {
    const whyFull = `the property "${temporal[0]}" speaks of whole runs, which a reduced search does not keep; name with --property those that do not`;
    return { filter: null, whyFull };
  }
  const filter = PartialOrder.of(space, checks, symmetry);
  const whyFull = `what its actors could ever do, each by itself, is more than ${MAX_CELLS} local steps`;
  return filter === null ? { filter, whyFull } : { filter, whyFull: null };
}

/**
 * What each safety property came to. A reduced search may find a run that is not the shortest: what it has found is found
 * again by a full one, no deeper than it was found.
 */
export async function resultsOf(
  suite: Suite,
  search: BreadthFirstSearch,
  checks: SafetyChecks,
  { filter }: Reduction,
  searched: Searched,
): Promise<CheckResult[]> {
  const { instance } = search.space;
  const { end, figures, options } = searched;
  const found = checks.outcomes.filter((outcome) => outcome.found !== null);
  const exact =
    filter === null || found.length === 0 ? null : await findAgain(suite, search, found, searched);
  return checks.outcomes.map((outcome) => {
    const again = exact?.checks.outcomes.find(({ name }) => name === outcome.name);
    if (again !== undefined && again.found !== null)
      return resultOf(suite, instance, exact!.search, again, end, figures, options);
    const result = resultOf(suite, instance, search, outcome, end, figures, options);
    if (again === undefined) return result;
    const why = describeBounds(exact!.search.bounds) ?? 'the full search failed';
    const reason = `found with partial-order reduction; there may be a shorter run, as the full search for it did not come so far: ${why}`;
    return { ...result, reason: result.reason === null ? reason : `${result.reason}; ${reason}` };
  });
}

/** A full search for what a reduced one has found, as deep as it was found. */
async function findAgain(
  suite: Suite,
  reduced: BreadthFirstSearch,
  found: readonly Outcome[],
  { options, started }: Searched,
): Promise<{ readonly search: BreadthFirstSearch; readonly checks: SafetyChecks }> {
  const { instance } = reduced.space;
  const space = new IntegerSpace(instance, { fired: () => undefined });
  const checks = new SafetyChecks(
    Object.fromEntries(found.map(({ name, property }) => [name, property])),
    space,
  );
  const search = new BreadthFirstSearch(space, checks, {
    maxStates: options.maxStates ?? DEFAULT_MAX_STATES,
    memory: memoryLimit(options.maxMemory),
    stopWhenDecided: true,
    maxDepth: Math.max(...found.map((outcome) => depthOf(reduced, outcome.found!.state))),
  });
  await drive(suite, search, started, options);
  return { search, checks };
}

function depthOf({ store }: BreadthFirstSearch, state: number): number {
  let depth = 0;
  for (let at = store.parentOf(state); at !== NO_PARENT; at = store.parentOf(at)) depth++;
  return depth;
}
