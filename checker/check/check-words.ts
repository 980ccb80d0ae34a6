import { closestMatch } from 'leven';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { STEP_NAMES } from '../step/step-table.ts';
import { isStateMachine } from '../system/actor.ts';
import { BuildError, messageOf } from '../system/errors.ts';
import { FAULT_KINDS } from '../system/faults.ts';
import type { InstanceActor, InstanceChoice, SystemInstance } from '../system/instance.ts';
import { instantiate } from '../system/instance.ts';
import { unknownName } from '../system/names.ts';
import type { StepPattern } from '../property/fairness.ts';
import { checkSets, setsOf } from '../property/fairness.ts';
import { withAllBelow } from '../property/monitor-states.ts';
import type { Property } from '../property/property.ts';
import type { Suite } from '../property/suite.ts';

/**
 * Looks for misspelt names of actors and events in what the properties of a suite speak of: fairness, `using` and
 * monitors. Which of the properties and designs are to be checked makes no difference.
 *
 * @throws BuildError that names the near one
 */
export function checkWords(suite: Suite, scope: string, set: InstanceChoice['set']): void {
  const properties = Object.entries(suite.properties).filter(([, property]) => speaksOfNames(property));
  if (properties.length === 0) return;
  const check = (...choices: Sizes[]): void => {
    const words = wordsOf(suite, choices);
    // What cannot be built is told of where it is checked.
    for (const [name, property] of words === null ? [] : properties)
      checkProperty(property, words!, `suite ${suite.name}: property "${name}"`);
  };
  try {
    check({ scope, set });
  } catch {
    // Another scope may have what this one has not.
    check({ scope, set }, ...Object.keys(suite.system.scopes).map((other) => ({ scope: other })));
  }
}

type Sizes = Omit<InstanceChoice, 'design'>;

function speaksOfNames(property: Property): boolean {
  return property.monitor?.sees === null || setsOf(property).length > 0;
}

function checkProperty(property: Property, words: Words, where: string): void {
  const strange = words.instances.map((instance) => strangerIn(instance, property));
  if (strange.every((what) => what !== null)) throw new BuildError(`${where}: ${strange[0]}`);
  for (const [set, pattern] of setsOf(property))
    checkPattern(pattern, words, `${where}: the set of steps "${set}"`);
  if (property.monitor?.sees === null) checkMonitor(property.monitor.machine, words, `${where}: the monitor`);
}

/** What is said of a set of steps that names an actor which a design does not have. */
function strangerIn(instance: SystemInstance, property: Property): string | null {
  try {
    checkSets(instance, property);
    return null;
  } catch (thrown) {
    return messageOf(thrown);
  }
}

/** The events of a name; null where not all can be told from its statechart. */
type Events = ReadonlySet<string> | null;

interface Words {
  readonly instances: readonly SystemInstance[];
  /** By the names of actors: what they take; and that again, but unknown where they may emit something. */
  readonly takes: ReadonlyMap<string, Events>;
  readonly shows: ReadonlyMap<string, Events>;
}

function wordsOf({ system }: Suite, choices: readonly Sizes[]): Words | null {
  const takes = new Map<string, Events>();
  const shows = new Map<string, Events>();
  const instances: SystemInstance[] = [];
  for (const choice of choices) {
    for (const design of Object.keys(system.designs)) {
      try {
        instances.push(instantiate(system, { ...choice, design }));
      } catch {
        return null;
      }
    }
  }
  for (const { absent, names, actors } of instances) {
    for (const name of [...absent, ...names.keys()]) add(takes, name, []);
    for (const actor of actors) {
      const events = eventsOf(actor);
      add(takes, actor.name, events);
      add(shows, actor.name, uses(actor.logic as AnyStateMachine, EMITTING) ? null : events);
    }
  }
  return { instances, takes, shows };
}

function add(to: Map<string, Events>, name: string, events: readonly string[] | null): void {
  const known = to.get(name);
  to.set(name, known === null || events === null ? null : new Set([...(known ?? []), ...events]));
}

function eventsOf({ logic, stimuli, outcomes }: InstanceActor): readonly string[] | null {
  if (!isStateMachine(logic) || typeof stimuli === 'function' || outcomes !== null) return null;
  const events = withAllBelow(logic.root).flatMap(({ transitions }) => [...transitions.keys()] as string[]);
  return events.some((type) => type.includes('*')) ? null : events;
}

function checkPattern(pattern: StepPattern, { takes }: Words, where: string): void {
  const lists = [...takes.values()];
  if (typeof pattern === 'function' || pattern.event === undefined || lists.includes(null)) return;
  refuseSlip(
    pattern.event,
    new Set([...STEP_NAMES, ...lists.flatMap((list) => [...list!])]),
    `${where} names`,
  );
}

function checkMonitor(machine: AnyStateMachine, { takes, shows }: Words, where: string): void {
  const names = [...takes.keys()];
  for (const descriptor of machine.events) {
    const part = descriptor.replace(/\.\*$/, '');
    if (['*', 'tick'].includes(part) || part.startsWith('xstate.') || names.includes(part)) continue;
    const owners = names.filter((name) => part.startsWith(`${name}.`) || name.startsWith(`${part}.`));
    const [owner] = owners;
    if (owner === undefined) {
      // What it raises itself has any name.
      if (uses(machine, RAISING)) continue;
      const known = ['tick', ...names.map((name) => `${name}.*`)];
      throw new BuildError(unknownName(`${where} names an event of no actor:`, descriptor, known));
    }
    const known = shows.get(owner) ?? null;
    if (owners.length > 1 || part !== descriptor || known === null) continue;
    refuseSlip(
      part.slice(owner.length + 1),
      new Set([...FAULT_KINDS, ...known]),
      `${where} names, of "${owner}",`,
    );
  }
}

/** One that is near to a known one is a slip; another may be a message that arrives and nobody handles. */
function refuseSlip(type: string, known: ReadonlySet<string>, where: string): void {
  if (known.has(type) || type.length < 4) return;
  const near = closestMatch(type, [...known], { maxDistance: type.length > 4 ? 2 : 1 });
  if (near !== undefined)
    throw new BuildError(`${where} an event that no statechart takes: "${type}". Did you mean "${near}"?`);
}

const EMITTING = ['xstate.emit', 'xstate.enqueueActions'];
const RAISING = ['xstate.raise', 'xstate.enqueueActions'];

/** Whether a statechart has actions of some types, by name or inline. */
function uses(machine: AnyStateMachine, types: readonly string[]): boolean {
  if (!isStateMachine(machine)) return true;
  const implementations = machine.implementations.actions as Record<string, unknown>;
  const isOne = (action: unknown): boolean => {
    const type = typeof action === 'string' ? action : ((action as { type?: string } | null)?.type ?? '');
    const named = typeof action === 'function' ? undefined : implementations[type];
    return types.includes(type) || (typeof named === 'function' && isOne(named));
  };
  return withAllBelow(machine.root).some((node: AnyStateNode) => {
    const transitions = [...[...node.transitions.values()].flat(), ...(node.always ?? [])];
    const first = node.type === 'compound' ? [node.initial] : [];
    const all = [...transitions, ...first].flatMap(({ actions }) => actions as readonly unknown[]);
    return [...node.entry, ...node.exit, ...all].some(isOne);
  });
}
