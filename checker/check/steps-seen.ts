import type { Transitions } from '../property/coverage.ts';
import type { StepKind } from '../property/fairness.ts';
import { picks } from '../property/fairness.ts';
import type { Property } from '../property/property.ts';
import { StepKinds } from '../search/step-kinds.ts';
import type { ChannelTable } from '../step/channel-table.ts';
import type { IntegerSpace } from '../step/integer-space.ts';
import { pairName } from '../step/plain-state.ts';
import type { FaultKind } from '../system/faults.ts';
import type { SystemInstance } from '../system/instance.ts';

/** What the kinds of step of a search show of what is declared. */
export interface StepsSeen {
  /** Faults that are declared and can strike nothing, and keys that are to survive and are never there. */
  readonly never: readonly string[];
  /** What is declared once for all designs, and whether this one has a use for it. */
  readonly declared: Transitions;
  /** The sets of steps of the properties' fairness, and whether each picks any. */
  readonly sets: Transitions;
}

/**
 * Looks for declarations that come to nothing: a fault that is meant to strike, and a set of steps that is meant to
 * change what is assumed, would both leave a pass that looks like more than it is.
 *
 * @param properties those that came to a verdict
 */
export function stepsSeen(space: IntegerSpace, properties: Readonly<Record<string, Property>>): StepsSeen {
  const kinds = new StepKinds(space);
  kinds.collect();
  const doubled = doubledChannels(space);
  const seen = kinds.list.filter(
    ({ kind, from, actor }) => kind !== 'duplicate' || doubled.has(pairName(from!, actor)),
  );
  return {
    never: [...unstruck(space.instance, seen), ...unkept(space)],
    declared: new Map(
      [...declaredFaults(space.instance), ...declaredForCrash(space.instance)].map((use) => [use.text, use]),
    ),
    sets: setsOf(space.instance, properties, kinds.list),
  };
}

/** The channels in which a message was ever doubled: a full one has no room for it. */
function doubledChannels({ channels, instance }: IntegerSpace): ReadonlySet<string> {
  const hasRoom = ({ copies, size }: ChannelTable): boolean =>
    Array.from({ length: size }, (_, content) => content).some(
      (content) => copies.isLoaded(content) && copies.end.data[content]! > copies.start.data[content]!,
    );
  return new Set(
    channels
      .filter(hasRoom)
      .map(({ sender, receiver }) => pairName(instance.actors[sender]!.id, instance.actors[receiver]!.id)),
  );
}

/** Keys that survive a crash and no context ever has. */
function unkept({ instance, actors }: IntegerSpace): string[] {
  return [...instance.names].flatMap(([name, { places }]) => {
    const crashing = places.filter((place) => instance.faults.strikes('crash', place));
    const kept = new Set(crashing.flatMap((place) => instance.actors[place]!.survives ?? []));
    const has = (key: string) => (place: number) =>
      actors[place]!.snapshots.some(({ context }) => Object.hasOwn(Object(context) as object, key));
    return [...kept]
      .filter((key) => !crashing.some(has(key)))
      .map((key) => `${name} never has "${key}" in its context, which is to survive`);
  });
}

interface Use {
  readonly text: string;
  readonly happened: boolean;
}

/** That no design names a fault, though `faults` is declared: one that was meant may be missing. */
function declaredFaults({ faults: { isEmpty, targets } }: SystemInstance): Use[] {
  if (!isEmpty && targets.size === 0) return [];
  return [{ text: '`faults` is declared, and names none', happened: !isEmpty }];
}

/** Actors that say what a crash leaves them: where none can come, one that was meant may be missing. */
function declaredForCrash({ names, actors, faults }: SystemInstance): Use[] {
  return [...names].flatMap(([name, { places }]) => {
    const happened = places.some((place) => faults.strikes('crash', place));
    const says = (what: string): Use => ({
      text: `${name} never crashes, and its \`${what}\` says nothing`,
      happened,
    });
    const all = places.map((place) => actors[place]!);
    return [
      ...(all.some(({ survives }) => survives?.length !== 0) ? [says('survives')] : []),
      ...(all.some(({ mail }) => mail !== 'absorbed') ? [says('mail')] : []),
    ];
  });
}

function unstruck(instance: SystemInstance, kinds: readonly StepKind[]): string[] {
  return [...instance.faults.targets].flatMap(([kind, names]) => {
    if (names === null || names.length === 0)
      return names === null && kinds.some((step) => step.kind === kind) ? [] : [`${kind} never strikes`];
    return names
      .filter((name) => name.split(' -> ').every((part) => isThere(instance, part)))
      .filter((name) => !kinds.some((step) => isStruck(instance, kind, name, step)))
      .map((name) => `${kind} never strikes ${name}`);
  });
}

function isStruck({ faults }: SystemInstance, kind: FaultKind, name: string, step: StepKind): boolean {
  if (step.kind !== kind) return false;
  // What never crashes cannot be restarted.
  if (kind === 'restart' && faults.targets.get('crash')?.includes(name) !== true) return false;
  return name === step.name || name === `${step.fromName} -> ${step.name}`;
}

/** A name that the design leaves out, or a group of none, has nothing to strike. */
function isThere({ names }: SystemInstance, name: string): boolean {
  return (names.get(name)?.places.length ?? 0) > 0;
}

function setsOf(
  instance: SystemInstance,
  properties: Readonly<Record<string, Property>>,
  kinds: readonly StepKind[],
): Transitions {
  const result = new Map<string, { text: string; happened: boolean }>();
  for (const [property, { fairness }] of Object.entries(properties)) {
    for (const strength of ['weak', 'strong', 'none'] as const) {
      for (const [name, pattern] of Object.entries(fairness?.[strength] ?? {})) {
        const text = picksNone(property, name);
        const { actor, from } = typeof pattern === 'function' ? {} : pattern;
        // One of a larger scope, or of another design.
        const elsewhere = [actor, from].some((id) => id !== undefined && !isKnown(instance, id));
        const happened = elsewhere || kinds.some((kind) => picks(pattern, kind));
        result.set(`${text} ${strength}`, { text, happened });
      }
    }
  }
  return result;
}

/** What is said of a set of steps of a property that picks none. */
export function picksNone(property: string, set: string): string {
  return `property ${property}: the set of steps "${set}" picks no step`;
}

function isKnown(instance: SystemInstance, id: string): boolean {
  return instance.placeOf.has(id) || isThere(instance, id);
}
