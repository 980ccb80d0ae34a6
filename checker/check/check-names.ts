import { checkLedTo } from '../property/monitor-states.ts';
import type { Suite } from '../property/suite.ts';
import { BuildError } from '../system/errors.ts';
import { NAME_RULE, isName, unknownName } from '../system/names.ts';

/** @throws BuildError when a suite is malformed: a name that is none or names nothing of it, a monitor's state too */
export function checkNames(suite: Suite): void {
  const { system, properties, expect, waive, headlines } = suite;
  const [designs, scopes] = [Object.keys(system.designs), Object.keys(system.scopes)];
  const names: [string, readonly string[]][] = [
    ['suite', [suite.name]],
    ['system', [system.name]],
    ['design', designs],
    ['scope', scopes],
    ['parameter', Object.keys(system.parameters)],
    ['property', Object.keys(properties)],
  ];
  for (const [what, list] of names) {
    const wrong = list.find((name) => !isName(name));
    if (wrong !== undefined)
      throw new BuildError(`suite ${suite.name}: the ${what} name "${wrong}" ${NAME_RULE}`);
  }
  for (const [name, { monitor }] of Object.entries(properties))
    if (monitor !== null) checkLedTo(monitor.machine, `suite ${suite.name}: property "${name}"`);
  /** What the suite itself says of names: its author's mistake, not the caller's. */
  const declared = (complaint: string, name: string, known: readonly string[]): void => {
    if (!known.includes(name))
      throw new BuildError(unknownName(`suite ${suite.name} ${complaint}`, name, known));
  };
  const inProperties = Object.keys(properties);
  for (const [scope, ofDesigns] of Object.entries(expect)) {
    declared('expects verdicts at a scope that does not exist:', scope, scopes);
    for (const [design, expected] of Object.entries(ofDesigns)) {
      declared('expects verdicts of a design that does not exist:', design, designs);
      for (const property of Object.keys(expected))
        declared('expects a verdict of a property that does not exist:', property, inProperties);
    }
  }
  for (const { never, designs: waived, scopes: at = [] } of waive) {
    for (const design of waived === 'all' ? [] : waived)
      declared(`waives "${never}" in a design that does not exist:`, design, designs);
    for (const scope of at) declared(`waives "${never}" at a scope that does not exist:`, scope, scopes);
  }
  for (const { design, property } of headlines) {
    declared('has a headline of a design that does not exist:', design, designs);
    declared('has a headline of a property that does not exist:', property, inProperties);
  }
}
