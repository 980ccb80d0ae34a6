import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import type { SystemInstance } from '../system/instance.ts';
import { Reference } from './life.ts';
import type { Taken } from './oracle.ts';
import { Oracle } from './oracle.ts';
import type { Timer, World } from './world.ts';
import { keyOf, sorted } from './world.ts';

/**
 * Counts the orbits of all reachable states by brute force: every permutation of the first class is applied to each of
 * them, on plain objects. Shares nothing with the engine.
 *
 * @param most states beyond which it gives up
 * @returns null beyond them, or where a step fails or meets a full channel
 */
export function countOrbits(
  instance: SystemInstance,
  most: number,
): { states: number; orbits: number } | null {
  const oracle = new Oracle(instance);
  const renamings = permutations(instance.interchangeable[0]!).map((order) => placesOf(instance, order));
  const seen = new Set<string>();
  const kinds = new Set<string>();
  const orbits = new Set<string>();
  const queue: World[] = [];
  let isWhole = true;
  const arrive = (taken: Taken): void => {
    if (taken === 'error' || taken === 'full') isWhole = false;
    if (typeof taken === 'string' || seen.has(taken.key)) return;
    seen.add(taken.key);
    queue.push(taken.world);
    if (kinds.has(taken.kind)) return;
    kinds.add(taken.kind);
    const keys = renamings.map((places) => keyOf(renamed(instance, taken.world, places), true));
    orbits.add(keys.sort()[0]!);
  };
  oracle.starts().forEach(arrive);
  for (const world of queue) {
    if (seen.size > most) return null;
    oracle.steps(world).forEach(arrive);
  }
  return isWhole ? { states: kinds.size, orbits: orbits.size } : null;
}

function permutations(list: readonly number[]): number[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((first) =>
    permutations(list.filter((item) => item !== first)).map((rest) => [first, ...rest]),
  );
}

/** For each place the one that takes it. */
function placesOf({ actors, interchangeable, placeOf }: SystemInstance, order: readonly number[]): number[] {
  const members = interchangeable[0]!;
  return actors.map(({ id }) => {
    const [top, ...below] = id.split('/');
    const member = members.findIndex((place) => actors[place]!.id === top);
    return placeOf.get([member < 0 ? top : actors[order[member]!]!.id, ...below].join('/'))!;
  });
}

function renamed(instance: SystemInstance, world: World, places: readonly number[]): World {
  const { actors, placeOf } = instance;
  const of = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || value instanceof Error) return value;
    if (value instanceof Reference) {
      const { id } = actors[places[placeOf.get(value.path)!]!]!;
      return new Reference(
        value.id === value.path ? id : value.id,
        id,
        of(value._parent) as Reference | undefined,
      );
    }
    if (Array.isArray(value)) return value.map(of);
    if (value instanceof Set) return new Set([...value].map(of));
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, of(inner)]));
  };
  const snapshots: World['actors'] = actors.map(() => null);
  const timers: (readonly Timer[])[] = actors.map(() => []);
  world.actors.forEach((snapshot, place) => {
    if (snapshot === null) return;
    const { context, output, children } = snapshot;
    const parts = { context: of(context), output: of(output), children: of(children) };
    snapshots[places[place]!] = { ...snapshot, ...parts } as AnyMachineSnapshot;
  });
  world.timers.forEach((list, place) => {
    timers[places[place]!] = list.map(
      (timer) => ({ ...timer, to: places[timer.to]!, event: of(timer.event) }) as Timer,
    );
  });
  const queues = Object.entries(world.queues).map(([pair, list]) => {
    const [from, to] = pair.split('>').map((place) => places[Number(place)]!);
    const events = list.map((event) => of(event) as AnyEventObject);
    const { order } = instance.delivery(from!, to!);
    return [`${from}>${to}`, order === 'unordered' ? sorted(events) : events] as const;
  });
  return { actors: snapshots, queues: Object.fromEntries(queues), timers, used: world.used };
}
