import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate';
import { addressOf } from '../system/actor-reference.ts';
import { ModelError } from '../system/errors.ts';
import { compareText, encode } from './canonical.ts';

/** The parts of a snapshot that any kind of logic has. */
export interface AnySnapshot {
  readonly status: 'active' | 'done' | 'error' | 'stopped';
  readonly output?: unknown;
  readonly error?: unknown;
  readonly context?: unknown;
  readonly value?: unknown;
}

/** What any snapshot has, and what else XState puts into that of a statechart, keyed by itself or derived. */
const COMMON: ReadonlySet<string> = new Set(['status', 'output', 'error', 'context', 'value', 'children']);
const OF_CHARTS: ReadonlySet<string> = new Set(
  ['machine', '_nodes', 'tags', 'historyValue'].concat('matches', 'hasTag', 'can', 'getMeta', 'toJSON'),
);

/** True for the snapshot of a statechart, also where other logic passes one on. */
function isOfChart(snapshot: AnySnapshot): boolean {
  return 'machine' in snapshot && '_nodes' in snapshot;
}

/** What logic other than a statechart keeps in its snapshot beside the context, or null where that is all. */
function ownFields(snapshot: AnySnapshot): Record<string, unknown> | null {
  const chart = isOfChart(snapshot);
  let own: [string, unknown][] | null = null;
  for (const key of Object.keys(snapshot)) {
    if (COMMON.has(key) || (chart && OF_CHARTS.has(key))) continue;
    (own ??= []).push([key, (snapshot as never)[key]]);
  }
  if (!chart && snapshot.value !== undefined) (own ??= []).push(['value', snapshot.value]);
  return own === null ? null : Object.fromEntries(own);
}

/**
 * All that user code has put into a snapshot: its context, at its end its output or error, and the fields that logic of
 * its own kind adds.
 */
export function dataOf(snapshot: AnySnapshot): unknown {
  const { output, error, context } = snapshot;
  const own = ownFields(snapshot);
  if (own === null && output === undefined && error === undefined) return context;
  return {
    ...('context' in snapshot ? { context } : {}),
    ...(output === undefined ? {} : { output }),
    ...(error === undefined ? {} : { error }),
    ...own,
  };
}

/**
 * The exact key of an actor's local state: two snapshots with the same key behave alike under every
 * event. Holds status, value, context, history, the ids of children, output, error and the active nodes.
 * The nodes mostly follow from the value, but not always: a transition from inside a parallel state to that
 * state's own history leaves it out of them, and its exit actions will not run. Their order counts for
 * statecharts in which eventless transitions may race, because XState takes those in the order the regions
 * were entered. Of other logic every own field of its snapshot counts.
 *
 * @throws ModelError naming the path of what cannot be keyed
 */
export function snapshotKey(snapshot: AnySnapshot, orderMatters: boolean): string {
  if (!isOfChart(snapshot)) return keyOfOther(snapshot);
  const machine = snapshot as Partial<AnyMachineSnapshot>;
  const parts = [snapshot.status, encode(snapshot.value, 'value'), encode(snapshot.context, 'context')];
  if (snapshot.status !== 'active')
    parts.push(encode(snapshot.output, 'output'), encode(snapshot.error, 'error'));
  if (machine.historyValue !== undefined) parts.push(historyKey(machine.historyValue));
  if (machine.children !== undefined) parts.push(childrenKey(machine.children));
  if (machine._nodes !== undefined) {
    const ids = machine._nodes.map((node) => node.id);
    parts.push((orderMatters ? ids : ids.sort(compareText)).join(','));
  }
  const own = ownFields(snapshot);
  if (own !== null) parts.push(encode(own, 'snapshot'));
  return parts.join('|');
}

/** Which child has which id; the local states of children are those of actors of their own. */
function childrenKey(children: Readonly<Record<string, unknown>>): string {
  return Object.entries(children)
    .map(([id, child]) => `${id}>${addressOf(child as { id: string })}`)
    .sort(compareText)
    .join(',');
}

/** The local state of a child that its parent has not started, or has stopped. */
export const ABSENT: AnySnapshot = Object.freeze({
  status: 'stopped',
  output: undefined,
  error: undefined,
  context: undefined,
});

/** The local state of an actor that has crashed: only what survives of its context is left. */
export function crashed(before: AnySnapshot, survives: readonly string[] | null): AnySnapshot {
  const kept =
    survives === null || typeof before.context !== 'object' || before.context === null
      ? survives === null
        ? before.context
        : undefined
      : Object.fromEntries(Object.entries(before.context).filter(([key]) => survives.includes(key)));
  const rest = { status: 'stopped', output: undefined, error: undefined, context: kept } as const;
  if (!isOfChart(before)) return Object.freeze(rest);
  const nothing = { value: {}, children: {}, historyValue: {}, _nodes: [], tags: new Set<string>() };
  return Object.freeze({ ...before, ...nothing, ...rest });
}

function keyOfOther(snapshot: AnySnapshot): string {
  try {
    return encode(snapshot, 'snapshot');
  } catch (thrown) {
    if (!(thrown instanceof ModelError)) throw thrown;
    const path = thrown.place.path?.replace(/^snapshot\.(?=context|value|output|error)/, '');
    throw new ModelError(thrown.what, path === undefined ? {} : { path }, { cause: thrown });
  }
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

/** Whether the order of active nodes belongs into the key; where the statechart is not known, it does. */
export function orderMattersIn(machine: AnyStateMachine | undefined): boolean {
  return machine === undefined || regionOrderMatters(machine);
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
  if (snapshot === ABSENT) return 'not there';
  if (snapshot.status === 'stopped') return 'crashed';
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
