import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate';
import { compareText, encode } from './canonical.ts';

/** The parts of a snapshot that any kind of logic has. */
export interface AnySnapshot {
  readonly status: 'active' | 'done' | 'error' | 'stopped';
  readonly output?: unknown;
  readonly error?: unknown;
  readonly context?: unknown;
  readonly value?: unknown;
}

/**
 * The exact key of an actor's local state: two snapshots with the same key behave alike under every
 * event. Holds status, value, context, history, the ids of children, output, error and the active nodes.
 * The nodes mostly follow from the value, but not always: a transition from inside a parallel state to that
 * state's own history leaves it out of them, and its exit actions will not run. Their order counts for
 * statecharts in which eventless transitions may race, because XState takes those in the order the regions
 * were entered.
 *
 * @throws ModelError naming the path of what cannot be keyed
 */
export function snapshotKey(snapshot: AnySnapshot, orderMatters: boolean): string {
  const machine = snapshot as Partial<AnyMachineSnapshot>;
  const parts = [snapshot.status, encode(snapshot.value, 'value'), encode(snapshot.context, 'context')];
  if (snapshot.status !== 'active')
    parts.push(encode(snapshot.output, 'output'), encode(snapshot.error, 'error'));
  if (machine.historyValue !== undefined) parts.push(historyKey(machine.historyValue));
  if (machine.children !== undefined) parts.push(Object.keys(machine.children).sort(compareText).join(','));
  if (machine._nodes !== undefined) {
    const ids = machine._nodes.map((node) => node.id);
    parts.push((orderMatters ? ids : ids.sort(compareText)).join(','));
  }
  return parts.join('|');
}

/** XState lists the nodes of a history in an order that depends on the path but never on behaviour. */
function historyKey(history: Readonly<Record<string, readonly AnyStateNode[]>>): string {
  return Object.keys(history)
    .sort(compareText)
    .map(
      (key) =>
        `${key}=${(history[key] ?? [])
          .map((node) => node.id)
          .sort(compareText)
          .join('+')}`,
    )
    .join(';');
}

/**
 * True when eventless transitions of one parallel state may race: they stand in two of its regions, or in
 * one and in the state itself or above it, whose transitions the other regions take.
 */
export function regionOrderMatters(machine: AnyStateMachine): boolean {
  const own = (node: AnyStateNode): boolean => (node.always?.length ?? 0) > 0;
  const inside = (node: AnyStateNode): boolean => own(node) || Object.values(node.states).some(inside);
  const racing = (node: AnyStateNode, above: boolean): boolean => {
    const children = Object.values(node.states);
    const here = above || own(node);
    const regions = node.type === 'parallel' ? children.filter(inside).length : 0;
    return regions > (here ? 0 : 1) || children.some((child) => racing(child, here));
  };
  return racing(machine.root, false);
}

/** A snapshot's state in words: `waiting`, `open.reading + lamp.on`, or its status for other logic. */
export function stateName(snapshot: AnySnapshot): string {
  if (snapshot.value === undefined) return snapshot.status;
  const paths = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : Object.entries(value as Record<string, unknown>).flatMap(([key, inner]) => {
          const below = paths(inner);
          return below.length === 0 ? [key] : below.map((path) => `${key}.${path}`);
        });
  return paths(snapshot.value).join(' + ') || '(root)';
}
