import type { CheckOptions } from '../check/options.ts';
import type { Parameter } from '../system/parameters.ts';
import { parseValue } from '../system/parameters.ts';
import { UsageError } from '../system/errors.ts';
import { unknownName } from '../system/names.ts';
import type { LoadedSuite, Suites } from './load-suites.ts';
import { refuseFailures } from './load-suites.ts';

/** What the command line asks to be checked. */
export interface Selection {
  /** Suites by name; none means all. */
  readonly suites: readonly string[];
  /** Those of them that were asked for by name, and not by a file or folder. */
  readonly named: readonly string[];
  readonly designs: readonly string[];
  readonly properties: readonly string[];
  readonly scope?: string | undefined;
  /** `name=value`, one each. */
  readonly set: readonly string[];
}

/** One suite to check, and what of it. */
export interface Run {
  readonly loaded: LoadedSuite;
  readonly options: CheckOptions;
  /** The designs to be searched, in order. */
  readonly designs: readonly string[];
}

/** The runs chosen, and the suites left out with the reason. */
export interface Runs {
  readonly runs: readonly Run[];
  readonly leftOut: readonly { readonly suite: string; readonly why: string }[];
}

/**
 * Chooses what to check. Designs, properties, a scope and parameters are looked for in all suites that
 * were asked for; a suite that has none of them is left out, unless it was asked for by name.
 *
 * @throws UsageError for an unknown suite, design, property, scope, or `--set` name or value; BuildError
 *   when a suite that is needed does not load
 */
export function selectRuns(suites: Suites, asked: Selection): Runs {
  const chosen = chooseSuites(suites, asked.suites);
  const selection = {
    ...asked,
    designs: asked.designs.map((name) => byName(chosen, 'design', name, designsOf)),
    properties: asked.properties.map((name) => byName(chosen, 'property', name, propertiesOf)),
  };
  everyNameIsSomewhere(chosen, selection);
  const settings = selection.set.map(readSetting);
  const runs: Run[] = [];
  const leftOut: { suite: string; why: string }[] = [];
  for (const loaded of chosen) {
    const why = lacks(loaded, selection, settings);
    if (why === null) runs.push(runOf(loaded, selection, settings));
    else if (selection.named.includes(loaded.suite.name))
      throw new UsageError(`${loaded.suite.name} ${why}.`);
    else leftOut.push({ suite: loaded.suite.name, why });
  }
  if (runs.length === 0) {
    const reasons = leftOut.map(({ suite, why }) => `${suite} ${why}`).join('; ');
    throw new UsageError(`no suite has all that was asked for: ${reasons}.`);
  }
  return { runs, leftOut };
}

type Referred = Readonly<Record<string, { readonly ref?: string | null }>>;

function designsOf({ suite }: LoadedSuite): Referred {
  return suite.system.designs as Referred;
}

function propertiesOf({ suite }: LoadedSuite): Referred {
  return suite.properties;
}

/** The name of what was asked for by name or by ref. @throws UsageError for a ref that several have */
function byName(
  chosen: readonly LoadedSuite[],
  what: string,
  asked: string,
  of: (entry: LoadedSuite) => Referred,
): string {
  if (chosen.some((entry) => Object.hasOwn(of(entry), asked))) return asked;
  const found = chosen.flatMap((entry) =>
    Object.entries(of(entry)).flatMap(([name, { ref }]) =>
      ref === asked ? [{ name, text: `${name} of ${entry.suite.name}` }] : [],
    ),
  );
  const names = new Set(found.map(({ name }) => name));
  const [first] = names;
  if (first === undefined) return asked;
  if (names.size === 1) return first;
  const list = found.map(({ text }) => text).join(', ');
  throw new UsageError(
    `"${asked}" is the ref of more than one ${what}: ${list}. Give its name, or name its suite.`,
  );
}

/** The suites of these names; all of them where there are none. @throws UsageError for an unknown one */
export function chooseSuites({ loaded, failures }: Suites, names: readonly string[]): readonly LoadedSuite[] {
  if (names.length === 0) {
    refuseFailures(failures);
    return loaded;
  }
  return [...new Set(names)].map((name) => {
    const found = loaded.find(({ suite }) => suite.name === name);
    if (found !== undefined) return found;
    // It may be the very suite that does not load.
    refuseFailures(failures);
    const known = loaded.map(({ suite }) => suite.name);
    throw new UsageError(unknownName('there is no suite', name, known));
  });
}

/** A name that none of the suites has is a slip, and not a choice. */
function everyNameIsSomewhere(chosen: readonly LoadedSuite[], selection: Selection): void {
  const where = selection.suites.length === 1 ? selection.suites[0]! : 'none of the suites';
  const complaint = (what: string): string =>
    selection.suites.length === 1 ? `${where} has no ${what}` : `${where} has a ${what}`;
  const look = (what: string, names: readonly string[], of: (entry: LoadedSuite) => object): void => {
    const known = chosen.flatMap((entry) => Object.keys(of(entry)));
    const refs = chosen.flatMap((entry) =>
      Object.values(of(entry) as Referred).flatMap(({ ref }) => (typeof ref === 'string' ? [ref] : [])),
    );
    const unknown = names.find((name) => !known.includes(name));
    if (unknown !== undefined)
      throw new UsageError(unknownName(complaint(what), unknown, [...known, ...refs]));
  };
  look('design', selection.designs, designsOf);
  look('property', selection.properties, propertiesOf);
  look(
    'scope',
    selection.scope === undefined ? [] : [selection.scope],
    ({ suite }) => suite.system.scopes as object,
  );
  look(
    'parameter',
    selection.set.map((text) => readSetting(text).name),
    ({ suite }) => suite.system.parameters as object,
  );
}

interface Setting {
  readonly name: string;
  readonly value: string;
}

function readSetting(text: string): Setting {
  const at = text.indexOf('=');
  if (at <= 0 || at === text.length - 1) {
    throw new UsageError(`--set ${text}: write it as name=value, for instance --set enactors=3.`);
  }
  return { name: text.slice(0, at), value: text.slice(at + 1) };
}

/** What of the selection a suite does not have at all. */
function lacks({ suite }: LoadedSuite, selection: Selection, settings: readonly Setting[]): string | null {
  const { designs, scopes, parameters } = suite.system;
  const none = (names: readonly string[], known: object): boolean =>
    names.length > 0 && !names.some((name) => Object.hasOwn(known, name));
  if (none(selection.designs, designs as object)) return `has no design ${selection.designs.join(' or ')}`;
  if (none(selection.properties, suite.properties))
    return `has no property ${selection.properties.join(' or ')}`;
  if (selection.scope !== undefined && !Object.hasOwn(scopes, selection.scope))
    return `has no scope ${selection.scope}`;
  const unknown = settings.find(({ name }) => !Object.hasOwn(parameters, name));
  return unknown === undefined ? null : `has no parameter ${unknown.name}`;
}

function runOf(loaded: LoadedSuite, selection: Selection, settings: readonly Setting[]): Run {
  const { system, properties } = loaded.suite;
  const among = (names: readonly string[], known: object): string[] | undefined =>
    names.length === 0 ? undefined : Object.keys(known).filter((name) => names.includes(name));
  const designs = among(selection.designs, system.designs as object);
  const parameters = system.parameters as Record<string, Parameter>;
  return {
    loaded,
    designs: designs ?? Object.keys(system.designs as object),
    options: {
      designs,
      properties: among(selection.properties, properties),
      scope: selection.scope,
      set: Object.fromEntries(
        settings.map(({ name, value }) => [name, parseValue(system.name, parameters, name, value)]),
      ),
    },
  };
}
