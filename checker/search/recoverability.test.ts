import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reachesGoal } from './recoverability.ts';
import { finish } from './slices.ts';
import type { GraphSpec } from './testing/explicit-graph.ts';
import { CLASSES, ExplicitGraph, graphSpecs } from './testing/explicit-graph.ts';

/** By definition: the goals, and again and again what has a followed step to such a state. */
function bruteForce(spec: GraphSpec, goal: ReadonlySet<number>, follows: ReadonlySet<number>): number[] {
  const found = new Set([...spec.steps.keys()].filter((s) => goal.has(s)));
  for (let before = -1; before !== found.size;) {
    before = found.size;
    spec.steps.forEach((steps, s) => {
      if (steps.some(([target, step]) => follows.has(step) && (target < 0 || found.has(target))))
        found.add(s);
    });
  }
  return [...found].sort((a, b) => a - b);
}

describe('the states from which a goal can be reached', () => {
  test('are those of a fixed point, on generated graphs', () => {
    let partly = 0;
    fc.assert(
      fc.property(
        graphSpecs(14),
        fc.array(fc.nat(13), { maxLength: 4 }),
        fc.subarray([0, 1, 2, 3]),
        fc.nat(20),
        (whole, goals, classes, cut) => {
          // Some steps lead to states that the search has not expanded.
          const steps = whole.steps.map((list) => list.map(([t, c]) => [t === cut ? -1 : t, c] as const));
          const spec = { ...whole, steps };
          const follows = Uint8Array.from({ length: CLASSES }, (_, c) => (classes.includes(c) ? 1 : 0));
          const graph = new ExplicitGraph(spec);
          const goal = Uint8Array.from(steps, (_, s) => (goals.includes(s) ? 1 : 0));
          const found = finish(reachesGoal(graph, goal, follows));
          const states = Array.from(found.keys()).filter((s) => found[s] === 1);
          expect(states).toEqual(bruteForce(spec, new Set(goals), new Set(classes)));
          if (states.length > 0 && states.length < steps.length) partly++;
        },
      ),
      { numRuns: 2000 },
    );
    expect(partly).toBeGreaterThan(300);
  });
});
