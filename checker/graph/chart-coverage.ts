import { getAdjacencyMap, getShortestPaths } from '@xstate/graph';
import type { ActorLogic, AnyEventObject, AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate';
import { SafetyChecks } from '../property/safety-checks.ts';
import { BreadthFirstSearch } from '../search/breadth-first.ts';
import { UNLIMITED } from '../search/memory-limit.ts';
import { encode } from '../step/canonical.ts';
import { IntegerSpace } from '../step/integer-space.ts';
import type { LogicStepper } from '../step/local-step.ts';
import { createSteppers } from '../step/steppers.ts';
import { UsageError, messageOf } from '../system/errors.ts';
import type { SystemInstance } from '../system/instance.ts';
import { eventsOfSearch } from './events-of-search.ts';

/** The events to try on a chart in a snapshot. */
export type ChartEvents = (snapshot: AnyMachineSnapshot) => readonly AnyEventObject[];

/** What to traverse, and how far. */
export interface ChartCoverageOptions {
  /**
   * Events by actor name. For a name that is not among them: in each snapshot those that the actor meets in
   * it when the whole system is searched, so that payloads are real ones and the traversal ends.
   */
  readonly events?: Readonly<Record<string, readonly AnyEventObject[] | ChartEvents>>;
  /** Steps of the traversal of one chart after which it fails, 100,000 unless given. */
  readonly limit?: number;
  /** States of the whole system after which its search fails, a million unless given. */
  readonly maxStates?: number;
}

/** A shortest way somewhere: the types of the events that lead there, in order. */
export type EventPath = readonly string[];

/** What paths reach of one actor's statechart. */
export interface ChartCoverage {
  /** The actor's id, and its statechart's. */
  readonly actor: string;
  readonly chart: string;
  /** Each state node below the root (history nodes aside, which a chart is never in), as `held.renewing`; null when no path reaches it. */
  readonly states: ReadonlyMap<string, EventPath | null>;
  /** Each transition, as coverage words it (`idle --pick--> checking [isNewer]`); null when no path takes it. */
  readonly transitions: ReadonlyMap<string, EventPath | null>;
  /** Distinct snapshots, context and history included. */
  readonly snapshots: number;
  /** State nodes and number of snapshots that the search of the whole system met; null when the events were given. */
  readonly searched: { readonly states: ReadonlySet<string>; readonly snapshots: number } | null;
}

type ChartLogic = ActorLogic<AnyMachineSnapshot, AnyEventObject, undefined>;

interface Traversal {
  readonly events: (snapshot: AnyMachineSnapshot) => AnyEventObject[];
  readonly serializeState: (snapshot: AnyMachineSnapshot) => string;
  readonly serializeEvent: (event: AnyEventObject) => string;
  readonly limit: number;
}

/** By the key of a snapshot: its events. */
type Adjacency = Readonly<
  Record<string, { readonly transitions: Readonly<Record<string, { event: AnyEventObject }>> }>
>;

/**
 * Path coverage of each single statechart of a system, by the shortest paths of @xstate/graph.
 *
 * The chart is stepped by the checker and told apart by its exact key: by itself the library would merge
 * snapshots that differ only in history or children, run delays and invocations without cause, send a
 * wildcard as an event of type `*`, and know no other actor.
 *
 * @throws UsageError when `events` names no actor, or a traversal or the search passes its limit; ModelError
 *   from user code
 */
export function chartCoverage(instance: SystemInstance, options: ChartCoverageOptions = {}): ChartCoverage[] {
  const unknown = Object.keys(options.events ?? {}).find((name) => !instance.names.has(name));
  if (unknown !== undefined) {
    throw new UsageError(
      `events were given for "${unknown}", which is no actor of ${instance.system}. Its actors: ${[...instance.names.keys()].join(', ')}.`,
    );
  }
  const given = (stepper: LogicStepper) => options.events?.[stepper.actor.name];
  const steppers = createSteppers(instance);
  const charts = steppers.flatMap((stepper, place) => (stepper.chart === null ? [] : [{ stepper, place }]));
  // The system is searched only for the sake of events that were not given.
  const space = charts.some(({ stepper }) => given(stepper) === undefined)
    ? search(instance, options.maxStates ?? 1_000_000)
    : null;
  return charts.map(({ stepper, place }) => {
    const own = given(stepper);
    const events =
      own === undefined ? eventsOfSearch(space!, place) : typeof own === 'function' ? own : () => own;
    const met = own === undefined ? (space!.actors[place]!.snapshots as AnyMachineSnapshot[]) : null;
    return {
      ...cover(stepper, events, options.limit ?? 100_000),
      searched: met && { states: new Set(met.flatMap(activeNodes)), snapshots: met.length },
    };
  });
}

function cover(stepper: LogicStepper, events: ChartEvents, limit: number): Omit<ChartCoverage, 'searched'> {
  const chart = stepper.chart!;
  const logic = {
    getInitialSnapshot: () => stepper.initial().snapshot,
    transition: (snapshot: AnyMachineSnapshot, event: AnyEventObject) =>
      stepper.step(snapshot, event).snapshot,
    getPersistedSnapshot: (snapshot: AnyMachineSnapshot) => snapshot,
  } as unknown as ChartLogic;
  const traversal: Traversal = {
    events: (snapshot: AnyMachineSnapshot) => (snapshot.status === 'active' ? [...events(snapshot)] : []),
    serializeState: (snapshot: AnyMachineSnapshot) => stepper.key(snapshot, null),
    serializeEvent: (event: AnyEventObject) => encode(event, 'event'),
    limit,
  };
  const states = new Map<string, EventPath | null>(nodesOf(chart.machine).map((node) => [node, null]));
  const transitions = new Map<string, EventPath | null>(chart.transitions.map(({ label }) => [label, null]));
  const reach = (map: Map<string, EventPath | null>, name: string, path: EventPath): void => {
    const known = map.get(name) ?? null;
    if (known === null || path.length < known.length) map.set(name, path);
  };
  const { paths, adjacency } = traverse(stepper, logic, traversal);
  for (const { state, steps } of paths) {
    // The first step of a path is how the chart starts.
    const path = steps.slice(1).map((step) => step.event.type);
    for (const node of activeNodes(state)) reach(states, node, path);
    for (const { event } of Object.values(adjacency[traversal.serializeState(state)]!.transitions)) {
      for (const taken of stepper.step(state, event).firings.taken)
        reach(transitions, chart.transitions[taken]!.label, [...path, event.type]);
    }
  }
  for (const taken of stepper.initial().firings.taken)
    reach(transitions, chart.transitions[taken]!.label, []);
  return {
    actor: stepper.actor.id,
    chart: stepper.actor.machine,
    states,
    transitions,
    snapshots: paths.length,
  };
}

function traverse(stepper: LogicStepper, logic: ChartLogic, traversal: Traversal) {
  try {
    const adjacency = getAdjacencyMap(logic, traversal) as unknown as Adjacency;
    return { paths: getShortestPaths(logic, traversal), adjacency };
  } catch (thrown) {
    if (messageOf(thrown) !== 'Traversal limit exceeded') throw thrown;
    throw new UsageError(
      `${stepper.actor.id}: its statechart alone takes more than ${traversal.limit} steps to traverse; its context may grow without end. Raise \`limit\`, or give \`events\` that stop.`,
      { cause: thrown },
    );
  }
}

function search(instance: SystemInstance, maxStates: number): IntegerSpace {
  const space = new IntegerSpace(instance, { fired: () => undefined });
  const run = new BreadthFirstSearch(space, new SafetyChecks({}, space), {
    maxStates,
    memory: UNLIMITED,
    stopWhenDecided: false,
  });
  while (!run.advance(100_000));
  if (run.failure !== null) throw run.failure.error;
  if (!run.complete) {
    throw new UsageError(
      `${instance.system}, ${instance.design}: the system cannot be searched whole (${run.incomplete?.why}), so what its actors meet is not known. Choose a smaller scope, raise \`maxStates\`, or give \`events\` for each actor.`,
    );
  }
  return space;
}

function activeNodes(snapshot: AnyMachineSnapshot): string[] {
  return (snapshot._nodes as readonly AnyStateNode[])
    .filter((node) => node.parent !== undefined)
    .map((node) => node.path.join('.'));
}

function nodesOf(machine: AnyStateMachine): string[] {
  const below = (node: AnyStateNode): AnyStateNode[] =>
    Object.values(node.states).flatMap((child) => [child, ...below(child)]);
  return below(machine.root).flatMap((node) => (node.type === 'history' ? [] : [node.path.join('.')]));
}
