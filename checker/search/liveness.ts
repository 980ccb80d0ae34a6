import type { Slices } from './slices.ts';
import type { LivenessKind } from '../property/property.ts';
import type { ConditionSets } from './condition-sets.ts';
import { FairRuns } from './fair-runs.ts';
import type { Lasso } from './lasso.ts';
import { findLasso } from './lasso.ts';
import type { StepGraph } from './step-graph.ts';

/** The answers of a liveness property for each state: 1 where its clause picks it. A kind has those it needs. */
export interface LivenessFlags {
  readonly when: Uint8Array | null;
  readonly holds: Uint8Array | null;
  readonly goal: Uint8Array | null;
}

/** What a run that violates a property looks like: from a seed on it stays inside, and comes to `must` for ever. */
interface Shape {
  readonly inside: Uint8Array;
  /** Null: the initial states. */
  readonly seeds: Uint8Array | null;
  readonly must: Uint8Array | null;
  /** States inside that violate the property by themselves. */
  readonly broken: Uint8Array | null;
}

function shapeOf(kind: LivenessKind, { when, holds, goal }: LivenessFlags): Shape {
  switch (kind) {
    case 'leads-to': {
      const inside = not(goal!);
      return { inside, seeds: and(when!, inside), must: null, broken: null };
    }
    case 'eventually':
      return { inside: not(holds!), seeds: null, must: null, broken: null };
    case 'always-eventually': {
      const inside = not(holds!);
      return { inside, seeds: inside, must: null, broken: null };
    }
    case 'eventually-always': {
      const all = holds!.map(() => 1);
      return { inside: all, seeds: all, must: not(holds!), broken: null };
    }
    case 'until': {
      const inside = not(goal!);
      return { inside, seeds: null, must: null, broken: and(inside, not(holds!)) };
    }
  }
}

/**
 * The fair run that violates a liveness property and has the shortest prefix, or null. Runs are looked for in
 * the part of the graph that a violating run stays in: where `eventually` has not come true, for instance.
 * States of a truncated graph that were not expanded belong to none, so what is found is a run of the system.
 */
export function* findViolatingRun(
  graph: StepGraph,
  kind: LivenessKind,
  flags: LivenessFlags,
  sets: ConditionSets,
): Slices<Lasso | null> {
  const { inside, seeds, must, broken } = shapeOf(kind, flags);
  // A run that is broken goes no further.
  const runs = new FairRuns(graph, broken === null ? inside : and(inside, not(broken)), sets, must);
  for (let state = 0; state < graph.count; state++) {
    if (seeds === null ? state < graph.initialCount : seeds[state] === 1) yield* runs.from(state);
  }
  return yield* findLasso({ graph, sets, runs, inside, seeds, must, broken });
}

/** 1 for each state from which every fair run comes to a state where `goal` is 1. */
export function* certainOf(graph: StepGraph, goal: Uint8Array, sets: ConditionSets): Slices<Uint8Array> {
  const inside = not(goal);
  const runs = new FairRuns(graph, inside, sets, null);
  for (let state = 0; state < graph.count; state++) yield* runs.from(state);
  return goal.map((picked, state) => (picked === 1 || !runs.startsAt(state) ? 1 : 0));
}

function not(flags: Uint8Array): Uint8Array {
  return flags.map((flag) => 1 - flag);
}

function and(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((flag, i) => flag & b[i]!);
}
