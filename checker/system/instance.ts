import type { AnyActorRef } from 'xstate';
import { listActors } from './actor-list.ts';
import type { ActorOptions, Actors, Logic } from './actor.ts';
import { ActorReference } from './actor-reference.ts';
import type { ChildSlot, Outcome } from './children.ts';
import type { AnySystem, Composition, Effect } from './define-system.ts';
import type { Delivery, ResolvedDelivery } from './delivery.ts';
import { checkChannel, checkComposition, checkValues } from './declaration.ts';
import { resolveDelivery } from './delivery.ts';
import { BuildError, NotBuildable, messageOf } from './errors.ts';
import type { FaultTable, Mail } from './faults.ts';
import { resolveFaults } from './fault-table.ts';
import type { InterchangeableClasses } from './interchangeable.ts';
import { resolveInterchangeable } from './interchangeable.ts';
import type { Parameter, Parameters } from './parameters.ts';
import type { Time } from './time.ts';
import { lookUp, pairComplaint, unknownName } from './names.ts';

/** One actor of an instance. */
export interface InstanceActor {
  readonly id: string;
  /** The name it stands under in `actors`; for one of several replicas, that of the group. */
  readonly name: string;
  readonly logic: Logic;
  /** The statechart's own id, for messages. */
  readonly machine: string;
  readonly input: unknown;
  readonly stimuli: NonNullable<ActorOptions<Logic>['stimuli']>;
  readonly environment: boolean;
  readonly description: string | null;
  /** Of an invoked or spawned actor: its parent and what it is called there. */
  readonly child: ChildPlace | null;
  /** The places of the actors it may invoke or spawn. */
  readonly children: readonly number[];
  /** Of a promise, callback or observable: what may come of it. */
  readonly outcomes: ((input: unknown) => readonly Outcome[]) | null;
  /** The keys of its context that survive a crash; null for all of it. */
  readonly survives: readonly string[] | null;
  readonly mail: Mail;
}

/** Where an invoked or spawned actor belongs. */
export interface ChildPlace extends Pick<ChildSlot, 'id' | 'group' | 'invoked' | 'logic'> {
  /** The parent's place. */
  readonly parent: number;
}

/** A system built for one design at one scope: what a search runs on. */
export interface SystemInstance {
  readonly system: string;
  readonly systemRef: string | null;
  readonly design: string;
  readonly designRef: string | null;
  readonly scope: string;
  /** The values that replaced the scope's, as asked for. */
  readonly set: Readonly<Record<string, number | string>>;
  readonly parameters: Readonly<Record<string, number | string>>;
  /** In declared order; replicas in the order of their places. */
  readonly actors: readonly InstanceActor[];
  /** The place in `actors` of each id. */
  readonly placeOf: ReadonlyMap<string, number>;
  /** For each name: the places of its actors, and whether it is a group of replicas. */
  readonly names: ReadonlyMap<string, { replicas: boolean; places: readonly number[] }>;
  /** Names that this design leaves out. */
  readonly absent: ReadonlySet<string>;
  /** One reference per actor, the same object for the whole life of the instance. */
  readonly references: readonly ActorReference[];
  readonly effects: Readonly<Record<string, Effect>>;
  readonly faults: FaultTable;
  /** Null where nothing is ever delayed. */
  readonly time: Time | null;
  readonly throws: 'error' | 'as-live';
  /** The places of actors that may take each other's place. */
  readonly interchangeable: InterchangeableClasses;
  /** How what the actor at the first place sends reaches the one at the second. */
  delivery(sender: number, receiver: number): ResolvedDelivery;
}

/** Which design to build, at which scope, with which values changed. */
export interface InstanceChoice {
  design: string;
  scope?: string;
  set?: Readonly<Record<string, number | string>>;
}

/**
 * The values a design is checked with: the scope's, then what `set` changes, then what the design fixes.
 *
 * @throws UsageError for an unknown design, scope or parameter, or a value outside its range
 */
export function parametersOf(system: AnySystem, choice: InstanceChoice): Record<string, number | string> {
  for (const name of Object.keys(choice.set ?? {}))
    lookUp<Parameter>(system.parameters, name, `${system.name} has no parameter`);
  const design = lookUp(system.designs, choice.design, `${system.name} has no design`);
  const scope = lookUp(system.scopes, choice.scope ?? 'default', `${system.name} has no scope`);
  const given = { ...scope, ...choice.set } as Record<string, number | string>;
  const fixed = typeof design.fixes === 'function' ? design.fixes(given) : design.fixes;
  const values = { ...given, ...fixed } as Record<string, number | string>;
  checkValues(`${system.name}, design ${choice.design}`, system.parameters as Parameters, values);
  return values;
}

/**
 * Builds a system for one design at one scope.
 *
 * @throws UsageError as {@link parametersOf}; NotBuildable when the design says so; BuildError when
 *   `build` throws or what it returns does not fit together
 */
export function instantiate(system: AnySystem, choice: InstanceChoice): SystemInstance {
  const parameters = parametersOf(system, choice);
  const where = `system "${system.name}", design "${choice.design}"`;
  const pending = new Map<string, ActorReference>();
  const ref = (id: string): AnyActorRef => {
    const known = pending.get(id) ?? new ActorReference(id);
    if (id.includes('/'))
      throw new BuildError(
        `${where}: ref("${id}"): a child does not exist from the start; its parent knows it.`,
      );
    pending.set(id, known);
    return known as unknown as AnyActorRef;
  };
  const composition = callBuild(system, choice.design, parameters, ref, where);
  const { actors, names } = listActors(composition, where);
  if (actors.length === 0) throw new BuildError(`${where}: it has no actors, so nothing could ever happen.`);
  const placeOf = new Map(actors.map((a, place) => [a.id, place]));
  if (placeOf.size !== actors.length) {
    const double = actors.find((a, place) => placeOf.get(a.id) !== place);
    throw new BuildError(`${where}: two actors have the id "${double?.id}". Rename one of the groups.`);
  }
  for (const id of pending.keys()) {
    if (!placeOf.has(id)) {
      throw new BuildError(unknownName(`${where}: ref names no actor: there is no`, id, [...placeOf.keys()]));
    }
  }
  const design = system.designs[choice.design];
  const instance = {
    system: system.name,
    systemRef: system.ref,
    design: choice.design,
    designRef: design?.ref ?? null,
    scope: choice.scope ?? 'default',
    set: choice.set ?? {},
    parameters,
    actors,
    placeOf,
    names,
    absent: new Set(Object.keys(composition.actors).filter((name) => !names.has(name))),
    references: referencesTo(actors, pending),
    effects: composition.effects ?? {},
    faults: resolveFaults(composition.faults, { actors, names, absent: composition.actors }, where),
    time: resolveTime(composition.time ?? null, where),
    throws: composition.throws ?? 'error',
    delivery: deliveryTable(composition, actors, names, where),
  };
  return {
    ...instance,
    interchangeable: resolveInterchangeable(composition.interchangeable, instance, where),
  };
}

/** A child comes after its parent. */
function referencesTo(
  actors: readonly InstanceActor[],
  given: ReadonlyMap<string, ActorReference>,
): ActorReference[] {
  const references: ActorReference[] = [];
  for (const { id, child } of actors) {
    references.push(
      child === null
        ? (given.get(id) ?? new ActorReference(id))
        : new ActorReference(id, child.id, references[child.parent]),
    );
  }
  return references;
}

function callBuild(
  system: AnySystem,
  design: string,
  parameters: Record<string, number | string>,
  ref: (id: string) => AnyActorRef,
  where: string,
): Composition<Actors> {
  const options = system.designs[design]?.options ?? {};
  let built: unknown;
  try {
    built = system.build({ parameters, design, options, ref } as never);
  } catch (thrown) {
    if (thrown instanceof NotBuildable) throw thrown;
    throw new BuildError(`${where}: build failed: ${messageOf(thrown)}`, { cause: thrown });
  }
  checkComposition(built, where);
  return built;
}

function deliveryTable(
  composition: Composition<Actors>,
  actors: readonly InstanceActor[],
  names: ReadonlyMap<string, unknown>,
  where: string,
): SystemInstance['delivery'] {
  const declared = composition.delivery ?? 'fifo';
  const map: Record<string, Delivery | undefined> =
    typeof declared === 'string' || 'order' in declared ? { default: declared as Delivery } : declared;
  for (const key of Object.keys(map)) {
    const written = pairComplaint(key);
    if (written !== null) throw new BuildError(`${where}: delivery "${key}": ${written}.`);
    const parts = key === 'default' ? [] : key.split(' -> ');
    if (parts.length > 2)
      throw new BuildError(`${where}: delivery "${key}" names more than a pair, "sender -> receiver".`);
    checkedDelivery(map[key], key, where);
    // A child of an actor that this design leaves out cannot be looked up.
    const above = (part: string): string => part.split('/')[0]!;
    const unknown = parts.find((part) => !names.has(part) && (!part.includes('/') || names.has(above(part))));
    // A name that this design leaves out is declared all the same.
    if (unknown !== undefined && !(unknown in composition.actors)) {
      const complaint = `${where}: delivery "${key}": there is no actor`;
      const known = [...Object.keys(composition.actors), ...names.keys()];
      throw new BuildError(unknownName(complaint, unknown, known, parts.length === 1 ? ['default'] : []));
    }
  }
  const table = actors.map((sender, from) =>
    actors.map((receiver, to) => {
      const name = `${sender.name} -> ${receiver.name}`;
      const pair = map[name];
      const own = inside(from, to, actors);
      if (pair !== undefined && own !== undefined && from !== to)
        throw new BuildError(
          `${where}: delivery "${name}": a parent and its children are one process, and what they send each other is part of the step. Make it an actor of the system to put a channel between.`,
        );
      return resolveDelivery(pair ?? own ?? map[receiver.name] ?? map['default'] ?? 'fifo');
    }),
  );
  return (sender, receiver) => table[sender]![receiver]!;
}

/** The place of the actor of the system that an actor is part of: its own, or that above it. */
export function topOf(actors: readonly InstanceActor[], place: number): number {
  const { child } = actors[place]!;
  return child === null ? place : topOf(actors, child.parent);
}

/** An actor, its children and theirs are one process: what they send each other is part of the step. */
function inside(sender: number, receiver: number, actors: readonly InstanceActor[]): 'sync' | undefined {
  return topOf(actors, sender) === topOf(actors, receiver) ? 'sync' : undefined;
}

/** @throws BuildError where a tick is no time */
function resolveTime(time: Time | null, where: string): Time | null {
  if (time !== null && typeof time === 'object' && !(Number.isFinite(time.tick) && time.tick > 0))
    throw new BuildError(`${where}: time: a tick is a number of milliseconds above 0, not ${time.tick}.`);
  return time;
}

/** @throws BuildError that names the place of what is wrong with a delivery */
function checkedDelivery(delivery: Delivery | undefined, key: string, where: string): void {
  if (delivery === undefined) return;
  checkChannel(delivery, `${where}: delivery "${key}"`);
  try {
    resolveDelivery(delivery);
  } catch (thrown) {
    throw new BuildError(`${where}: delivery "${key}": ${messageOf(thrown)}`, { cause: thrown });
  }
}
