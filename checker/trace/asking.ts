import { observe, observedGroups } from '../property/observe.ts';
import type { Property, StatePredicate } from '../property/property.ts';
import type { SystemInstance } from '../system/instance.ts';
import type { Replayed } from './replay.ts';

/** Asks a predicate of a property of each state of a run. */
export function asking(
  instance: SystemInstance,
  property: Property,
  { states }: Pick<Replayed, 'states'>,
): (predicate: StatePredicate) => boolean[] {
  const groups = observedGroups(instance, property);
  const scope = { parameters: instance.parameters, design: instance.design };
  return (predicate) =>
    states.map((state) =>
      predicate(
        observe(groups, (place) => state.snapshots[place]),
        scope,
      ),
    );
}
