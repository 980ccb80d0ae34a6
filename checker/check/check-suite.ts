import type { Coverage } from '../property/coverage.ts';
import { applyWaivers, dropImplied, neverHappened, neverTogether } from '../property/coverage.ts';
import type { Property } from '../property/property.ts';
import type { Suite } from '../property/suite.ts';
import { lookUp } from '../system/names.ts';
import type { Parameter } from '../system/parameters.ts';
import { checkValue } from '../system/parameters.ts';
import type { DesignSearch } from './check-design.ts';
import { checkDesign } from './check-design.ts';
import { checkNames } from './check-names.ts';
import { checkWords } from './check-words.ts';
import { withNear, withoutNear } from './near-events.ts';
import type { CheckOptions } from './options.ts';
import type { DesignReport, SuiteReport } from './result.ts';
import { staleWaivers } from './stale-waivers.ts';

/**
 * Checks the designs of a suite, one search each.
 *
 * @throws UsageError for an unknown design, scope, property or parameter; BuildError when the suite
 *   itself is malformed. What goes wrong in one design is part of its report.
 */
export async function checkSuite(suite: Suite, options: CheckOptions = {}): Promise<SuiteReport> {
  const began = performance.now();
  checkNames(suite);
  const designs = options.designs ?? Object.keys(suite.system.designs);
  const scope = options.scope ?? 'default';
  const properties = pickProperties(suite, options.properties);
  const set = Object.keys(options.set ?? {}).length > 0;
  for (const design of designs) lookUp(suite.system.designs, design, `${suite.system.name} has no design`);
  lookUp(suite.system.scopes, scope, `${suite.system.name} has no scope`);
  for (const [name, value] of Object.entries(options.set ?? {})) {
    checkValue(
      name,
      lookUp<Parameter>(suite.system.parameters, name, `${suite.system.name} has no parameter`),
      value,
    );
  }
  checkWords(suite, scope, options.set);
  const waive = withoutNear(suite.waive);
  const searches: DesignSearch[] = [];
  for (const design of designs)
    searches.push(await checkDesign(suite, design, properties, { ...options, scope }));
  const judged = !set && options.properties === undefined;
  const all = designs.length === Object.keys(suite.system.designs).length;
  // A design that cannot be built at these values shows nothing, and takes nothing from what the others show.
  const built = searches.filter(({ report }) => report.notBuilt?.byDesign !== true);
  const whole = built.filter(isWhole);
  const together =
    !set && all && built.length > 0 && built.length === whole.length
      ? neverTogether(
          // Of some properties, what they speak of is judged all the same: it decides what their verdicts mean.
          whole.map(({ coverage, declared }) =>
            judged ? new Map([...coverage.transitions(), ...declared]) : coverage.ofProperties(),
          ),
        )
      : null;
  const left = applyWaivers(together ?? [], waive, scope, designs);
  return {
    suite: suite.name,
    system: suite.system.name,
    systemRef: suite.system.ref,
    description: suite.system.description,
    scope,
    set,
    some: options.properties !== undefined,
    designs: searches.map((search) => withCoverage(suite, scope, search, judged)),
    seconds: (performance.now() - began) / 1000,
    together: together === null ? null : { ...left, never: withNear(left.never, suite, { scope }) },
    staleWaivers: judged
      ? staleWaivers(
          { ...suite, waive },
          {
            scope,
            designs: new Map(whole.map(({ report, coverage }) => [report.design, coverage.never()])),
            unbuildable: new Set(
              searches.filter((search) => !built.includes(search)).map(({ report }) => report.design),
            ),
            together,
          },
        )
      : [],
    headlines: suite.headlines,
  };
}

/** Whether a search shows what a design does and does not do. */
function isWhole(search: DesignSearch): search is DesignSearch & { coverage: Coverage } {
  return search.coverage !== null && search.report.search?.complete === true;
}

function withCoverage(suite: Suite, scope: string, search: DesignSearch, judged: boolean): DesignReport {
  const { report } = search;
  if (!judged || !isWhole(search)) return report;
  const { coverage } = search;
  return {
    ...report,
    coverage: {
      ...applyWaivers(coverage.never(), suite.waive, scope, [report.design]),
      listed: dropImplied(neverHappened(coverage.transitions())),
      selfLoops: coverage.selfLoops(),
      unhandled: coverage.unhandled(),
      dropped: coverage.dropped(),
    },
  };
}

function pickProperties(suite: Suite, names: readonly string[] | undefined): Record<string, Property> {
  if (names === undefined) return { ...suite.properties };
  return Object.fromEntries(
    names.map((name) => [name, lookUp(suite.properties, name, `suite ${suite.name} has no property`)]),
  );
}
