import { segment } from '../trace/diff.ts';
import type { JsonValue } from '../trace/json-value.ts';
import { unescapeKey } from '../trace/json-value.ts';
import type { Counterexample, TraceActor } from '../trace/trace.ts';
import { finalActors } from './final-state.ts';
import { contextEntries } from './value-text.ts';

type Entry = readonly [key: string, value: JsonValue];

/** Actors that stand alike: their state, and what their contexts hold. */
export interface Standing {
  readonly ids: readonly string[];
  readonly description: string | null;
  readonly environment: boolean;
  /** Empty for a statechart without states. */
  readonly state: string;
  readonly entries: readonly Entry[];
}

/** Where the actors stand at the start. */
export function standingAtStart(trace: Counterexample): Standing[] {
  return alike(trace.actors.map(standing));
}

/**
 * Where the actors stand at the end: those that have changed, and of their contexts what has. Actors that
 * are not listed stand as at the start.
 */
export function standingAtEnd(trace: Counterexample): Standing[] {
  const changed = changedEntries(trace);
  const moved = new Set(trace.steps.flatMap((step) => step.changes.map((change) => change.actor)));
  return alike(
    finalActors(trace)
      .filter(({ id }) => moved.has(id))
      .map((actor) => {
        const all = standing(actor);
        return { ...all, entries: all.entries.filter(([key]) => changed(actor.id, key)) };
      }),
  );
}

/**
 * Where the actors stand at the start, with what never changes and several actors have in common told once. Configuration that was
 * given to each of them would otherwise hide what tells them apart.
 */
export function withSharedApart(trace: Counterexample): { own: Standing[]; shared: Standing[] } {
  const changed = changedEntries(trace);
  const all = trace.actors.map(standing);
  const having = new Map<string, string[]>();
  for (const { ids, entries } of all) {
    for (const entry of entries.filter(([key]) => !changed(ids[0]!, key))) {
      const text = JSON.stringify(entry);
      having.set(text, [...(having.get(text) ?? []), ...ids]);
    }
  }
  const bySharers = new Map<string, Standing>();
  for (const [text, ids] of having) {
    if (ids.length < 2) continue;
    const key = JSON.stringify(ids);
    const entries = [...(bySharers.get(key)?.entries ?? []), JSON.parse(text) as Entry];
    bySharers.set(key, { ids, description: null, environment: false, state: '', entries });
  }
  const own = all.map((one) => {
    const isOwn = (entry: Entry): boolean => !(having.get(JSON.stringify(entry)) ?? []).includes(one.ids[0]!);
    const isShared = (entry: Entry): boolean => (having.get(JSON.stringify(entry)) ?? []).length > 1;
    return { ...one, entries: one.entries.filter((entry) => isOwn(entry) || !isShared(entry)) };
  });
  return { own: alike(own), shared: [...bySharers.values()] };
}

/** Of some actors the states alone, those in the same one together. */
export function statesAlone(all: readonly Standing[], ids: ReadonlySet<string>): Standing[] {
  return alike(
    all.flatMap((one) =>
      one.ids
        .filter((id) => ids.has(id))
        .map((id) => ({ ids: [id], description: null, environment: false, state: one.state, entries: [] })),
    ),
  );
}

function standing({ id, description, environment, state, context }: TraceActor): Standing {
  const named = state === '(root)' ? '' : state;
  return { ids: [id], description, environment, state: named, entries: contextEntries(context) };
}

/** Those that differ in nothing but their ids, together. */
function alike(all: readonly Standing[]): Standing[] {
  const groups = new Map<string, Standing>();
  for (const one of all) {
    const key = JSON.stringify([one.state, one.entries, one.environment, one.description]);
    const group = groups.get(key);
    groups.set(key, group === undefined ? one : { ...group, ids: [...group.ids, ...one.ids] });
  }
  return [...groups.values()];
}

/** Whether any step changes an entry of an actor's context, or a part of it. */
function changedEntries(trace: Counterexample): (id: string, key: string) => boolean {
  const paths = new Map<string, Set<string>>();
  for (const { actor, path } of trace.steps.flatMap((step) => step.changes)) {
    paths.set(actor, (paths.get(actor) ?? new Set()).add(path));
  }
  return (id, key) =>
    [...(paths.get(id) ?? [])].some((path) => {
      const start = `context${segment(unescapeKey(key))}`;
      return (
        path === 'context' || path === start || path.startsWith(`${start}.`) || path.startsWith(`${start}[`)
      );
    });
}
