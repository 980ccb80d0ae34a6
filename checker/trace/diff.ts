import { isActorReference } from '../system/actor-reference.ts';
import type { SystemInstance } from '../system/instance.ts';
import { encode, isPlain } from '../step/canonical.ts';
import type { PlainState } from '../step/plain-space.ts';
import { ABSENT, stateName } from '../step/snapshot-key.ts';
import { toJson } from './json-value.ts';
import type { Timer } from '../step/pending-timers.ts';
import { LEFT, timerText } from '../step/pending-timers.ts';
import type { TraceChange, TraceStep } from './trace.ts';

/**
 * What changed between two states, by actor in declared order: its timers, its state, then its context. That a tick
 * brings all timers nearer goes without saying.
 */
export function changesBetween(
  instance: SystemInstance,
  before: PlainState,
  after: PlainState,
  kind: TraceStep['kind'] = 'stimulus',
): TraceChange[] {
  return instance.actors.flatMap(({ id }, place) => {
    const a = before.snapshots[place];
    const b = after.snapshots[place];
    const changes: TraceChange[] = [];
    const push = (path: string, from: unknown, to: unknown): void => {
      changes.push({ actor: id, path, before: toJson(from), after: toJson(to) });
    };
    if (kind !== 'tick') timerChanges(instance, before.timers[place] ?? [], after.timers[place] ?? [], push);
    if (a === undefined || b === undefined || a === b) return changes;
    if (stateName(a) !== stateName(b)) push('state', stateName(a), stateName(b));
    // Of a crash and a restart the state tells.
    if (a.status !== b.status && a.status !== 'stopped' && b.status !== 'stopped')
      push('status', a.status, b.status);
    // What a child that has gone knew is gone with it.
    if (b !== ABSENT && !(a === ABSENT && isNothing(b.context))) diff(a.context, b.context, 'context', push);
    if (b !== ABSENT && a.output !== b.output) push('output', a.output, b.output);
    if (b.status === 'error' && a.error !== b.error) push('error', a.error, b.error);
    return changes;
  });
}

function isNothing(context: unknown): boolean {
  return context === undefined || (isPlain(context) && Object.keys(context).length === 0);
}

/** Timers that were set, and those that fired or were cancelled. */
function timerChanges(
  { time }: SystemInstance,
  before: readonly Timer[],
  after: readonly Timer[],
  push: (path: string, from: unknown, to: unknown) => void,
): void {
  const when = ({ left }: Timer): string =>
    time === 'untimed' ? 'pending' : left === 0 ? 'due' : `due in ${left} ${left === 1 ? 'tick' : 'ticks'}`;
  const name = ({ id, event }: Timer): string => `timer ${id === '' || id === LEFT ? event.type : id}`;
  const texts = (timers: readonly Timer[]): string[] =>
    timers.map((timer) => timerText({ ...timer, last: true }));
  const without = (timers: readonly Timer[], others: readonly Timer[]): Timer[] => {
    const left = texts(others);
    return timers.filter((timer) => {
      const at = left.indexOf(texts([timer])[0]!);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  };
  const come = without(after, before);
  for (const timer of without(before, after)) {
    // One that is set anew is told once.
    const at = come.findIndex((other) => name(other) === name(timer));
    const [again] = at < 0 ? [] : come.splice(at, 1);
    push(name(timer), when(timer), again === undefined ? undefined : when(again));
  }
  for (const timer of come) push(name(timer), undefined, when(timer));
}

/** A key as a part of a path: `.key`, or `["a.b"]` where it holds what paths are made of. */
export function segment(key: string): string {
  return key === '' || /[.[\]"]/.test(key) ? `[${JSON.stringify(key)}]` : `.${key}`;
}

/** Reports the smallest parts that differ: descends through plain objects, Maps, and arrays of one length. */
function diff(
  a: unknown,
  b: unknown,
  path: string,
  push: (path: string, a: unknown, b: unknown) => void,
): void {
  if (encode(a, path) === encode(b, path)) return;
  if (Array.isArray(a) && Array.isArray(b) && a.length === b.length) {
    a.forEach((item, i) => diff(item, b[i], `${path}[${i}]`, push));
  } else if (a instanceof Map && b instanceof Map && areNames([...a.keys(), ...b.keys()])) {
    for (const key of new Set<unknown>([...a.keys(), ...b.keys()]))
      diff(a.get(key), b.get(key), `${path}${entrySegment(key)}`, push);
  } else if (isPlain(a) && isPlain(b)) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
      diff(a[key], b[key], `${path}${segment(key)}`, push);
  } else {
    push(path, a, b);
  }
}

/** A key of a Map as a part of a path: numbers in brackets, as in a list. */
function entrySegment(key: unknown): string {
  return typeof key === 'number' ? `[${key}]` : segment(String(key));
}

/** Whether keys of a Map can be told apart in a path: an actor and its id cannot. */
function areNames(keys: readonly unknown[]): boolean {
  return keys.every(isName) && new Set(keys).size === new Set(keys.map(entrySegment)).size;
}

function isName(key: unknown): boolean {
  return typeof key === 'string' || isWhole(key) || isActorReference(key);
}

function isWhole(key: unknown): boolean {
  return Number.isSafeInteger(key) && !Object.is(key, -0);
}
