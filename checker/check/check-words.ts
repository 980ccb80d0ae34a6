import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { isStateMachine } from '../system/actor.ts';
import { BuildError } from '../system/errors.ts';
import type { InstanceChoice, SystemInstance } from '../system/instance.ts';
import { instantiate } from '../system/instance.ts';
import { setsOf } from '../property/fairness.ts';
import { withAllBelow } from '../property/monitor-states.ts';
import type { Property } from '../property/property.ts';
import { isSlip } from '../property/slip.ts';
import type { Suite } from '../property/suite.ts';

/**
 * Looks for misspelt names of actors in what the properties of a suite speak of: fairness, `using` and monitors.
 * Which of the properties and designs are to be checked makes no difference. A name that is only unknown may be
 * that of an actor beyond the scopes, or of another system: that nothing comes of it is for coverage to tell.
 *
 * @throws BuildError that names the near one
 */
export function checkWords(suite: Suite, scope: string, set: InstanceChoice['set']): void {
  const properties = Object.entries(suite.properties).filter(([, property]) => speaksOfNames(property));
  if (properties.length === 0) return;
  const here = { scope, set };
  if (slipIn(properties, builtAt(suite, [here])) === null) return;
  // Another scope may have what this one has not.
  const others = Object.keys(suite.system.scopes).map((other) => ({ scope: other }));
  const slip = slipIn(properties, builtAt(suite, [here, ...others]));
  if (slip !== null) throw new BuildError(`suite ${suite.name}: ${slip}`);
}

/** What can be built of a suite's designs at some sizes. */
export function builtAt(
  { system }: Suite,
  sizes: readonly Omit<InstanceChoice, 'design'>[],
): SystemInstance[] {
  return sizes.flatMap((choice) =>
    Object.keys(system.designs).flatMap((design) => {
      try {
        return [instantiate(system, { ...choice, design })];
      } catch {
        // Whatever keeps a design from being built is told of where it is checked, and stops no other.
        return [];
      }
    }),
  );
}

function speaksOfNames(property: Property): boolean {
  return property.monitor?.sees === null || setsOf(property).length > 0;
}

/** The first slip, in words. */
function slipIn(
  properties: readonly (readonly [string, Property])[],
  instances: readonly SystemInstance[],
): string | null {
  const names = new Set(instances.flatMap(({ absent, names: there }) => [...absent, ...there.keys()]));
  const ids = new Set(instances.flatMap(({ placeOf }) => [...placeOf.keys()]));
  for (const [name, property] of properties) {
    const slip =
      slipOfSets(property, new Set([...names, ...ids])) ??
      (property.monitor?.sees === null ? slipOfMonitor(property.monitor.machine, names, ids) : null);
    if (slip !== null) return `property "${name}": ${slip}`;
  }
  return null;
}

function slipOfSets(property: Property, known: ReadonlySet<string>): string | null {
  for (const [set, pattern] of setsOf(property)) {
    if (typeof pattern === 'function') continue;
    for (const actor of [pattern.actor, pattern.from]) {
      if (actor === undefined || known.has(actor)) continue;
      const near = [...known].find((name) => isSlip(actor, name));
      if (near !== undefined)
        return `the set of steps "${set}" names an actor that is not there: "${actor}". Did you mean "${near}"?`;
    }
  }
  return null;
}

function slipOfMonitor(
  machine: AnyStateMachine,
  names: ReadonlySet<string>,
  ids: ReadonlySet<string>,
): string | null {
  // What it raises itself has any name.
  if (raises(machine)) return null;
  const isOf = (descriptor: string) => (name: string) => `${descriptor}.`.startsWith(`${name}.`);
  for (const descriptor of machine.events) {
    if ([...names, ...ids].some(isOf(descriptor))) continue;
    const parts = descriptor.split('.');
    const near = [...names].find((name) => isSlip(parts.slice(0, name.split('.').length).join('.'), name));
    if (near !== undefined)
      return `the monitor names an event of no actor: "${descriptor}". Did you mean "${near}"?`;
  }
  return null;
}

const RAISING = ['xstate.raise', 'xstate.enqueueActions'];

/** Whether a statechart has actions that may raise an event, by name or inline. */
function raises(machine: AnyStateMachine): boolean {
  if (!isStateMachine(machine)) return true;
  const implementations = machine.implementations.actions as Record<string, unknown>;
  const isOne = (action: unknown): boolean => {
    const type = typeof action === 'string' ? action : ((action as { type?: string } | null)?.type ?? '');
    const named = typeof action === 'function' ? undefined : implementations[type];
    return RAISING.includes(type) || (typeof named === 'function' && isOne(named));
  };
  return withAllBelow(machine.root).some((node: AnyStateNode) => {
    const transitions = [...[...node.transitions.values()].flat(), ...(node.always ?? [])];
    const first = node.type === 'compound' ? [node.initial] : [];
    const all = [...transitions, ...first].flatMap(({ actions }) => actions as readonly unknown[]);
    return [...node.entry, ...node.exit, ...all].some(isOne);
  });
}
