import { segment } from '../trace/diff.ts';
import type { JsonValue } from '../trace/json-value.ts';
import { escapeKey, unescapeKey } from '../trace/json-value.ts';
import { actorOf, isList } from './json-shapes.ts';
import type { Counterexample, TraceActor, TraceChange } from '../trace/trace.ts';

/** Where the actors stand after the last step: the start with every change applied. */
export function finalActors(trace: Counterexample): TraceActor[] {
  return trace.actors.map((actor) => {
    let { state, context } = actor;
    for (const change of trace.steps.flatMap((step) => step.changes)) {
      if (change.actor !== actor.id) continue;
      if (change.path === 'state') {
        state = typeof change.after === 'string' ? change.after : state;
        if (state === 'not there') context = null;
      } else if (change.path.startsWith('context')) context = after(context, change);
    }
    return { ...actor, state, context };
  });
}

function after(context: JsonValue, change: TraceChange): JsonValue {
  const result = replaced(context, change.path.slice('context'.length), change);
  return result === undefined ? context : result;
}

function isAbsent(value: JsonValue): boolean {
  return JSON.stringify(value) === '{"$undefined":true}';
}

/**
 * A value with the part at `.key[0]["a.b"]` replaced; undefined when it has no such part.
 */
function replaced(value: JsonValue, path: string, change: TraceChange): JsonValue | undefined {
  if (path === '') return change.after;
  if (typeof value !== 'object' || value === null) return undefined;
  if (isList(value)) return replacedItem(value, path, change);
  const map = value['$map'];
  if (map !== undefined && isList(map)) {
    const entries = map.filter(isList).map(([key, item]): Entry => [key ?? null, item ?? null]);
    const result = replacedEntry(entries, path, change);
    return result && { $map: present(result) };
  }
  const own = Object.entries(value).map(([key, item]): Entry => [unescapeKey(key), item]);
  const result = replacedEntry(own, path, change);
  return result && Object.fromEntries(present(result).map(([key, item]) => [escapeKey(nameOf(key)), item]));
}

function replacedItem(list: readonly JsonValue[], path: string, change: TraceChange): JsonValue | undefined {
  const [text, index] = /^\[(\d+)\]/.exec(path) ?? [];
  if (text === undefined) return undefined;
  const item = replaced(list[Number(index)] ?? null, path.slice(text.length), change);
  return item === undefined ? undefined : list.map((old, i) => (i === Number(index) ? item : old));
}

type Entry = readonly [key: JsonValue, item: JsonValue];

function replacedEntry(entries: readonly Entry[], path: string, change: TraceChange): Entry[] | undefined {
  for (const [at, [key, old]] of entries.entries()) {
    const part = typeof key === 'number' ? `[${key}]` : segment(nameOf(key));
    const next = path[part.length];
    if (!path.startsWith(part) || (next !== undefined && next !== '.' && next !== '[')) continue;
    const item = replaced(old, path.slice(part.length), change);
    if (item !== undefined) return entries.with(at, [key, item]);
  }
  return isAbsent(change.before) ? [...entries, [keyOf(path), change.after]] : undefined;
}

/** The key that a last part of a path names. */
function keyOf(path: string): string | number {
  return path.startsWith('[') ? (JSON.parse(path.slice(1, -1)) as string | number) : path.slice(1);
}

/** A change does not tell an entry that is undefined from one that is not there; neither is worth showing. */
function present(entries: readonly Entry[]): Entry[] {
  return entries.filter(([, item]) => !isAbsent(item));
}

/** How a path names a key: an actor by its id. */
function nameOf(key: JsonValue): string {
  if (typeof key !== 'object' || key === null) return String(key);
  return actorOf(key) ?? JSON.stringify(key);
}
