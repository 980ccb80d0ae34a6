import type { Property } from '../property/property.ts';
import type { Expectation, Suite } from '../property/suite.ts';
import type { Verdict } from '../property/verdict.ts';
import type { SystemInstance } from '../system/instance.ts';
import type { Prospects } from '../search/temporal-search.ts';
import type { Counterexample } from '../trace/trace.ts';
import type { CheckOptions } from './options.ts';
import type { CheckResult, DesignReport, SearchFigures } from './result.ts';

/** Options with the scope decided. */
export type Options = CheckOptions & { readonly scope: string };

/** Where a check stands. */
export type Place = Pick<
  SystemInstance,
  'system' | 'systemRef' | 'design' | 'designRef' | 'scope' | 'parameters'
> &
  Partial<Pick<SystemInstance, 'time'>>;

/** One check from what was found; what is expected of it is looked up. */
export function result(
  suite: Suite,
  place: Place,
  name: string,
  property: Property,
  options: Options,
  found: {
    verdict: Verdict;
    reason: string | null;
    counterexample: Counterexample | null;
    prospects?: Prospects | null;
    search: SearchFigures | null;
  },
): CheckResult {
  const expected = expectation(suite, place, name, options);
  const steps = found.counterexample?.steps.length ?? null;
  return {
    system: place.system,
    systemRef: place.systemRef,
    design: place.design,
    designRef: place.designRef,
    scope: place.scope,
    parameters: place.parameters,
    time: typeof place.time === 'object' ? (place.time?.tick ?? null) : (place.time ?? null),
    property: name,
    propertyRef: property.ref,
    kind: property.kind,
    declaredAt: property.declaredAt,
    ...found,
    prospects: found.prospects ?? null,
    expected,
    asExpected:
      expected === null
        ? null
        : expected.verdict === found.verdict && (expected.steps === null || expected.steps === steps),
    steps,
  };
}

function expectation(suite: Suite, place: Place, property: string, options: Options): Expectation | null {
  if (Object.keys(options.set ?? {}).length > 0) return null;
  return suite.expect[place.scope]?.[place.design]?.[property] ?? null;
}

/** What a design is called. */
export function heading(suite: Suite, design: string) {
  const spec = suite.system.designs[design];
  return { design, designRef: spec?.ref ?? null, description: spec?.description ?? '' };
}

/** The report of a design of which nothing is known yet. */
export function blank(suite: Suite, design: string): DesignReport {
  return {
    ...heading(suite, design),
    checks: [],
    search: null,
    coverage: null,
    growth: [],
    incomplete: null,
    failure: null,
    notBuilt: null,
    notes: [],
  };
}
