import { applyWaivers, dropImplied, neverTogether } from '../property/coverage.ts';
import type { Property } from '../property/property.ts';
import type { Suite } from '../property/suite.ts';
import { BuildError, UsageError, messageOf } from '../system/errors.ts';
import { NAME_RULE, isName } from '../system/instance.ts';
import type { Parameter } from '../system/parameters.ts';
import { checkValue } from '../system/parameters.ts';
import type { DesignSearch } from './check-design.ts';
import { checkDesign } from './check-design.ts';
import type { CheckOptions } from './options.ts';
import type { DesignReport, SuiteReport } from './result.ts';

/**
 * Checks the designs of a suite, one search each.
 *
 * @throws UsageError for an unknown design, scope, property or parameter; BuildError when the suite
 *   itself is malformed. What goes wrong in one design is part of its report.
 */
export async function checkSuite(suite: Suite, options: CheckOptions = {}): Promise<SuiteReport> {
  checkNames(suite);
  const designs = options.designs ?? Object.keys(suite.system.designs);
  const scope = options.scope ?? 'default';
  const properties = pickProperties(suite, options.properties);
  const set = Object.keys(options.set ?? {}).length > 0;
  for (const design of designs) known(suite.system.designs, design, `${suite.system.name} has no design`);
  known(suite.system.scopes, scope, `${suite.system.name} has no scope`);
  for (const [name, value] of Object.entries(options.set ?? {})) {
    checkValue(
      name,
      known<Parameter>(suite.system.parameters, name, `${suite.system.name} has no parameter`),
      value,
    );
  }
  const searches: DesignSearch[] = [];
  for (const design of designs)
    searches.push(await checkDesign(suite, design, properties, { ...options, scope }));
  const judged = !set && options.properties === undefined;
  const all = designs.length === Object.keys(suite.system.designs).length;
  // A design that cannot be built at these values shows nothing, and takes nothing from what the others show.
  const built = searches.filter(({ report }) => report.notBuilt?.byDesign !== true);
  const whole =
    judged &&
    all &&
    built.length > 0 &&
    built.every((search) => search.coverage !== null && search.report.search?.complete === true);
  return {
    suite: suite.name,
    system: suite.system.name,
    systemRef: suite.system.ref,
    description: suite.system.description,
    scope,
    set,
    some: options.properties !== undefined,
    designs: searches.map((search) => withCoverage(suite, scope, search, judged)),
    together: whole
      ? applyWaivers(
          neverTogether(built.map((search) => search.coverage!.transitions())),
          suite.waive,
          scope,
          designs,
        )
      : null,
    headlines: suite.headlines,
  };
}

function withCoverage(
  suite: Suite,
  scope: string,
  { report, coverage }: DesignSearch,
  judged: boolean,
): DesignReport {
  if (coverage === null || !judged || report.search?.complete !== true) return report;
  const listed = [...coverage.transitions()].flatMap(([text, happened]) => (happened ? [] : [text]));
  return {
    ...report,
    coverage: {
      ...applyWaivers(coverage.never(), suite.waive, scope, [report.design]),
      listed: dropImplied(listed),
      selfLoops: coverage.selfLoops(),
      unhandled: coverage.unhandled(),
      dropped: coverage.dropped(),
    },
  };
}

function pickProperties(suite: Suite, names: readonly string[] | undefined): Record<string, Property> {
  if (names === undefined) return { ...suite.properties };
  return Object.fromEntries(
    names.map((name) => [name, known(suite.properties, name, `suite ${suite.name} has no property`)]),
  );
}

function known<T>(record: Readonly<Record<string, T>>, name: string, complaint: string): T {
  const found = Object.hasOwn(record, name) ? record[name] : undefined;
  if (found === undefined)
    throw new UsageError(`${complaint} "${name}". It has: ${Object.keys(record).join(', ') || 'none'}.`);
  return found;
}

/** @throws BuildError when the suite is malformed: a name that is none, or a verdict expected of nothing */
export function checkNames(suite: Suite): void {
  const names: [string, readonly string[]][] = [
    ['suite', [suite.name]],
    ['system', [suite.system.name]],
    ['design', Object.keys(suite.system.designs)],
    ['scope', Object.keys(suite.system.scopes)],
    ['property', Object.keys(suite.properties)],
  ];
  for (const [what, list] of names) {
    const wrong = list.find((name) => !isName(name));
    if (wrong !== undefined)
      throw new BuildError(`suite ${suite.name}: the ${what} name "${wrong}" ${NAME_RULE}`);
  }
  for (const [scope, designs] of Object.entries(suite.expect)) {
    declared(suite, suite.system.scopes, scope, 'expects verdicts at a scope that does not exist:');
    for (const [design, expected] of Object.entries(designs)) {
      declared(suite, suite.system.designs, design, 'expects verdicts of a design that does not exist:');
      for (const property of Object.keys(expected)) {
        declared(suite, suite.properties, property, 'expects a verdict of a property that does not exist:');
      }
    }
  }
}

/** As {@link known}, of a name that the suite itself gives: its author's mistake, not the caller's. */
function declared(
  suite: Suite,
  record: Readonly<Record<string, unknown>>,
  name: string,
  complaint: string,
): void {
  try {
    known(record, name, `suite ${suite.name} ${complaint}`);
  } catch (thrown) {
    throw new BuildError(messageOf(thrown));
  }
}
