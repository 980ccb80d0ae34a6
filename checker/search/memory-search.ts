import { MonitorMachine } from '../property/monitor-machine.ts';
import { PENDING, hasViolation } from '../property/monitor-states.ts';
import type { MemoryKind, Property } from '../property/property.ts';
import { ticksOf } from '../property/within.ts';
import type { ModelError } from '../system/errors.ts';
import type { BreadthFirstSearch, Incomplete } from './breadth-first.ts';
import type { ConditionSets } from './condition-sets.ts';
import { LabelledStateGraph, isTick } from './labelled-graph.ts';
import type { Lasso } from './lasso.ts';
import { findViolatingRun } from './liveness.ts';
import { MonitorMemory } from './monitor-memory.ts';
import { ProductGraph } from './product-graph.ts';
import type { Slices } from './slices.ts';
import type { StateGraph } from './state-graph.ts';
import { reachesGoal } from './recoverability.ts';
import { IDLE, TickCount } from './tick-count.ts';

/** What a search with memory came to. */
export interface MemoryOutcome {
  readonly lasso: Lasso | null;
  /** What the property's code failed with. */
  readonly failed: ModelError | null;
  readonly vacuous: string | null;
  readonly bound: Incomplete | null;
  /** Of a monitor: the events its statechart speaks of, and whether it got one; null where not all was seen. */
  readonly heard?: ReadonlyMap<string, boolean> | null;
}

/** The answers of the property's clauses for each state, and what is fair. */
interface Given {
  readonly when: Uint8Array | null;
  readonly goal: Uint8Array | null;
  readonly sets: ConditionSets;
}

/**
 * Decides a property with memory: in the product of the states and what it remembers.
 *
 * @throws ModelError for what is wrong with the property
 */
export function searchWithMemory(
  search: BreadthFirstSearch,
  graph: StateGraph,
  property: Property & { kind: MemoryKind },
  given: Given,
): Slices<MemoryOutcome> {
  return bounded(
    property.kind === 'monitor'
      ? searchMonitor(search, graph, property, given.sets)
      : searchWithin(search, graph, property, given),
  );
}

/** A lack of memory for the product is a bound like any other; what user code throws comes as a ModelError. */
function* bounded(work: Slices<MemoryOutcome>): Slices<MemoryOutcome> {
  try {
    return yield* work;
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    return { lasso: null, failed: null, vacuous: null, bound: { why: 'out-of-memory', states: 0 } };
  }
}

function* searchMonitor(
  search: BreadthFirstSearch,
  graph: StateGraph,
  property: Property,
  sets: ConditionSets,
): Slices<MemoryOutcome> {
  const { space, limits } = search;
  const memory = new MonitorMemory(new MonitorMachine(property, space.instance), space.steps);
  const labelled = new LabelledStateGraph(graph, ({ stepNode }) => stepNode);
  const product = new ProductGraph(labelled, memory);
  const { wrong, whole } = yield* product.explore(limits.maxStates);
  const known = whole || (wrong !== null && search.complete);
  // What comes after a violation is heard too: a misspelt event must not hide behind a known-bad design.
  if (!whole && known) yield* hearAll(labelled, memory);
  if (wrong === null) memory.askAgain();
  const calm = Uint8Array.from({ length: product.count }, (_, node) =>
    memory.isPending(product.memoryOf(node)) ? 0 : 1,
  );
  return {
    lasso: wrong ?? (yield* pendingForEver(product, calm, sets)),
    failed: memory.error,
    vacuous: vacuousWatch(property, memory, calm),
    bound: boundOf(whole, limits.maxStates),
    heard: known && memory.error === null ? memory.heard() : null,
  };
}

/**
 * Why it would mean nothing that a monitor was not violated. Where it was pending and no fair step was possible, it has been
 * violated: a run may end there.
 */
function vacuousWatch(property: Property, { moved }: MonitorMemory, calm: Uint8Array): string | null {
  if (!moved) return 'no transition of the monitor was ever taken';
  const canBe = calm.includes(0) || hasViolation(property.monitor!.machine);
  return canBe ? null : `no state tagged "${PENDING}" was ever come to`;
}

/** Shows a monitor the steps of every state. */
function* hearAll(graph: LabelledStateGraph, memory: MonitorMemory): Slices<void> {
  for (let state = 0; state < graph.count && memory.error === null; state++) {
    if (state % 4096 === 4095) yield;
    graph.expand(state);
    const { labels } = graph;
    for (let i = 0; i < labels.length; i++) memory.hear(labels.data[i]!);
  }
}

/**
 * A fair run that from some point on never leaves the states in which the monitor is pending.
 *
 * @param holds 0 for each node in which it is
 */
function* pendingForEver(
  product: ProductGraph,
  holds: Uint8Array,
  sets: ConditionSets,
): Slices<Lasso | null> {
  if (!holds.includes(0)) return null;
  const flags = { when: null, holds, goal: null };
  const lasso = yield* findViolatingRun(product, 'always-eventually', flags, sets);
  return lasso === null ? null : product.project(lasso);
}

function* searchWithin(
  { space, limits }: BreadthFirstSearch,
  graph: StateGraph,
  property: Property,
  { when, goal }: Given,
): Slices<MemoryOutcome> {
  const memory = new TickCount(ticksOf(space.instance, property), when!, goal!);
  const product = new ProductGraph(new LabelledStateGraph(graph, isTick), memory);
  const { wrong, whole } = yield* product.explore(limits.maxStates);
  return {
    lasso: wrong,
    failed: null,
    vacuous: !when!.includes(1)
      ? 'no state it speaks of was ever reached'
      : whole && (yield* standsStill(product))
        ? 'time may stand still where it waits, as a timer is always due: nothing would be late there'
        : null,
    bound: boundOf(whole, limits.maxStates),
  };
}

/** Whether from some node in which something is awaited neither a tick nor what is awaited can come. */
function* standsStill(product: ProductGraph): Slices<boolean> {
  const goesOn = new Uint8Array(product.count);
  for (let node = 0; node < goesOn.length; node++) {
    if (node % 4096 === 4095) yield;
    const ticks = product.memoryOf(node);
    if (ticks !== IDLE) product.expand(node);
    const { data, length } = product.targets;
    goesOn[node] =
      ticks === IDLE || data.subarray(0, length).some((to) => to >= 0 && product.memoryOf(to) !== ticks)
        ? 1
        : 0;
  }
  return (yield* reachesGoal(product, goesOn, null)).includes(0);
}

function boundOf(whole: boolean, limit: number): Incomplete | null {
  return whole ? null : { why: 'max-states', limit };
}
