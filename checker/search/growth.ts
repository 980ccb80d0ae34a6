import type { IntegerSpace } from '../step/integer-space.ts';
import { encode, isPlain } from '../step/canonical.ts';
import { addressOf, isActorReference } from '../system/actor-reference.ts';

/** A part of the state that took many values: where a space that does not end grows. */
export interface Growth {
  /** `actor store: context.retries`, or `channel a -> b`. */
  readonly where: string;
  /** How many values it took, and an example of a late one. */
  readonly values: number;
  readonly example: string;
}

/** Fewer values than this are not worth a line. */
const WORTH_NAMING = 16;

/** The context paths, channels and timers with the most values so far, most first. */
export function growth(space: IntegerSpace, most = 3): Growth[] {
  const found: Growth[] = [];
  space.actors.forEach((actor, place) => {
    if (actor.size < WORTH_NAMING) return;
    const values: Values = new Map();
    for (const snapshot of actor.snapshots) collect(snapshot.context, 'context', values);
    for (const [path, { seen, last }] of values) {
      if (seen.size < WORTH_NAMING) continue;
      const where = `actor ${space.instance.actors[place]!.id}: ${path}`;
      found.push({ where, values: seen.size, example: inWords(last) });
    }
  });
  for (const channel of space.channels) {
    if (channel.size < WORTH_NAMING) continue;
    const { actors } = space.instance;
    let longest = 0;
    for (let local = 0; local < channel.size; local++)
      longest = Math.max(longest, channel.content(local).length);
    found.push({
      where: `channel ${actors[channel.sender]!.id} -> ${actors[channel.receiver]!.id}`,
      values: channel.size,
      example: `${longest} messages`,
    });
  }
  space.timers.forEach((table, place) => {
    if (table.size < WORTH_NAMING) return;
    const last = table.content(table.size - 1);
    found.push({
      where: `actor ${space.instance.actors[place]!.id}: timers`,
      values: table.size,
      example: last.map(({ id, event, left }) => `${id === '' ? event.type : id} in ${left}`).join(', '),
    });
  });
  return found.sort((a, b) => b.values - a.values).slice(0, most);
}

/** By path: the encodings of its values, and the one that was new last. */
type Values = Map<string, { readonly seen: Set<string>; last: unknown }>;

/** Collects values by path; a list's elements count together, and its length too. */
function collect(value: unknown, path: string, into: Values): void {
  if (Array.isArray(value)) {
    note(value.length, `${path}.length`, into);
    for (const item of value) collect(item, `${path}[]`, into);
  } else if (isPlain(value)) {
    for (const [key, item] of Object.entries(value)) collect(item, `${path}.${key}`, into);
  } else {
    if (value instanceof Map || value instanceof Set) note(value.size, `${path}.size`, into);
    note(value, path, into);
  }
}

function note(value: unknown, path: string, into: Values): void {
  const text = encode(value, path);
  const known = into.get(path) ?? { seen: new Set<string>(), last: value };
  if (!known.seen.has(text)) known.last = value;
  known.seen.add(text);
  into.set(path, known);
}

/** A value as people write it; the encoding is for the state key. */
function inWords(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (isActorReference(value)) return addressOf(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'an invalid date' : value.toISOString();
  if (value instanceof Set) return `{${Array.from(value, inWords).join(', ')}}`;
  if (value instanceof Map)
    return `{${Array.from(value, ([k, v]) => `${inWords(k)}: ${inWords(v)}`).join(', ')}}`;
  if (Array.isArray(value)) return `[${value.map(inWords).join(', ')}]`;
  if (isPlain(value))
    return `{${Object.entries(value)
      .map(([key, item]) => `${key}: ${inWords(item)}`)
      .join(', ')}}`;
  if (ArrayBuffer.isView(value)) return inWords(Array.from(value as unknown as Iterable<unknown>));
  return encode(value, 'value');
}
