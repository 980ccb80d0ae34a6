import { checkDesign } from '../check/check-design.ts';
import type { Property } from '../property/property.ts';
import type { Suite } from '../property/suite.ts';
import type { AnySystem } from '../system/define-system.ts';
import type { Answer } from './answer.ts';

/** Checks a generated system as `premortem check` would, replay of every counterexample included. */
export async function checkWithEngine(
  system: AnySystem,
  properties: Readonly<Record<string, Property>>,
): Promise<Answer> {
  const suite: Suite = {
    kind: 'premortem.suite',
    name: system.name,
    system,
    properties,
    expect: {},
    waive: [],
    headlines: [],
  };
  const { report } = await checkDesign(suite, 'only', properties, { scope: 'default' });
  const { states = 0, transitions = 0, depth = 0 } = report.search ?? {};
  const verdicts = report.checks.map(({ property, verdict, steps }) => [property, { verdict, steps }]);
  return { states, transitions, depth, verdicts: Object.fromEntries(verdicts) };
}
