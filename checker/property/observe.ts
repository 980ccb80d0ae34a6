import { ABSENT } from '../step/snapshot-key.ts';
import type { SystemInstance } from '../system/instance.ts';
import { ModelError } from '../system/errors.ts';
import { unknownName } from '../system/names.ts';
import type { AnyObserved, Property } from './property.ts';

/** One observed name and the places of its actors. */
export interface ObservedGroup {
  readonly name: string;
  readonly replicas: boolean;
  readonly places: readonly number[];
}

/**
 * The actors a property observes. A name that the design leaves out has no places.
 *
 * @throws ModelError when the property observes an actor that the system does not have
 */
export function observedGroups(instance: SystemInstance, property: Property): ObservedGroup[] {
  return property.observes.map((name) => {
    const group = instance.names.get(name);
    if (group === undefined && !instance.absent.has(name)) {
      const complaint = `a property observes what is no actor of ${instance.system}:`;
      throw new ModelError(unknownName(complaint, name, [...instance.names.keys()]), {});
    }
    return { name, replicas: group?.replicas ?? false, places: group?.places ?? [] };
  });
}

/** What a property is called with: a snapshot by name, an array of them for replicas; undefined for a child that is not there. */
export function observe(
  groups: readonly ObservedGroup[],
  snapshotAt: (place: number) => unknown,
): AnyObserved {
  const result: Record<string, unknown> = {};
  for (const { name, replicas, places } of groups) {
    const snapshots = places.map((place) => {
      const snapshot = snapshotAt(place);
      return snapshot === ABSENT ? undefined : snapshot;
    });
    result[name] = replicas ? snapshots : snapshots[0];
  }
  return result;
}
