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
 * event. Holds status, value, context, history, the ids of children, output and error; and the order of
 * the active nodes for statecharts in which eventless transitions of several regions may race, because
 * XState takes those in the order the regions were entered.
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
  if (orderMatters && machine._nodes !== undefined)
    parts.push(machine._nodes.map((node) => node.id).join(','));
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

/** True when eventless transitions stand in two regions of a parallel state or more. */
export function regionOrderMatters(machine: AnyStateMachine): boolean {
  const hasAlways = (node: AnyStateNode): boolean =>
    (node.always?.length ?? 0) > 0 || Object.values(node.states).some(hasAlways);
  const racing = (node: AnyStateNode): boolean => {
    const children = Object.values(node.states);
    return (node.type === 'parallel' && children.filter(hasAlways).length > 1) || children.some(racing);
  };
  return racing(machine.root);
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
