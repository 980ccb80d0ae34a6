import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { IntList } from '../step/int-list.ts';
import { NO_CLASS } from './condition-sets.ts';
import type { LabelledGraph } from './labelled-graph.ts';
import type { Lasso } from './lasso.ts';
import { findViolatingRun } from './liveness.ts';
import type { Memory } from './memory.ts';
import { WRONG } from './memory.ts';
import { ProductGraph } from './product-graph.ts';
import { finish } from './slices.ts';
import { OUTSIDE } from './step-graph.ts';
import { fairStates, shortestPrefix } from './testing/brute-force-lasso.ts';
import type { GraphSpec } from './testing/explicit-graph.ts';
import { ExplicitGraph, graphSpecs, setsOf } from './testing/explicit-graph.ts';

const STATES = 4;
const MEMORIES = 2;
const LABELS = 3;

/** A graph whose steps have labels, by state and place, and what is remembered of them, by memory and label. */
interface Case {
  readonly graph: GraphSpec;
  readonly labels: readonly (readonly number[])[];
  readonly start: readonly number[];
  readonly table: readonly (readonly number[])[];
  readonly pending: readonly boolean[];
}

class Labelled extends ExplicitGraph implements LabelledGraph {
  readonly labels = new IntList();
  private readonly all: Case['labels'];

  constructor({ graph, labels }: Case) {
    super(graph);
    this.all = labels;
  }

  override expand(state: number): void {
    super.expand(state);
    this.labels.length = 0;
    for (const label of this.all[state]!.slice(0, this.targets.length)) this.labels.push(label);
  }
}

const lists = <T>(one: fc.Arbitrary<T>, length: number): fc.Arbitrary<T[]> =>
  fc.array(one, { minLength: length, maxLength: length });

const cases: fc.Arbitrary<Case> = fc
  .record({
    graph: graphSpecs(STATES),
    cut: fc.nat(8),
    loops: lists(fc.boolean(), STATES),
    labels: lists(lists(fc.nat(LABELS - 1), 4), STATES),
    start: lists(fc.nat(MEMORIES - 1), STATES),
    table: lists(
      lists(fc.oneof({ weight: 12, arbitrary: fc.nat(MEMORIES - 1) }, fc.constant(WRONG)), LABELS),
      MEMORIES,
    ),
    pending: lists(fc.boolean(), MEMORIES),
  })
  .map(({ graph, cut, loops, ...rest }) => ({
    graph: {
      ...graph,
      // Some steps lead out of the part that was searched; some states have a step that changes nothing.
      steps: graph.steps.map((steps, s) => [
        ...steps.map(([target, step]) => [target === cut ? OUTSIDE : target, step] as const),
        ...(loops[s] === true ? [[s, NO_CLASS] as const] : []),
      ]),
    },
    ...rest,
  }));

/** The product by definition: every pair is a node, the initial ones first, and one node is all that is outside. */
function naive({ graph, labels, start, table, pending }: Case) {
  const pairs = graph.steps.flatMap((_, s) => table.map((__, m) => ({ s, m })));
  const isFirst = ({ s, m }: { s: number; m: number }): boolean => s < graph.initial && start[s] === m;
  const nodes = [...pairs.filter(isFirst), ...pairs.filter((pair) => !isFirst(pair))];
  const of = (s: number, m: number): number =>
    s === OUTSIDE ? nodes.length : nodes.findIndex((node) => node.s === s && node.m === m);
  const wrong = new Set<number>();
  const steps = nodes.map(({ s, m }, node) =>
    graph.steps[s]!.flatMap(([target, step], i) => {
      const next = table[m]![labels[s]![i]!]!;
      if (next === WRONG) wrong.add(node);
      if (next === WRONG || (step === NO_CLASS && next === m)) return [];
      return [[of(target, next), step] as const];
    }),
  );
  const spec: GraphSpec = { ...graph, steps: [...steps, []] };
  const inside = new Set(nodes.flatMap(({ m }, node) => (pending[m] === true ? [node] : [])));
  return { spec, wrong, query: { inside, seeds: inside, must: null } };
}

/** The fewest steps to a node of a set, or null. */
function distance(spec: GraphSpec, to: ReadonlySet<number>): number | null {
  let level = new Set(Array.from({ length: spec.initial }, (_, node) => node));
  for (let length = 0; length <= spec.steps.length; length++) {
    if ([...level].some((node) => to.has(node))) return length;
    level = new Set([...level].flatMap((node) => spec.steps[node]!.map(([target]) => target)));
  }
  return null;
}

/** The states and memories along a run, and the classes of its steps; the last step may be wrong. */
function follow({ graph, labels, start, table }: Case, { start: first, prefix, cycle }: Lasso) {
  const states = [first];
  const memories = [start[first]!];
  const classes: number[] = [];
  for (const { state, ordinal } of [...prefix, ...cycle]) {
    expect(state).toBe(states.at(-1));
    const [target, step] = graph.steps[state]![ordinal]!;
    states.push(target);
    classes.push(step);
    memories.push(table[memories.at(-1)!]![labels[state]![ordinal]!]!);
  }
  return { states, memories, classes };
}

function memoryOf({ start, table }: Case): Memory {
  return { start: (state) => start[state]!, after: (memory, label) => table[memory]![label]! };
}

describe('the product of a generated graph and what is remembered', () => {
  test('has the shortest run to what is wrong, and the fair runs that stay pending, of every pair tried', () => {
    const seen = { wrong: 0, outside: 0, none: 0, end: 0, cycle: 0, loops: 0 };
    const run = (given: Case): void => {
      const { spec, wrong, query } = naive(given);
      const product = new ProductGraph(new Labelled(given), memoryOf(given));
      const found = finish(product.explore(Infinity));
      const expected = distance(spec, wrong);
      if (found.wrong !== null) {
        const { states, memories, classes } = follow(given, found.wrong);
        expect(memories.indexOf(WRONG)).toBe(memories.length - 1);
        expect(found.wrong.prefix.length).toBe(expected === null ? null : expected + 1);
        seen.wrong++;
        if (states.at(-1) === OUTSIDE) seen.outside++;
        if (classes.includes(NO_CLASS)) seen.loops++;
        return;
      }
      expect(expected).toBeNull();
      expect(found.whole).toBe(true);
      const holds = Uint8Array.from({ length: product.count }, (_, node) =>
        given.pending[product.memoryOf(node)] === true ? 0 : 1,
      );
      const flags = { when: null, holds, goal: null };
      const sets = setsOf(given.graph);
      const lasso = finish(findViolatingRun(product, 'always-eventually', flags, sets));
      expect(lasso?.prefix.length ?? null).toBe(shortestPrefix(spec, query));
      if (lasso === null) {
        seen.none++;
        return;
      }
      const { kind, prefix, ...rest } = product.project(lasso);
      seen[kind === 'cycle' ? 'cycle' : 'end']++;
      const { states, memories, classes } = follow(given, { kind, prefix, ...rest });
      const at = prefix.length;
      expect([states[at], memories[at]]).toEqual([states.at(-1), memories.at(-1)]);
      expect(memories.slice(at).every((memory) => given.pending[memory])).toBe(true);
      const taken = classes.slice(at);
      const { weak, strong } = given.graph;
      const enables = (state: number, c: number): boolean =>
        given.graph.steps[state]!.some(([, step]) => step === c);
      const round = states.slice(at);
      for (const c of weak) expect(taken.includes(c) || round.some((s) => !enables(s, c))).toBe(true);
      for (const c of strong) expect(taken.includes(c) || round.every((s) => !enables(s, c))).toBe(true);
      expect(fairStates(spec, query).size).toBeGreaterThan(0);
      if (classes.includes(NO_CLASS)) seen.loops++;
    };
    fc.assert(fc.property(cases, run), { numRuns: 4000 });
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(50);
  });

  test('is cut at a limit: what is found in the rest is a run all the same', () => {
    const steps = [[[1, 0]], [[2, 0]], [[2, 1]]] as const;
    const given: Case = {
      graph: { steps, initial: 1, weak: [], strong: [] },
      labels: [[0], [0], [0]],
      start: [0],
      table: [[0], [0]],
      pending: [true, true],
    };
    const product = new ProductGraph(new Labelled(given), memoryOf(given));
    expect(finish(product.explore(2))).toEqual({ wrong: null, whole: false });
    expect([product.count, product.initialCount]).toEqual([2, 1]);
    product.expand(1);
    expect(product.targets.data[0]).toBe(OUTSIDE);
    const holds = new Uint8Array(2);
    const flags = { when: null, holds, goal: null };
    const lasso = finish(findViolatingRun(product, 'always-eventually', flags, setsOf(given.graph)));
    expect(lasso).toMatchObject({ kind: 'end', prefix: [] });
  });

  test('is cut among its initial nodes', () => {
    const given: Case = {
      graph: { steps: [[], []], initial: 2, weak: [], strong: [] },
      labels: [[], []],
      start: [0, 1],
      table: [[], []],
      pending: [true, true],
    };
    const product = new ProductGraph(new Labelled(given), memoryOf(given));
    expect(finish(product.explore(1)).whole).toBe(false);
    expect([product.count, product.initialCount]).toEqual([1, 1]);
  });
});
