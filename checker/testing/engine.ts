import { checkDesign } from '../check/check-design.ts';
import type { Property } from '../property/property.ts';
import type { Suite } from '../property/suite.ts';
import type { AnySystem } from '../system/define-system.ts';
import type { Answer } from './answer.ts';

/**
 * Checks a generated system as `premortem check` would, replay of every counterexample included. Beyond
 * `limit` states it gives up and answers null.
 */
export async function checkWithEngine(
  system: AnySystem,
  properties: Readonly<Record<string, Property>>,
  limit: number,
  told: (failure: string) => void = () => undefined,
): Promise<Answer | null> {
  const suite: Suite = {
    kind: 'premortem.suite',
    name: system.name,
    system,
    properties,
    expect: {},
    waive: [],
    headlines: [],
  };
  const { report } = await checkDesign(suite, 'only', properties, { scope: 'default', maxStates: limit + 1 });
  const { states = 0, transitions = 0, depth = 0 } = report.search ?? {};
  if (states > limit) return null;
  told(report.failure?.message ?? '');
  const verdicts = report.checks.map(({ property, verdict, steps }) => [property, { verdict, steps }]);
  return { states, transitions, depth, verdicts: Object.fromEntries(verdicts) };
}
