import type { AnyEventObject } from 'xstate';
import type { ActorReference } from '../system/actor-reference.ts';
import { addressOf, isActorReference } from '../system/actor-reference.ts';
import { exchange } from '../system/interchangeable.ts';
import type { SystemInstance } from '../system/instance.ts';
import { compareText, encode, isPlain } from './canonical.ts';
import { freezeDeep } from './purity.ts';
import type { AnySnapshot } from './snapshot-key.ts';
import { dataOf } from './snapshot-key.ts';

/** The most permutations of actors that are told apart. */
export const MAX_PERMUTATIONS = 720;

/** A permutation of the actors of a system: for each place the one that takes it. */
export type Places = Int32Array;

/** The permutations that interchangeable actors allow. */
export interface PermutationGroup {
  /** All of them, the identity first. */
  readonly all: readonly Places[];
  /** For each the number of its inverse in `all`. */
  readonly inverses: Int32Array;
  /** The numbers of the exchanges of two neighbours of a class, from which all others come. */
  readonly exchanges: readonly { readonly number: number; readonly ids: readonly [string, string] }[];
}

/** How many permutations classes of such sizes have. */
export function permutationsOf({ interchangeable }: Pick<SystemInstance, 'interchangeable'>): number {
  const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
  return interchangeable.reduce((product, places) => product * factorial(places.length), 1);
}

/** All permutations within each class, children going with their parents; at most {@link MAX_PERMUTATIONS}. */
export function groupOf({ actors, interchangeable }: SystemInstance): PermutationGroup {
  const generators = interchangeable.flatMap((places) =>
    places.slice(1).map((place, i) => ({
      places: exchange(actors, places[i]!, place)!,
      ids: [actors[places[i]!]!.id, actors[place]!.id] as const,
    })),
  );
  const all: Places[] = [Int32Array.from(actors, (_, place) => place)];
  const numbers = new Map([[all[0]!.join(), 0]]);
  for (const known of all) {
    for (const { places } of generators) {
      const next = known.map((place) => places[place]!);
      if (numbers.has(next.join())) continue;
      numbers.set(next.join(), all.push(next) - 1);
    }
  }
  const inverse = (places: Places): Places => {
    const back = new Int32Array(places.length);
    places.forEach((to, from) => (back[to] = from));
    return back;
  };
  return {
    all,
    inverses: Int32Array.from(all, (places) => numbers.get(inverse(places).join())!),
    exchanges: generators.map(({ places, ids }) => ({ number: numbers.get(places.join())!, ids })),
  };
}

/** Puts other references to actors in place of those in data; what holds none that changes stays the very object. */
export class Renaming {
  private readonly copies = new WeakMap<object, unknown>();

  constructor(
    private readonly instance: Pick<SystemInstance, 'placeOf' | 'references'>,
    readonly places: Places,
  ) {}

  event(event: AnyEventObject): AnyEventObject {
    const renamed = this.value(event) as AnyEventObject;
    freezeDeep(renamed);
    return renamed;
  }

  /** The local state as that of the actor that takes the place. */
  snapshot(snapshot: AnySnapshot): AnySnapshot {
    let changed = false;
    const isChart = 'machine' in snapshot && '_nodes' in snapshot;
    const parts = Object.entries(snapshot).map(([key, part]) => {
      // The statechart itself and what follows from its state.
      const renamed =
        typeof part === 'function' || (isChart && OF_CHARTS.has(key)) ? (part as unknown) : this.value(part);
      if (renamed !== part) changed = true;
      return [key, renamed] as const;
    });
    if (!changed) return snapshot;
    const renamed = Object.fromEntries(parts) as unknown as AnySnapshot;
    freezeDeep(dataOf(renamed));
    return Object.freeze(renamed);
  }

  value(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (isActorReference(value)) return this.reference(value);
    const known = this.copies.get(value);
    if (known !== undefined) return known;
    const renamed = this.copy(value);
    this.copies.set(value, renamed);
    return renamed;
  }

  private reference(reference: { readonly id: string }): ActorReference | object {
    const place = this.instance.placeOf.get(addressOf(reference));
    if (place === undefined || this.places[place] === place) return reference;
    return this.instance.references[this.places[place]!]!;
  }

  private copy(value: object): unknown {
    const again = (inner: unknown): unknown => this.value(inner);
    if (Array.isArray(value)) {
      const items = value.map(again);
      return value.every((item, i) => item === items[i]) ? value : items;
    }
    if (value instanceof Map) {
      const entries = Array.from(value, ([key, item]) => [again(key), again(item)] as const);
      const before = [...value];
      if (entries.every(([key, item], i) => key === before[i]![0] && item === before[i]![1])) return value;
      return new Map(inOrder(entries, ([key]) => key));
    }
    if (value instanceof Set) {
      const items = Array.from(value, again);
      const before = [...value];
      return items.every((item, i) => item === before[i]) ? value : new Set(inOrder(items, (item) => item));
    }
    if (!isPlain(value)) return value;
    const entries = Object.entries(value);
    const items = entries.map(([, item]) => again(item));
    if (entries.every(([, item], i) => item === items[i])) return value;
    const copy = Object.fromEntries(entries.map(([key], i) => [key, items[i]]));
    return Object.setPrototypeOf(copy, Object.getPrototypeOf(value) as object | null) as object;
  }
}

/** What of a statechart's snapshot holds no data of the model's. */
const OF_CHARTS: ReadonlySet<string> = new Set(['machine', '_nodes', 'tags', 'historyValue', 'status']);

/** Sorted anew: the order of a Set or Map says nothing, and must not tell what it was renamed from. */
function inOrder<T>(items: readonly T[], key: (item: T) => unknown): T[] {
  return items
    .map((item) => ({ item, text: encode(key(item), 'entry') }))
    .sort((a, b) => compareText(a.text, b.text))
    .map(({ item }) => item);
}
