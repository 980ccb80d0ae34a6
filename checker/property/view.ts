import type { IntegerSpace } from '../step/integer-space.ts';
import { fragilePartsOf, isChanged, twinsOf } from '../step/purity.ts';
import { ModelError, messageOf } from '../system/errors.ts';
import type { ObservedGroup } from './observe.ts';
import { observe, observedGroups } from './observe.ts';
import type { AnyObserved, Property } from './property.ts';
import { isTemporal } from './property.ts';

/** The components a property observes, and how their ids become what it is called with. */
export class View {
  readonly places: readonly number[];
  /** What is said of actors that this design or scope has none of is said of nothing. */
  readonly blind: boolean;
  private readonly space: IntegerSpace;
  private readonly groups: readonly ObservedGroup[];

  constructor(property: Property, space: IntegerSpace) {
    this.space = space;
    this.groups = observedGroups(space.instance, property);
    this.places = this.groups.flatMap((group) => group.places);
    // A monitor says something of events, and looks at actors only for its words.
    const saysOfStates =
      property.kind === 'invariant' || (isTemporal(property) && property.kind !== 'monitor');
    this.blind = saysOfStates && property.observes.length > 0 && this.places.length === 0;
  }

  observe(vector: Int32Array): AnyObserved {
    return observe(this.groups, (place) => {
      const snapshot = this.space.snapshot(place, vector[place]!);
      fragilePartsOf(snapshot);
      return snapshot;
    });
  }

  /** The same with other insertion orders, of which a property must not take notice. */
  twins(...vectors: Int32Array[]): AnyObserved[][] {
    const snapshots = (vector: Int32Array) =>
      this.places.map((place) => this.space.snapshot(place, vector[place]!));
    const most = Math.max(1, ...vectors.flatMap(snapshots).map((snapshot) => twinsOf(snapshot).length));
    return Array.from({ length: most }, (_, i) =>
      vectors.map((vector) =>
        observe(this.groups, (place) => {
          const twins = twinsOf(this.space.snapshot(place, vector[place]!));
          return twins[i] ?? twins[0]!;
        }),
      ),
    );
  }

  /** What user code answers; what it throws then tells which actors it looks at, and of those that have crashed. */
  answer<T>(ask: () => T, ...vectors: Int32Array[]): T {
    try {
      return ask();
    } catch (thrown) {
      const hints = [...this.crashHint(vectors), ...this.unseenHint(thrown)];
      if (hints.length === 0 || thrown instanceof ModelError) throw thrown;
      throw new Error([messageOf(thrown).replace(/\.?$/, '.'), ...hints].join(' '), { cause: thrown });
    }
  }

  private crashHint(vectors: readonly Int32Array[]): string[] {
    const { actors } = this.space.instance;
    const hasCrashed = (place: number) => (vector: Int32Array) =>
      actors[place]!.child === null && this.space.snapshot(place, vector[place]!).status === 'stopped';
    const ids = this.places
      .filter((place) => vectors.some(hasCrashed(place)))
      .map((place) => actors[place]!.id);
    if (ids.length === 0) return [];
    return [
      `${ids.join(' and ')} ${ids.length === 1 ? 'has' : 'have'} crashed there, and of the context only what \`survives\` names is left: ask \`status === 'active'\` first.`,
    ];
  }

  /** An actor that is not observed is undefined to a property. */
  private unseenHint(thrown: unknown): string[] {
    const isOfUndefined = thrown instanceof TypeError && /undefined/.test(thrown.message);
    const seen = this.groups.map(({ name }) => name);
    const others = [...this.space.instance.names.keys()].filter((name) => !seen.includes(name));
    if (!isOfUndefined || others.length === 0) return [];
    return [seen.length === 0 ? 'It observes no actor.' : `It observes only: ${seen.join(', ')}.`];
  }

  /** @throws Error when user code has changed what cannot be frozen */
  checkUnchanged(vector: Int32Array): void {
    for (const place of this.places) {
      const snapshot = this.space.snapshot(place, vector[place]!);
      if (!isChanged(snapshot)) continue;
      const { id } = this.space.instance.actors[place]!;
      throw new Error(
        `it changed the context of ${id} (a Map, Set, Date or typed array in it) or its tags in place.`,
      );
    }
  }
}
