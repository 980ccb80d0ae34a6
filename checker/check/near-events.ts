import { closestMatch } from 'leven';
import { setsOf } from '../property/fairness.ts';
import { withAllBelow } from '../property/monitor-states.ts';
import type { Suite, Waiver } from '../property/suite.ts';
import { isStateMachine } from '../system/actor.ts';
import { FAULT_KINDS } from '../system/faults.ts';
import type { InstanceChoice, SystemInstance } from '../system/instance.ts';
import { builtAt } from './check-words.ts';
import { picksNone } from './steps-seen.ts';

/**
 * Adds to what never happened of all that properties speak of which name of the system may have been meant. It is
 * no error before: what nobody handles may be sent all the same.
 */
export function withNear(
  never: readonly string[],
  suite: Suite,
  sizes: Omit<InstanceChoice, 'design'>,
): string[] {
  const spoken = spokenOf(suite);
  if (!never.some((text) => spoken.has(text))) return [...never];
  const known = knownNames(builtAt(suite, [sizes]));
  return never.map((text) => {
    const near = (spoken.get(text) ?? []).flatMap(({ word, of }) => nearest(word, known[of]))[0];
    return near === undefined ? text : `${text}. Did you mean "${near}"?`;
  });
}

/** Waivers as they are matched: one may be copied from the report, with what may have been meant. */
export function withoutNear(waivers: readonly Waiver<string>[]): Waiver<string>[] {
  return waivers.map((waiver) => ({
    ...waiver,
    never: waiver.never.replace(/\. Did you mean "[^"]+"\?$/, ''),
  }));
}

/** The words that properties speak in, by what is said where nothing comes of them. */
function spokenOf({ properties }: Suite): ReadonlyMap<string, readonly Word[]> {
  const spoken = new Map<string, readonly Word[]>();
  for (const [name, property] of Object.entries(properties)) {
    for (const [set, pattern] of setsOf(property)) {
      if (typeof pattern === 'function') continue;
      const { actor, from, event } = pattern;
      const words = [actor, from].flatMap((word) => (word === undefined ? [] : [{ word, of: 'actors' }]));
      const all = event === undefined ? words : [...words, { word: event, of: 'events' }];
      spoken.set(picksNone(name, set), all as Word[]);
    }
    if (property.monitor?.sees !== null) continue;
    for (const word of property.monitor.machine.events)
      spoken.set(`property ${name}: the monitor never gets ${word}`, [{ word, of: 'seen' }]);
  }
  return spoken;
}

interface Word {
  readonly word: string;
  readonly of: keyof Known;
}

interface Known {
  readonly actors: ReadonlySet<string>;
  readonly events: ReadonlySet<string>;
  /** Events as monitors are told of them. */
  readonly seen: ReadonlySet<string>;
}

function knownNames(instances: readonly SystemInstance[]): Known {
  const actors = new Set<string>();
  const events = new Set<string>(['tick', 'crash', 'restart']);
  const seen = new Set<string>(['tick']);
  for (const actor of instances.flatMap((instance) => instance.actors)) {
    const { id, name, logic } = actor;
    actors.add(name).add(id);
    const nodes = isStateMachine(logic) ? withAllBelow(logic.root) : [];
    const types = nodes.flatMap(({ transitions }) => [...transitions.keys()] as string[]);
    for (const type of types.filter((descriptor) => !descriptor.includes('*'))) {
      events.add(type);
      seen.add(`${name}.${type}`);
    }
    for (const kind of FAULT_KINDS) seen.add(`${name}.${kind}`);
  }
  return { actors, events, seen };
}

function nearest(word: string, known: ReadonlySet<string>): string[] {
  if (known.has(word)) return [];
  const near = closestMatch(word, [...known], { maxDistance: word.length > 4 ? 2 : 1 });
  return near === undefined ? [] : [near];
}
