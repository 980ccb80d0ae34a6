import { addressOf, isActorReference } from './actor-reference.ts';
import { BuildError } from './errors.ts';
import type { FaultKind } from './faults.ts';
import { FAULT_KINDS } from './faults.ts';
import type { InstanceActor, SystemInstance } from './instance.ts';
import { unknownName } from './names.ts';

/** Actors that may take each other's place: a group of replicas by its name, or actors by their ids. */
export type Interchangeable = readonly (string | readonly string[])[];

/** The places of the actors of each class; a class has two at least. */
export type InterchangeableClasses = readonly (readonly number[])[];

type Known = Omit<SystemInstance, 'interchangeable'>;

/**
 * Looks up what is declared to be interchangeable and compares the actors of each class, as far as declarations tell:
 * logic, input, stimuli, children, delivery and faults must be the same with two of them exchanged.
 *
 * @throws BuildError that names both actors and what differs
 */
export function resolveInterchangeable(
  declared: Interchangeable | undefined,
  instance: Known,
  where: string,
): InterchangeableClasses {
  const at = `${where}: interchangeable`;
  const used = new Set<number>();
  const classes: number[][] = [];
  for (const entry of declared ?? []) {
    const places =
      typeof entry === 'string' ? group(entry, instance, at) : entry.map((id) => one(id, instance, at));
    for (const place of places) {
      const { id, child } = instance.actors[place]!;
      if (child !== null)
        throw new BuildError(`${at}: "${id}" is a child, which moves with its parent. Name the parent.`);
      if (used.has(place)) throw new BuildError(`${at}: ${id} is named twice. Name each actor once.`);
      used.add(place);
    }
    if (places.length > 1) classes.push([...places]);
  }
  for (const places of classes)
    places.slice(1).forEach((place, i) => compare(instance, places[i]!, place, at));
  return classes;
}

function group(name: string, { names, absent, placeOf }: Known, at: string): readonly number[] {
  const known = names.get(name);
  if (known === undefined && absent.has(name)) return [];
  if (known === undefined)
    throw new BuildError(unknownName(`${at}: there is no group of replicas`, name, [...names.keys()]));
  if (!known.replicas)
    throw new BuildError(
      `${at}: "${name}" is a single actor. Name a group of replicas, or a list of actor ids: [${[
        ...placeOf.keys(),
      ]
        .slice(0, 3)
        .map((id) => `'${id}'`)
        .join(', ')}].`,
    );
  return known.places;
}

function one(id: string, { placeOf }: Known, at: string): number {
  const place = placeOf.get(id);
  if (place === undefined)
    throw new BuildError(unknownName(`${at}: there is no actor`, id, [...placeOf.keys()]));
  return place;
}

/**
 * The exchange of two actors, with the children of each.
 *
 * @returns for each place the one that takes it; null where their children are not alike
 */
export function exchange(actors: readonly InstanceActor[], a: number, b: number): Int32Array | null {
  const places = Int32Array.from(actors, (_, place) => place);
  const swap = (one: number, other: number): boolean => {
    places[one] = other;
    places[other] = one;
    const [mine, yours] = [actors[one]!.children, actors[other]!.children];
    return mine.length === yours.length && mine.every((child, i) => swap(child, yours[i]!));
  };
  return swap(a, b) ? places : null;
}

function compare(instance: Known, a: number, b: number, at: string): void {
  const { actors, delivery, faults } = instance;
  const ids = `${actors[a]!.id} and ${actors[b]!.id}`;
  const refuse = (what: string): never => {
    throw new BuildError(
      `${at}: ${ids} ${what}. Only actors that differ in nothing but their ids can be exchanged: make them alike, or leave them out.`,
    );
  };
  const places = exchange(actors, a, b) ?? refuse('have other children');
  places.forEach((to, from) => {
    if (to !== from) compareActors(instance, places, from, to, refuse);
    actors.forEach((_, receiver) => {
      const [here, there] = [delivery(from, receiver), delivery(to, places[receiver]!)];
      const same =
        here.order === there.order && here.capacity === there.capacity && here.whenFull === there.whenFull;
      if (!same)
        refuse(
          `have other deliveries: ${actors[from]!.id} -> ${actors[receiver]!.id} is not as ${actors[to]!.id} -> ${actors[places[receiver]!]!.id}`,
        );
      const struck = FAULT_KINDS.find((kind: FaultKind) => {
        if (faults.strikes(kind, receiver) !== faults.strikes(kind, places[receiver]!)) return true;
        return faults.strikes(kind, receiver, from) !== faults.strikes(kind, places[receiver]!, to);
      });
      if (struck !== undefined) refuse(`are not struck alike by the fault "${struck}"`);
    });
  });
}

function compareActors(
  { actors, placeOf }: Known,
  places: Int32Array,
  from: number,
  to: number,
  refuse: (what: string) => never,
): void {
  const [one, other] = [actors[from]!, actors[to]!];
  const path = (id: string): string => {
    const place = placeOf.get(id);
    return place === undefined ? id : actors[places[place]!]!.id;
  };
  if (one.logic !== other.logic)
    refuse(`run other statecharts ("${one.machine}" and "${other.machine}", which need be one object)`);
  if (!same(one.input, other.input, path)) refuse('have other inputs');
  if (typeof one.stimuli === 'function' || typeof other.stimuli === 'function') {
    // Two functions are compared as they are asked.
    if (typeof one.stimuli !== typeof other.stimuli) refuse('have other stimuli');
  } else if (!sameElements(one.stimuli, other.stimuli, path)) refuse('have other stimuli');
  if (one.environment !== other.environment) refuse('are not both of the environment');
  if (one.mail !== other.mail || !same(one.survives, other.survives, path))
    refuse('keep other things in a crash');
}

/** Whether two values are the same once the ids of the actors that the first refers to are changed. */
function same(a: unknown, b: unknown, path: (id: string) => string): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  if (isActorReference(a)) return isActorReference(b) && path(addressOf(a)) === addressOf(b);
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => same(item, b[i], path));
  if (a instanceof Set || a instanceof Map) {
    const alike = b instanceof Set || b instanceof Map;
    return alike && a.constructor === b.constructor && sameElements([...a], [...b], path);
  }
  if (a instanceof Date) return b instanceof Date && a.getTime() === b.getTime();
  const [mine, yours] = [Object.entries(a), Object.entries(b)];
  return (
    mine.length === yours.length &&
    mine.every(
      ([key, item]) => Object.hasOwn(b, key) && same(item, (b as Record<string, unknown>)[key], path),
    )
  );
}

function sameElements(a: readonly unknown[], b: readonly unknown[], path: (id: string) => string): boolean {
  return a.length === b.length && a.every((item) => b.some((other) => same(item, other, path)));
}
