import type { GraphSpec } from './explicit-graph.ts';

/** What a lasso query asks, by sets of states. */
export interface BruteQuery {
  readonly inside: ReadonlySet<number>;
  /** Null: only the initial states. */
  readonly seeds: ReadonlySet<number> | null;
  readonly must: ReadonlySet<number> | null;
}

/**
 * The states where a fair run may stay inside for ever, by definition: a run that goes on for ever comes to some
 * set of states again and again. Each set of states is tried, with all the steps inside it: taking more of
 * them is never less fair.
 */
export function fairStates(spec: GraphSpec, { inside, must }: BruteQuery): Set<number> {
  const result = new Set<number>();
  const enables = (state: number, c: number) => spec.steps[state]!.some(([, step]) => step === c);
  for (const state of spec.steps.keys()) {
    if (!inside.has(state)) continue;
    const stuck = ![...spec.weak, ...spec.strong].some((c) => enables(state, c));
    if (stuck && (must === null || must.has(state))) result.add(state);
  }
  for (let bits = 1; bits < 2 ** spec.steps.length; bits++) {
    const states = spec.steps.flatMap((_, s) => ((bits >> s) & 1 ? [s] : []));
    const among = new Set(states);
    if (!states.every((s) => inside.has(s))) continue;
    if (must !== null && !states.some((s) => must.has(s))) continue;
    const steps = states.flatMap((s) => spec.steps[s]!.filter(([target]) => among.has(target)));
    if (steps.length === 0 || !states.every((s) => reach(spec, s, among).size === among.size)) continue;
    const takes = (c: number) => steps.some(([, step]) => step === c);
    const weak = spec.weak.every((c) => takes(c) || states.some((s) => !enables(s, c)));
    const strong = spec.strong.every((c) => takes(c) || states.every((s) => !enables(s, c)));
    if (weak && strong) states.forEach((s) => result.add(s));
  }
  return result;
}

/** The states that can be reached inside a set by at least one step. */
function reach(spec: GraphSpec, from: number, among: ReadonlySet<number>): Set<number> {
  const seen = new Set<number>();
  const queue = [from];
  for (const state of queue) {
    for (const [target] of spec.steps[state]!) {
      if (!among.has(target) || seen.has(target)) continue;
      seen.add(target);
      queue.push(target);
    }
  }
  return seen;
}

/** The length of the shortest prefix to a fair state, or null. */
export function shortestPrefix(spec: GraphSpec, query: BruteQuery): number | null {
  const fair = fairStates(spec, query);
  // Runs by length, as pairs of a state and whether the second part has begun.
  let level = new Set<string>();
  const seen = new Set<string>();
  const add = (to: Set<string>, state: number, second: boolean): void => {
    const starts = query.seeds === null ? false : query.seeds.has(state);
    if (!second) to.add(`${state} 1`);
    if ((second || starts) && query.inside.has(state)) to.add(`${state} 2`);
  };
  for (let s = 0; s < spec.initial; s++) {
    add(level, s, false);
    if (query.seeds === null && query.inside.has(s)) level.add(`${s} 2`);
  }
  for (let length = 0; level.size > 0; length++) {
    const next = new Set<string>();
    for (const node of level) {
      const [state, part] = node.split(' ').map(Number) as [number, number];
      if (part === 2 && fair.has(state)) return length;
      seen.add(node);
      for (const [target] of spec.steps[state]!) add(next, target, part === 2);
    }
    level = new Set([...next].filter((node) => !seen.has(node)));
  }
  return null;
}
