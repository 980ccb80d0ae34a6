import { observedGroups } from '../property/observe.ts';
import type { Property } from '../property/property.ts';
import { isTemporal } from '../property/property.ts';
import type { Suite } from '../property/suite.ts';
import { MAX_PERMUTATIONS, groupOf, permutationsOf } from '../step/renaming.ts';
import { ModelError } from '../system/errors.ts';
import type { SystemInstance } from '../system/instance.ts';
import { instantiate } from '../system/instance.ts';
import type { DesignSearch } from './check-design.ts';
import type { Options } from './check-result.ts';
import { heading, result } from './check-result.ts';
import type { CheckResult, DesignReport } from './result.ts';

type Properties = Readonly<Record<string, Property>>;

/** Searches a design for some properties: with one state of each orbit kept, or with all. */
type Search = (properties: Properties, bySymmetry: boolean) => Promise<DesignSearch>;

/**
 * Checks a design with `symmetry` asked for: properties of states and steps in a search of one state of each orbit, those
 * that need the graph of all states in one of its own. What keeps symmetry from being used is told in the notes where all
 * states were searched instead, and is the reason of an `error` where the declaration does not hold.
 */
export async function checkBySymmetry(
  suite: Suite,
  design: string,
  properties: Properties,
  options: Options,
  search: Search,
): Promise<DesignSearch> {
  let instance: SystemInstance;
  try {
    instance = instantiate(suite.system, { design, scope: options.scope, set: options.set });
  } catch {
    // Told by the search itself.
    return search(properties, false);
  }
  if (instance.interchangeable.length === 0)
    return noted(await search(properties, false), [
      'searched in full: no actors are declared interchangeable',
    ]);
  const refused = new Map<string, string>();
  const whole: string[] = [];
  const reduced: string[] = [];
  const permutations = permutationsOf(instance);
  for (const [name, property] of Object.entries(properties)) {
    const reason = isTemporal(property)
      ? null
      : permutations > MAX_PERMUTATIONS
        ? `the interchangeable actors have ${permutations} permutations, and --symmetry takes ${MAX_PERMUTATIONS} at most: choose a smaller scope, or check without it.`
        : observesSome(instance, property);
    if (reason !== null) refused.set(name, reason);
    else (isTemporal(property) ? whole : reduced).push(name);
  }
  const of = (names: readonly string[]): Properties =>
    Object.fromEntries(names.map((name) => [name, properties[name]!]));
  const searches: DesignSearch[] = [];
  if (reduced.length > 0) searches.push(await search(of(reduced), true));
  if (whole.length > 0) {
    const note = `searched in full, as they need the graph of all states: ${whole.join(', ')}`;
    searches.push(noted(await search(of(whole), false), [note]));
  }
  const checks = [...refused].map(([name, reason]) =>
    result(suite, instance, name, properties[name]!, options, {
      verdict: 'error',
      reason: `property "${name}": ${reason}`,
      counterexample: null,
      search: null,
    }),
  );
  return merged(suite, design, Object.keys(properties), checks, searches);
}

/** Why a property cannot be asked of one state for all of its orbit: it is shown one of the actors and not another. */
function observesSome(instance: SystemInstance, property: Property): string | null {
  let places: readonly number[];
  try {
    places = observedGroups(instance, property).flatMap((group) => group.places);
  } catch (thrown) {
    if (thrown instanceof ModelError) return null;
    throw thrown;
  }
  const { all, exchanges } = groupOf(instance);
  for (const { number } of exchanges) {
    const seen = places.find((place) => !places.includes(all[number]![place]!));
    if (seen === undefined) continue;
    const [one, other] = [seen, all[number]![seen]!].map((place) => instance.actors[place]!.id);
    return `it observes ${one} and not ${other}, which are declared interchangeable. Let it observe all of them, or check it without --symmetry.`;
  }
  return null;
}

function noted(searched: DesignSearch, notes: readonly string[]): DesignSearch {
  const { report } = searched;
  return { ...searched, report: { ...report, notes: [...report.notes, ...notes] } };
}

/** One report of several searches. Coverage is that of the search that saw most: the last that is whole. */
function merged(
  suite: Suite,
  design: string,
  order: readonly string[],
  refused: readonly CheckResult[],
  searches: readonly DesignSearch[],
): DesignSearch {
  const reports = searches.map(({ report }) => report);
  const shown =
    searches.findLast(({ report }) => report.search?.complete === true) ?? searches.at(-1) ?? null;
  const first = <T>(part: (report: DesignReport) => T | null): T | null =>
    reports.map(part).find((found) => found !== null) ?? null;
  return {
    coverage: shown?.coverage ?? null,
    declared: shown?.declared ?? new Map(),
    report: {
      ...heading(suite, design),
      checks: [...refused, ...reports.flatMap(({ checks }) => checks)].sort(
        (a, b) => order.indexOf(a.property) - order.indexOf(b.property),
      ),
      search: shown?.report.search ?? null,
      coverage: null,
      growth: reports.findLast(({ growth }) => growth.length > 0)?.growth ?? [],
      incomplete: first(({ incomplete }) => incomplete),
      failure: first(({ failure }) => failure),
      notBuilt: first(({ notBuilt }) => notBuilt),
      notes: reports.flatMap(({ notes }) => notes),
    },
  };
}
