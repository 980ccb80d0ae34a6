import type { ActorReference } from '../system/actor-reference.ts';
import { UNNAMED, addressOf, isActorReference } from '../system/actor-reference.ts';
import type { Logic } from '../system/actor.ts';
import { ModelError } from '../system/errors.ts';
import type { InstanceActor, SystemInstance } from '../system/instance.ts';
import type { CollectedAction } from './scope.ts';
import type { AnySnapshot } from './snapshot-key.ts';

/** An actor object as XState makes it for a child; it is never started. */
export interface UnstartedActor {
  readonly id: string;
  readonly logic: Logic;
  readonly options: { readonly input?: unknown };
  readonly systemId?: string;
  readonly _syncSnapshot?: boolean;
}

/** What became of the children in one macrostep. */
export interface Adopted {
  /** The snapshot, with references in place of XState's actor objects. */
  readonly snapshot: AnySnapshot;
  /** The reference of each actor object that was made. */
  readonly references: ReadonlyMap<object, ActorReference>;
  /** Those that were stopped before they could start. */
  readonly stillborn: ReadonlySet<object>;
}

const NOTHING: Omit<Adopted, 'snapshot'> = { references: new Map(), stillborn: new Set() };

/**
 * Gives each actor that a macrostep made its place in the system, and puts references to the places where XState
 * put actor objects.
 *
 * @throws ModelError when there is no place for one
 */
export function adoptChildren(
  instance: SystemInstance,
  parent: InstanceActor,
  before: AnySnapshot | null,
  snapshot: AnySnapshot,
  collected: readonly CollectedAction[],
): Adopted {
  if (!collected.some(({ type }) => type === MADE)) return { snapshot, ...NOTHING };
  const taken = new Set(Object.values(childrenOf(before)).map((child) => addressOf(child)));
  const references = new Map<object, ActorReference>();
  const stillborn = new Set<object>();
  // Live, what an assign spawned while its parent started is started before anything can stop it.
  const early = new Set<unknown>(
    before === null ? collected.filter(({ type }) => type === 'deferred').map(({ params }) => params) : [],
  );
  for (const { type, params } of collected) {
    const child = params as unknown;
    if (type === MADE) {
      const place = placeFor(instance, parent, child as UnstartedActor, taken);
      taken.add(instance.actors[place]!.id);
      references.set(child as object, instance.references[place]!);
    } else if (type === 'xstate.stopChild' && isActor(child)) {
      taken.delete(addressOf(references.get(child) ?? child));
      if (isUnstarted(child) && !early.has(child)) stillborn.add(child);
    }
  }
  const adopted = Object.entries(childrenOf(snapshot)).map(([key, child]) => {
    const reference = references.get(child);
    if (reference === undefined) return [key, child] as const;
    return [key.startsWith(UNNAMED) ? reference.id : key, reference] as const;
  });
  const children = Object.fromEntries(adopted);
  const context = withReferences(snapshot.context, references);
  return { snapshot: { ...snapshot, context, children } as AnySnapshot, references, stillborn };
}

/** The type under which the making of an actor object is collected among the actions. */
export const MADE = 'made';

function isActor(value: unknown): value is UnstartedActor {
  return isActorReference(value) || isUnstarted(value);
}

/** The error of a child whose parent is another actor by now than the one that starts it. */
export function replaced(parent: string, child: string): ModelError {
  return new ModelError(
    `it is stopped and started again inside a step of its own, in which it still has child ${child} to start: which of the two the child would belong to is not modelled. Let a message through a channel stand between.`,
    { actor: parent, action: 'spawn' },
  );
}

/** The error of a child that is started where another still runs. */
export function stillRunning(parent: string, child: string): ModelError {
  return new ModelError(
    `child ${child} is started while the one before it still runs. Give each an id and a place of its own, or stop the first.`,
    { actor: parent, action: 'spawn' },
  );
}

/** A snapshot's children by id. */
export function childrenOf(snapshot: AnySnapshot | null): Readonly<Record<string, { readonly id: string }>> {
  return (snapshot as { children?: Record<string, { id: string }> } | null)?.children ?? {};
}

/** Whether a value is an actor object of XState; told by shape so that two copies of xstate do not matter. */
function isUnstarted(value: unknown): value is UnstartedActor {
  return typeof value === 'object' && value !== null && '_processingStatus' in value && 'logic' in value;
}

function placeFor(
  instance: SystemInstance,
  parent: InstanceActor,
  actor: UnstartedActor,
  taken: ReadonlySet<string>,
): number {
  if (actor.systemId !== undefined)
    throw new ModelError(
      `a child with the systemId "${actor.systemId}" is not modelled: system.get would depend on whether it is there. Send to it by its id, or keep its reference in context.`,
      { action: 'spawn' },
    );
  if (actor._syncSnapshot === true)
    throw new ModelError(
      'syncSnapshot and onSnapshot are not modelled: the child tells its parent nothing but what it sends, and its end. Send a message instead.',
      { action: 'spawn' },
    );
  const named = !actor.id.startsWith(UNNAMED);
  const places = parent.children.filter((place) => instance.actors[place]!.child!.logic === actor.logic);
  const found = places.find((place) => {
    const { id, child } = instance.actors[place]!;
    return named ? child!.id === actor.id : !child!.invoked && !taken.has(id);
  });
  if (found !== undefined) return found;
  const own = parent.children.map((place) => instance.actors[place]!.child!.id);
  const there = own.length === 0 ? 'It has none.' : `It has: ${own.join(', ')}.`;
  const other = own.includes(actor.id) ? ', and that of this id is declared with other logic' : '';
  throw new ModelError(
    named
      ? `it spawns a child "${actor.id}" for which no place is declared${other}. ${there} Declare it in the actor's \`children\`.`
      : places.length === 0
        ? `it spawns a child without an id, whose logic is that of no declared place. ${there} Give \`logic\` of the actor's \`children\` the very object that is spawned.`
        : `it spawns a child without an id, and no declared place for its logic is free. ${there} Raise \`count\` in the actor's \`children\`, or stop children that are done.`,
    { action: 'spawn' },
  );
}

/** The same data with references in place of actor objects; what holds none is left as it is. */
export function withReferences(value: unknown, references: ReadonlyMap<object, ActorReference>): unknown {
  if (references.size === 0 || typeof value !== 'object' || value === null) return value;
  if (isUnstarted(value)) return references.get(value) ?? value;
  if (isActorReference(value)) return value;
  const again = (inner: unknown): unknown => withReferences(inner, references);
  if (Array.isArray(value)) return keep(value, value.map(again));
  if (value instanceof Map) {
    const entries = Array.from(value, ([key, item]) => [again(key), again(item)] as const);
    return [...value].every(([key, item], i) => key === entries[i]![0] && item === entries[i]![1])
      ? value
      : new Map(entries);
  }
  if (value instanceof Set) {
    const items = Array.from(value, again);
    return [...value].every((item, i) => item === items[i]) ? value : new Set(items);
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const entries = Object.entries(value);
  const changed = entries.map(([, item]) => again(item));
  if (entries.every(([, item], i) => item === changed[i])) return value;
  return Object.fromEntries(entries.map(([key], i) => [key, changed[i]]));
}

function keep(before: readonly unknown[], after: unknown[]): readonly unknown[] {
  return before.every((item, i) => item === after[i]) ? before : after;
}
