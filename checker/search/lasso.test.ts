import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FairRuns } from './fair-runs.ts';
import type { Lasso } from './lasso.ts';
import { findLasso } from './lasso.ts';
import type { BruteQuery } from './testing/brute-force-lasso.ts';
import { fairStates, shortestPrefix } from './testing/brute-force-lasso.ts';
import { finish } from './slices.ts';
import type { GraphSpec } from './testing/explicit-graph.ts';
import { ExplicitGraph, graphSpecs, setsOf } from './testing/explicit-graph.ts';

const SIZE = 7;

function flags(set: ReadonlySet<number>, count: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, s) => (set.has(s) ? 1 : 0));
}

function search(
  spec: GraphSpec,
  query: BruteQuery,
  exactLimit: number,
): { lasso: Lasso | null; runs: FairRuns } {
  const graph = new ExplicitGraph(spec);
  const sets = setsOf(spec);
  const inside = flags(query.inside, graph.count);
  const must = query.must === null ? null : flags(query.must, graph.count);
  const seeds = query.seeds === null ? null : flags(query.seeds, graph.count);
  const runs = new FairRuns(graph, inside, sets, must);
  for (let s = 0; s < graph.count; s++) {
    if (seeds === null ? s < spec.initial : seeds[s] === 1) finish(runs.from(s));
  }
  return { lasso: finish(findLasso({ graph, sets, runs, inside, seeds, must, exactLimit })), runs };
}

const subset = fc.subarray(Array.from({ length: SIZE }, (_, s) => s)).map((list) => new Set(list));
const everything = new Set(Array.from({ length: SIZE }, (_, s) => s));
const queries: fc.Arbitrary<BruteQuery> = fc.record({
  inside: fc.oneof({ weight: 2, arbitrary: subset }, { weight: 3, arbitrary: fc.constant(everything) }),
  seeds: fc.oneof(fc.constant(null), subset, fc.constant(everything)),
  must: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, subset),
});

/** Whether a lasso is what it says: a run of the graph, closed, inside where it must be, and fair. */
function check(spec: GraphSpec, query: BruteQuery, lasso: Lasso): void {
  const follow = (from: number, steps: Lasso['cycle']) => {
    const states = [from];
    const classes: number[] = [];
    for (const { state, ordinal } of steps) {
      expect(state).toBe(states.at(-1));
      const [target, step] = spec.steps[state]![ordinal]!;
      states.push(target);
      classes.push(step);
    }
    return { states, classes };
  };
  expect(lasso.start).toBeLessThan(spec.initial);
  const prefix = follow(lasso.start, lasso.prefix);
  expect(prefix.states.at(-1)).toBe(lasso.entry);
  const cycle = follow(lasso.entry, lasso.cycle);
  expect(cycle.states.at(-1)).toBe(lasso.entry);
  const second =
    query.seeds === null
      ? 0
      : prefix.states.findIndex(
          (s, i) => query.seeds!.has(s) && prefix.states.slice(i).every((later) => query.inside.has(later)),
        );
  expect(second).toBeGreaterThanOrEqual(0);
  expect([...prefix.states.slice(second), ...cycle.states].every((s) => query.inside.has(s))).toBe(true);
  if (query.must !== null) expect(cycle.states.some((s) => query.must!.has(s))).toBe(true);
  const enables = (state: number, c: number) => spec.steps[state]!.some(([, step]) => step === c);
  for (const c of spec.weak)
    expect(cycle.classes.includes(c) || cycle.states.some((s) => !enables(s, c))).toBe(true);
  for (const c of spec.strong)
    expect(cycle.classes.includes(c) || cycle.states.every((s) => !enables(s, c))).toBe(true);
}

describe('fair runs and lassos of generated graphs', () => {
  test('equal those found by trying every set of states, with a prefix of the shortest length', () => {
    const seen = { none: 0, end: 0, cycle: 0, strong: 0 };
    fc.assert(
      fc.property(graphSpecs(SIZE), queries, fc.constantFrom(0, 2 ** 20), (spec, query, limit) => {
        const { lasso, runs } = search(spec, query, limit);
        const expected = shortestPrefix(spec, query);
        expect(lasso?.prefix.length ?? null).toBe(expected);
        const fair = fairStates(spec, query);
        spec.steps.forEach((_, s) => {
          if (runs.kind[s] !== 0) expect(fair.has(s)).toBe(true);
        });
        if (lasso === null) seen.none++;
        else {
          check(spec, query, lasso);
          seen[lasso.cycle.length === 0 ? 'end' : 'cycle']++;
          if (spec.strong.length > 0 && lasso.cycle.length > 0) seen.strong++;
        }
      }),
      { numRuns: 3000 },
    );
    expect(Math.min(seen.none, seen.end, seen.cycle, seen.strong)).toBeGreaterThan(200);
  });

  test('start at every state that leads to one where a fair run may stay, whichever is asked first', () => {
    let some = 0;
    fc.assert(
      fc.property(graphSpecs(SIZE), subset, fc.nat(SIZE - 1), (spec, set, first) => {
        const graph = new ExplicitGraph(spec);
        const runs = new FairRuns(graph, flags(set, graph.count), setsOf(spec), null);
        const order = Array.from({ length: graph.count }, (_, s) => (s + first) % graph.count);
        for (const s of order) finish(runs.from(s));
        const ahead = fairStates(spec, { inside: set, must: null, seeds: null });
        for (let size = -1; size !== ahead.size;) {
          size = ahead.size;
          for (const s of order) if (set.has(s) && spec.steps[s]!.some(([to]) => ahead.has(to))) ahead.add(s);
        }
        const sorted = (list: Iterable<number>) => [...list].sort((a, b) => a - b);
        expect(sorted(order.filter((s) => runs.startsAt(s)))).toEqual(sorted(ahead));
        if (ahead.size > 0 && ahead.size < set.size) some++;
      }),
      { numRuns: 10_000 },
    );
    expect(some).toBeGreaterThan(200);
  });
});
