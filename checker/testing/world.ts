import { inspect } from 'node:util';
import type { AnyEventObject, AnyMachineSnapshot, AnyStateNode } from 'xstate';
import type { SystemInstance } from '../system/instance.ts';

/** A state on plain objects. Queues are by places, `sender>receiver`; a child that is not there has no snapshot. */
export interface World {
  readonly actors: (AnyMachineSnapshot | null)[];
  readonly queues: Record<string, AnyEventObject[]>;
  /** The pending timers of each place, leftovers of actors that are gone included. */
  readonly timers: readonly (readonly Timer[])[];
  /** How often each fault with a budget has struck. */
  readonly used: Readonly<Record<string, number>>;
}

/** A delayed event. */
export interface Timer {
  /** What it can be cancelled by; empty where nothing can. */
  readonly id: string;
  readonly event: AnyEventObject;
  /** The place it is addressed to. */
  readonly to: number;
  /** Ticks until it is due; 0 where time is not modelled. */
  readonly left: number;
  /** Whether it is the latest with its id, which `cancel` finds. */
  readonly last: boolean;
}

/** Snapshots and messages never change, so each is put into text once: exactly, and as one of its kind. */
const texts = [new WeakMap<object, string>(), new WeakMap<object, string>()] as const;

/**
 * A snapshot or message as text: equal texts, equal values, whatever the order of keys. `alike` gives the
 * same text to snapshots that differ only in the order of their active nodes where that should not matter.
 */
export function textOf(value: AnyMachineSnapshot | AnyEventObject | Timer | null, alike = false): string {
  if (value === null) return '-';
  const memo = texts[alike ? 1 : 0];
  const known = memo.get(value);
  if (known !== undefined) return known;
  const parts = 'machine' in value ? partsOf(value as AnyMachineSnapshot, alike) : value;
  const options = { depth: null, sorted: true, compact: true, breakLength: Infinity, maxArrayLength: null };
  const text = inspect(parts, options);
  memo.set(value, text);
  return text;
}

/** Sorted by text: what stands for a bag. */
export function sorted<T extends AnyEventObject | Timer>(bag: readonly T[]): T[] {
  return [...bag].sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
}

/** One of each text. */
export function distinct<T extends AnyEventObject | Timer>(bag: readonly T[]): T[] {
  return [...new Map(bag.map((value) => [textOf(value), value])).values()];
}

/** A state as text: equal texts, equal states. `alike` as in {@link textOf}. */
export function keyOf({ actors, queues, timers, used }: World, alike = false): string {
  const waiting = Object.keys(queues)
    .filter((pair) => queues[pair]!.length > 0)
    .sort();
  return [
    ...actors.map((snapshot) => textOf(snapshot, alike)),
    ...waiting.map((pair) => `${pair}: ${queues[pair]!.map((message) => textOf(message)).join()}`),
    ...timers.map((set, place) =>
      set.length === 0
        ? ''
        : `${place}! ${sorted(set)
            .map((t) => textOf(t))
            .join()}`,
    ),
    inspect(used, { sorted: true }),
  ].join('\n');
}

function partsOf(snapshot: AnyMachineSnapshot, alike: boolean): unknown[] {
  const { status, value, context, output, error, machine, _nodes } = snapshot;
  const history = Object.entries((snapshot.historyValue ?? {}) as Record<string, AnyStateNode[]>);
  const remembered = history.map(([id, nodes]) => [id, new Set(nodes.map((node) => node.id))]);
  const ids = _nodes.map((node) => node.id);
  const nodes = alike && !regionsRace(machine.root, false) ? new Set(ids) : ids;
  const failure = error instanceof Error ? `${error.name}: ${error.message}` : error;
  const kids = new Set(Object.keys((snapshot.children ?? {}) as object));
  return [status, value, context, output, failure, Object.fromEntries(remembered), nodes, kids];
}

/** XState takes eventless transitions of several regions in the order in which these were entered. */
function regionsRace(node: AnyStateNode, above: boolean): boolean {
  const inner = Object.values(node.states);
  const eventless = (n: AnyStateNode): boolean =>
    (n.always ?? []).length > 0 || Object.values(n.states).some(eventless);
  const here = above || (node.always ?? []).length > 0;
  const regions = node.type === 'parallel' ? inner.filter(eventless).length : 0;
  return regions > (here ? 0 : 1) || inner.some((n) => regionsRace(n, here));
}

/** What a property sees of a state: snapshots by name, for replicas the array of theirs; nothing of an absent child. */
export function observe(
  instance: SystemInstance,
  names: readonly string[],
  { actors }: World,
): Record<string, unknown> {
  const look = (name: string): unknown => {
    const { replicas, places } = instance.names.get(name)!;
    const seen = places.map((place) => actors[place] ?? undefined);
    return replicas ? seen : seen[0];
  };
  return Object.fromEntries(names.map((name) => [name, look(name)]));
}

/** Throws, where an expression is wanted. */
export function fail(what: string): never {
  throw new Error(what);
}
