import type { AnyEventObject, AnyMachineSnapshot, AnyStateNode } from 'xstate';
import { initialTransition, transition } from 'xstate';
import type { Property } from '../property/property.ts';
import type { Step } from '../step/step-table.ts';
import type { SystemInstance } from '../system/instance.ts';
import type { Condition, Edge } from './brute-graph.ts';
import { BruteGraph } from './brute-graph.ts';
import { isFault } from './offers.ts';
import type { TemporalAnswer } from './temporal-oracle.ts';
import { fail, textOf } from './world.ts';

/** What may be remembered after a start or a step: one thing or several, or that the run is wrong or unknown. */
type Remembered<M> = readonly M[] | 'wrong' | 'failed';

interface Memory<M> {
  start: (state: number) => Remembered<M>;
  after: (memory: M, edge: Edge) => Remembered<M>;
  textOf: (memory: M) => string;
}

/** The product of a graph and what is remembered, by definition; up to the first step that is wrong. */
function product<M>(graph: BruteGraph, memory: Memory<M>) {
  const nodes: { state: number; remembered: M; depth: number }[] = [];
  const numbers = new Map<string, number>();
  const edges: Edge[][] = [];
  let failed = false;
  const arrive = (state: number, remembered: M, depth: number): number => {
    const key = `${state} ${memory.textOf(remembered)}`;
    if (!numbers.has(key)) numbers.set(key, nodes.push({ state, remembered, depth }) - 1);
    return numbers.get(key)!;
  };
  for (let state = 0; state < graph.initial; state++) {
    const first = memory.start(state);
    if (first === 'wrong') return { wrong: 0, failed, nodes, graph };
    if (first === 'failed') fail('it cannot start');
    for (const remembered of first) arrive(state, remembered, 0);
  }
  const initial = nodes.length;
  // Where a step leads that nobody knows the memory after: still possible, and no way to go on.
  const unknown: { from: number; edge: Edge }[] = [];
  for (let node = 0; node < nodes.length; node++) {
    const { state, remembered, depth } = nodes[node]!;
    edges[node] = [];
    for (const edge of graph.edges[state]!) {
      const after = memory.after(remembered, edge);
      if (after === 'wrong') return { wrong: depth + 1, failed, nodes, graph };
      if (after === 'failed') {
        failed = true;
        unknown.push({ from: node, edge });
        continue;
      }
      for (const next of after) {
        const same = memory.textOf(next) === memory.textOf(remembered);
        if (edge.idle !== true || !same) edges[node]!.push({ ...edge, to: arrive(edge.to, next, depth + 1) });
      }
    }
  }
  for (const { from, edge } of unknown) edges[from]!.push({ ...edge, to: nodes.length });
  return { wrong: null, failed, nodes, graph: new BruteGraph([...edges, []], initial) };
}

/** What a monitor comes to: XState's own functions, on every step of the product. */
export function watch(
  instance: SystemInstance,
  graph: BruteGraph,
  property: Property,
  conditions: readonly Condition[],
): TemporalAnswer {
  const { machine, input, sees } = property.monitor!;
  const scope = { parameters: instance.parameters, design: instance.design };
  let moved = false;
  const verdict = (snapshot: AnyMachineSnapshot): Remembered<AnyMachineSnapshot> =>
    snapshot.hasTag('violation') ? 'wrong' : [snapshot];
  const eventsOf = (step: Step): readonly AnyEventObject[] => {
    if (sees === null) return happenings(instance, step);
    const seen = sees(step, scope) as AnyEventObject | AnyEventObject[] | null;
    return seen === null ? [] : [seen].flat();
  };
  const after = (before: AnyMachineSnapshot, { step }: Edge): Remembered<AnyMachineSnapshot> => {
    let [snapshot, taken] = [before, false];
    try {
      for (const event of eventsOf(step)) {
        if (snapshot.status !== 'active' || snapshot.hasTag('violation')) break;
        taken ||= (machine.getTransitionData(snapshot as never, event) as unknown[]).length > 0;
        [snapshot] = transition(machine, snapshot as never, event as never) as [AnyMachineSnapshot, unknown];
      }
    } catch {
      return 'failed';
    }
    // An error of an actor that it is told of and does not take.
    if (snapshot.status === 'error') return 'failed';
    moved ||= taken;
    return verdict(snapshot);
  };
  const found = product<AnyMachineSnapshot>(graph, {
    start: () => verdict(initialTransition(machine, input?.(scope as never))[0] as AnyMachineSnapshot),
    after,
    textOf: (snapshot) => textOf(snapshot),
  });
  if (found.wrong !== null) return { verdict: 'violated', prefix: found.wrong, prospects: null };
  const pending = new Set(
    found.nodes.flatMap(({ remembered }, node) => (remembered.hasTag('pending') ? [node] : [])),
  );
  const prefix = found.graph.shortest(pending, pending, found.graph.fair(pending, null, conditions));
  if (prefix !== null) return { verdict: 'violated', prefix, prospects: null };
  // One that was never pending could only have come to a violation.
  const forbids = (node: AnyStateNode): boolean =>
    node.tags.includes('violation') || Object.values(node.states).some(forbids);
  const watched = moved && (pending.size > 0 || forbids(machine.root));
  return { verdict: found.failed ? 'error' : watched ? 'holds' : 'vacuous', prefix: null, prospects: null };
}

/** Everything that happens in a step, in order, as a monitor takes it by default. */
function happenings({ actors, placeOf }: SystemInstance, step: Step): AnyEventObject[] {
  const taken = (actor: string, from: string | null, event: AnyEventObject): AnyEventObject => ({
    ...event,
    type: `${actors[placeOf.get(actor)!]!.name}.${event.type}`,
    actor,
    from,
  });
  const own = (): AnyEventObject => {
    const { kind, actor, from, event } = step;
    if (kind === 'tick') return { type: 'tick', actor: '', from: null };
    if (!isFault(step)) return taken(actor, from, event);
    return taken(actor, from, { type: kind, ...(from === null ? {} : { event }) });
  };
  const sends = step.kind === 'timeout' && step.from !== null;
  return [
    ...(sends ? [] : [own()]),
    ...step.calls.map(({ to, from, event }) => taken(to, from, event)),
    ...step.emitted.map(({ actor, event }) => taken(actor, null, event)),
  ];
}

/**
 * What is awaited within a time: a run is too late where it has come from some state that awaits something by more
 * than so many ticks, and past none in which that had come. Which state it began to wait in is guessed.
 */
export function isLate(
  { time }: SystemInstance,
  graph: BruteGraph,
  { ticks }: Property,
  when: ReadonlySet<number>,
  goal: ReadonlySet<number>,
): TemporalAnswer {
  if (time === null || time === 'untimed') return fail('without ticks there is nothing to count');
  const waits = (state: number): (number | null)[] => [
    null,
    ...(when.has(state) && !goal.has(state) ? [0] : []),
  ];
  const { wrong, nodes } = product<number | null>(graph, {
    start: waits,
    after: (since, { to, step }) => {
      if (since === null) return waits(to);
      const passed = since + (step.kind === 'tick' ? 1 : 0);
      if (passed > (ticks as number)) return 'wrong';
      return goal.has(to) ? [] : [passed];
    },
    textOf: String,
  });
  if (wrong !== null) return { verdict: 'violated', prefix: wrong, prospects: null };
  // Where neither a tick nor what is awaited can come any more, nothing would be late.
  const ticking = graph.nodes.filter((state) => graph.edges[state]!.some(({ step }) => step.kind === 'tick'));
  const goesOn = graph.backwards(new Set([...ticking, ...goal]), new Set(graph.nodes), () => true);
  const standsStill = nodes.some(({ state, remembered }) => remembered !== null && !goesOn.has(state));
  return {
    verdict: when.size > 0 && !standsStill ? 'holds' : 'vacuous',
    prefix: null,
    prospects: null,
  };
}
