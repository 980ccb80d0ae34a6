import type { IntegerSpace } from '../step/integer-space.ts';
import { encode, isPlain } from '../step/canonical.ts';

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

/** The context paths and channels with the most values so far, most first. */
export function growth(space: IntegerSpace, most = 3): Growth[] {
  const found: Growth[] = [];
  space.actors.forEach((actor, place) => {
    if (actor.size < WORTH_NAMING) return;
    const values = new Map<string, Set<string>>();
    for (const snapshot of actor.snapshots) collect(snapshot.context, 'context', values);
    for (const [path, set] of values) {
      if (set.size < WORTH_NAMING) continue;
      const example = [...set].at(-1)!;
      found.push({ where: `actor ${space.instance.actors[place]!.id}: ${path}`, values: set.size, example });
    }
  });
  for (const channel of space.channels) {
    if (channel.size < WORTH_NAMING) continue;
    const { actors } = space.instance;
    const longest = channel.content(channel.size - 1).length;
    found.push({
      where: `channel ${actors[channel.sender]!.id} -> ${actors[channel.receiver]!.id}`,
      values: channel.size,
      example: `${longest} messages`,
    });
  }
  return found.sort((a, b) => b.values - a.values).slice(0, most);
}

/** Values by path; a list's elements count together, and its length too. */
function collect(value: unknown, path: string, into: Map<string, Set<string>>): void {
  const note = (at: string, text: string): void => {
    const set = into.get(at) ?? new Set();
    set.add(text);
    into.set(at, set);
  };
  if (Array.isArray(value)) {
    note(`${path}.length`, String(value.length));
    for (const item of value) collect(item, `${path}[]`, into);
  } else if (value instanceof Map || value instanceof Set) {
    note(`${path}.size`, String(value.size));
    note(path, encode(value, path));
  } else if (isPlain(value)) {
    for (const [key, item] of Object.entries(value)) collect(item, `${path}.${key}`, into);
  } else {
    note(path, encode(value, path));
  }
}
