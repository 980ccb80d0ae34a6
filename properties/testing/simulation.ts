import { asActorLogic, instantiate } from 'premortem/graph';
import type { SystemLogic, SystemSnapshot } from 'premortem/graph';
import type { ParameterValues } from 'premortem';
import type { Status } from '../../models/cascade-2020/edges.ts';
import { oneEdge } from './one-edge.ts';

export type { Status };
type Kind = ParameterValues<typeof oneEdge>['kind'];

/** What a detailed system and the cascade have in common: how a supplier is, and how the service is that needs it. */
export interface Shared {
  readonly supplier: Status;
  readonly service: Status;
}

interface Abstraction {
  readonly shared: readonly Shared[];
  readonly next: readonly (readonly number[])[];
}

/** A state of an actor in the detailed system, by its id. */
export type StateOf = (id: string) => { name: string; context: never };

const inWords = ({ supplier, service }: Shared): string => `${supplier}/${service}`;

/** All states and steps of the service chart on an edge of this kind, hurt for no longer than its supplier or until acted on. */
function abstractionOf(kind: Kind, stays: 'no' | 'yes'): Abstraction {
  const logic = asActorLogic(instantiate(oneEdge, { design: 'as-deployed', set: { kind, stays } }));
  const shared: Shared[] = [];
  const next: number[][] = [];
  walk(logic, ({ states }, to) => {
    const last = (name: string) => {
      const state = states[name]!.split('.').at(-1);
      return state === 'broken' ? 'down' : (state as Status);
    };
    shared.push({ supplier: last('supplier'), service: last('service') });
    next.push(to.map(({ place }) => place));
  });
  return { shared, next };
}

/** Visits every state once, with the places of those one step on. */
function walk(
  logic: SystemLogic,
  visit: (state: SystemSnapshot, to: readonly { place: number; by: string }[]) => void,
): void {
  const { events, serializeState } = logic.traversal;
  const start = logic.getInitialSnapshot({} as never, undefined);
  const places = new Map([[serializeState(start), 0]]);
  const states = [start];
  for (const state of states) {
    const to = events(state).map((event) => {
      const after = logic.transition(state, event, undefined as never);
      const key = serializeState(after);
      const place = places.get(key) ?? states.push(after) - 1;
      places.set(key, place);
      return { place, by: event.choice.event?.type ?? event.choice.kind };
    });
    visit(state, to);
  }
}

/** Those that can be reached without a change to what is shared, from any of these. */
function quietly({ shared, next }: Abstraction, from: readonly number[]): number[] {
  const found = [...from];
  for (const place of found)
    for (const after of next[place]!)
      if (!found.includes(after) && inWords(shared[after]!) === inWords(shared[place]!)) found.push(after);
  return found;
}

/**
 * The places the abstraction may have come to when the detailed system goes from one shared state to another in a step.
 * Such a step may be two of the abstraction: the supplier changes, and then the service feels it.
 */
function follow(abstraction: Abstraction, from: readonly number[], before: Shared, after: Shared): number[] {
  const { shared, next } = abstraction;
  const goTo = (places: readonly number[], goal: Shared): number[] =>
    quietly(abstraction, [
      ...new Set(
        places.flatMap((place) => next[place]!.filter((to) => inWords(shared[to]!) === inWords(goal))),
      ),
    ]);
  let places = quietly(abstraction, from);
  if (before.supplier !== after.supplier)
    places = goTo(places, { supplier: after.supplier, service: before.service });
  return before.service === after.service ? places : goTo(places, after);
}

/** What a detailed system does to what is shared, and which of that the chart of the cascade cannot do. */
export interface Comparison {
  /** Each change, as `supplier/service to supplier/service`. */
  readonly changes: readonly string[];
  readonly notCovered: readonly string[];
  /** The steps by which the service comes back to ok. */
  readonly bringsBack: readonly string[];
  readonly states: number;
}

/**
 * Walks all states of a detailed system, each with all places in which the chart of the cascade may be after the same
 * changes: the subset construction. Where there is no place left, the chart lacks a behaviour.
 */
export function compare(
  detailed: SystemLogic,
  kind: Kind,
  project: (stateOf: StateOf) => Shared,
  stays: 'no' | 'yes' = 'no',
): Comparison {
  const abstraction = abstractionOf(kind, stays);
  const shared: Shared[] = [];
  const next: (readonly { place: number; by: string }[])[] = [];
  walk(detailed, (state, to) => {
    const ids = Object.keys(state.states);
    shared.push(
      project((id) => {
        const place = ids.indexOf(id);
        if (place < 0) throw new Error(`no actor ${id} among ${ids.join(', ')}`);
        const { context } = state.system.snapshots[place] as unknown as { context: never };
        return { name: state.states[id]!, context };
      }),
    );
    next.push(to);
  });
  const [changes, notCovered, bringsBack] = [new Set<string>(), new Set<string>(), new Set<string>()];
  // A detailed system may start in the middle of an outage: the abstraction is then wherever that has led it.
  const atStart = abstraction.shared.flatMap((each, place) =>
    inWords(each) === inWords(shared[0]!) ? [place] : [],
  );
  const places = atStart.includes(0) ? [0] : atStart;
  const seen = new Set([`0 ${places.join()}`]);
  const pairs: { at: number; places: readonly number[] }[] = [{ at: 0, places }];
  for (const { at, places } of pairs) {
    for (const { place, by } of next[at]!) {
      const [before, after] = [shared[at]!, shared[place]!];
      const change = `${inWords(before)} to ${inWords(after)}`;
      if (inWords(before) !== inWords(after)) changes.add(change);
      if (before.service !== 'ok' && after.service === 'ok') bringsBack.add(by);
      const now = follow(abstraction, places, before, after).sort((a, b) => a - b);
      if (now.length === 0) notCovered.add(change);
      const key = `${place} ${now.join()}`;
      if (now.length > 0 && !seen.has(key)) pairs.push({ at: place, places: now });
      seen.add(key);
    }
  }
  const sorted = (set: ReadonlySet<string>) => [...set].sort();
  return {
    changes: sorted(changes),
    notCovered: sorted(notCovered),
    bringsBack: sorted(bringsBack),
    states: shared.length,
  };
}
