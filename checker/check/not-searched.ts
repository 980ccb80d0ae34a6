import type { Property } from '../property/property.ts';
import type { Suite } from '../property/suite.ts';
import type { Verdict } from '../property/verdict.ts';
import { BuildError, NotBuildable, UsageError, messageOf } from '../system/errors.ts';
import type { ModelError } from '../system/errors.ts';
import type { SystemInstance } from '../system/instance.ts';
import { parametersOf } from '../system/instance.ts';
import type { Options, Place } from './check-result.ts';
import { blank, result } from './check-result.ts';
import type { CheckResult, DesignReport } from './result.ts';

/** The report of a design whose actors could not start. */
export function failedAtStart(
  suite: Suite,
  instance: SystemInstance,
  properties: Readonly<Record<string, Property>>,
  thrown: ModelError,
  options: Options,
): DesignReport {
  const checks = Object.entries(properties).map(([name, property]) =>
    result(suite, instance, name, property, options, {
      verdict: 'error',
      reason: thrown.message,
      counterexample: null,
      search: null,
    }),
  );
  return {
    ...blank(suite, instance.design),
    checks,
    failure: { message: thrown.message, trace: null, thrown },
  };
}

/** The report of a design that could not be built, for what was thrown. */
export function notBuilt(
  suite: Suite,
  design: string,
  properties: Readonly<Record<string, Property>>,
  options: Options,
  thrown: unknown,
): DesignReport {
  // Values asked for with `set` that a design cannot take are no mistake of the model's.
  const set = Object.keys(options.set ?? {}).length > 0;
  const byDesign = thrown instanceof NotBuildable || (set && thrown instanceof UsageError);
  const known = byDesign || thrown instanceof BuildError || thrown instanceof UsageError;
  const message = known
    ? messageOf(thrown)
    : `system "${suite.system.name}", design "${design}": ${messageOf(thrown)}`;
  const reason = byDesign ? `the design cannot be built at these values: ${message}` : message;
  const checks = unsearched(suite, design, properties, options, {
    verdict: byDesign ? 'inconclusive' : 'error',
    reason,
  });
  return { ...blank(suite, design), checks, notBuilt: { message, byDesign, thrown } };
}

/** The report of a design whose search an interrupt came before. */
export function notBegun(
  suite: Suite,
  design: string,
  properties: Readonly<Record<string, Property>>,
  options: Options,
): DesignReport {
  const checks = unsearched(suite, design, properties, options, {
    verdict: 'inconclusive',
    reason: 'interrupted before the search of this design began',
  });
  return { ...blank(suite, design), checks, incomplete: { why: 'interrupted' } };
}

function unsearched(
  suite: Suite,
  design: string,
  properties: Readonly<Record<string, Property>>,
  options: Options,
  found: { verdict: Verdict; reason: string },
): CheckResult[] {
  const place: Place = {
    system: suite.system.name,
    systemRef: suite.system.ref,
    design,
    designRef: suite.system.designs[design]?.ref ?? null,
    scope: options.scope,
    parameters: parametersAsFarAsKnown(suite, design, options),
  };
  return Object.entries(properties).map(([name, property]) =>
    result(suite, place, name, property, options, { ...found, counterexample: null, search: null }),
  );
}

/** The values as the design would have them, or, where they do not fit it, as they were asked for. */
function parametersAsFarAsKnown(
  suite: Suite,
  design: string,
  { scope, set }: Options,
): CheckResult['parameters'] {
  try {
    return parametersOf(suite.system, { design, scope, set });
  } catch {
    return { ...(suite.system.scopes[scope] as CheckResult['parameters']), ...set };
  }
}
