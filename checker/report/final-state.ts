import type { JsonValue } from '../trace/json-value.ts';
import type { Counterexample, TraceActor } from '../trace/trace.ts';

/** Where the actors stand after the last step: the start with every change applied. */
export function finalActors(trace: Counterexample): TraceActor[] {
  return trace.actors.map((actor) => {
    let { state, context } = actor;
    for (const change of trace.steps.flatMap((step) => step.changes)) {
      if (change.actor !== actor.id) continue;
      if (change.path === 'state') state = typeof change.after === 'string' ? change.after : state;
      else if (change.path === 'context') context = change.after;
      else if (change.path.startsWith('context'))
        context = replaced(context, change.path.slice('context'.length), change.after);
    }
    return { ...actor, state, context };
  });
}

/** A value with the part at `.key[0].key` replaced. A path that does not fit leaves the value as it is. */
function replaced(value: JsonValue, path: string, by: JsonValue): JsonValue {
  if (path === '') return by;
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) {
    const index = /^\[(\d+)\]/.exec(path);
    if (index === null) return value;
    const at = Number(index[1]);
    return value.map((item, i) => (i === at ? replaced(item, path.slice(index[0].length), by) : item));
  }
  const map = value['$map'];
  if (map !== undefined && isList(map)) return { $map: replacedEntries(map, path, by) };
  const keys = Object.keys(value).filter((key) => leadsOn(path, key));
  const key = longest(keys) ?? /^\.([^.[]+)$/.exec(path)?.[1];
  if (key === undefined) return value;
  return withEntry(value, key, replaced(value[key] ?? null, path.slice(key.length + 1), by));
}

function replacedEntries(entries: readonly JsonValue[], path: string, by: JsonValue): JsonValue[] {
  const name = (entry: JsonValue): string => (isList(entry) ? keyName(entry[0] ?? null) : '');
  const key = longest(entries.map(name).filter((candidate) => leadsOn(path, candidate)));
  if (key === undefined) return [...entries, [path.slice(1), by]];
  const rest = path.slice(key.length + 1);
  const result = entries.map((entry) =>
    name(entry) === key && isList(entry) ? [entry[0] ?? null, replaced(entry[1] ?? null, rest, by)] : entry,
  );
  return result.filter((entry) => !isList(entry) || !isAbsent(entry[1] ?? null));
}

/** Whether a path goes on with this key; keys may hold dots themselves, so there may be several. */
function leadsOn(path: string, key: string): boolean {
  const next = path[key.length + 1];
  return path.startsWith(`.${key}`) && (next === undefined || next === '.' || next === '[');
}

function longest(keys: readonly string[]): string | undefined {
  return keys.toSorted((a, b) => b.length - a.length)[0];
}

function withEntry(value: { readonly [key: string]: JsonValue }, key: string, item: JsonValue): JsonValue {
  return { ...value, [key]: item };
}

function keyName(key: JsonValue): string {
  const actor = typeof key === 'object' && key !== null && !isList(key) ? key['$actor'] : undefined;
  return typeof actor === 'string' ? actor : typeof key === 'object' ? JSON.stringify(key) : String(key);
}

function isAbsent(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && !isList(value) && value['$undefined'] === true;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
