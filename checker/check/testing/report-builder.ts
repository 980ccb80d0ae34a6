import type { Verdict } from '../../property/verdict.ts';
import type { PropertyKind } from '../../property/property.ts';
import type { CheckResult, DesignReport, SuiteReport } from '../result.ts';

const SEARCH = {
  mode: 'full' as const,
  whyFull: null,
  states: 10,
  transitions: 12,
  depth: 3,
  complete: true,
  seconds: 0.0123456,
  modelCalls: 5,
  purityCalls: 5,
  bytesPerState: 16,
  blocked: 0,
};

/** A check that holds as expected, but for what is given. */
export function check(
  given: Partial<CheckResult> & { found?: string; expects?: string | null } = {},
): CheckResult {
  const { found = 'holds', expects = found, ...rest } = given;
  const [verdict, steps] = read(found);
  const [expected, length] = read(expects ?? 'holds');
  return {
    system: 'dns',
    systemRef: null,
    design: 'as-deployed',
    designRef: null,
    scope: 'default',
    parameters: { enactors: 2 },
    time: null,
    property: 'resolves',
    propertyRef: null,
    kind: 'invariant' satisfies PropertyKind,
    declaredAt: null,
    verdict,
    expected: expects === null ? null : { verdict: expected, steps: length },
    asExpected: expects === null ? null : expected === verdict && (length === null || length === steps),
    reason: null,
    steps,
    counterexample: null,
    prospects: null,
    search: SEARCH,
    ...rest,
  };
}

/** Reads `violated 8`: a verdict and the length of its run. */
function read(text: string): [Verdict, number | null] {
  const [verdict, steps] = text.split(' ');
  return [verdict as Verdict, steps === undefined ? null : Number(steps)];
}

/** A design searched whole, with nothing missing in its coverage, but for what is given. */
export function design(checks: readonly CheckResult[], given: Partial<DesignReport> = {}): DesignReport {
  const name = given.design ?? 'as-deployed';
  return {
    design: name,
    designRef: null,
    description: 'As it is.',
    search: SEARCH,
    coverage: { never: [], waived: [], listed: [], selfLoops: [], unhandled: [], dropped: [] },
    growth: [],
    notes: [],
    incomplete: null,
    failure: null,
    notBuilt: null,
    ...given,
    checks: checks.map((one) => ({ ...one, design: name })),
  };
}

/** A suite `dns` at the default scope, but for what is given. */
export function report(designs: readonly DesignReport[], given: Partial<SuiteReport> = {}): SuiteReport {
  return {
    suite: 'dns',
    system: 'dns',
    systemRef: null,
    description: 'Who keeps the endpoints resolving.',
    scope: 'default',
    set: false,
    some: false,
    seconds: designs.reduce((sum, { search }) => sum + (search?.seconds ?? 0), 0),
    designs,
    together: { never: [], waived: [] },
    staleWaivers: [],
    headlines: [],
    ...given,
  };
}
