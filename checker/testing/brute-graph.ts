import type { Step } from '../step/step-table.ts';

/** A step from one node to another. */
export interface Edge {
  readonly to: number;
  readonly step: Step;
  /** For the system it is none: no fairness speaks of it. */
  readonly idle?: boolean;
}

/** A fairness condition: the steps it speaks of. */
export interface Condition {
  readonly strong: boolean;
  readonly has: (step: Step) => boolean;
}

/** A graph by the steps of each node, and what a fair run may do in it by definition. The first nodes are initial. */
export class BruteGraph {
  constructor(
    readonly edges: readonly (readonly Edge[])[],
    readonly initial: number,
  ) {}

  get nodes(): number[] {
    return [...this.edges.keys()];
  }

  /** The states where a fair run may stay among `inside` for ever, coming to `must` again and again. */
  fair(inside: Set<number>, must: Set<number> | null, conditions: readonly Condition[]): Set<number> {
    const speaks = ({ idle, step }: Edge, { has }: Condition): boolean => idle !== true && has(step);
    const enabled = new Map(
      [...inside].map((s) => [
        s,
        new Set(conditions.filter((c) => this.edges[s]!.some((edge) => speaks(edge, c)))),
      ]),
    );
    const enables = (s: number, condition: Condition): boolean => enabled.get(s)!.has(condition);
    const ends = [...inside].filter((s) => (must?.has(s) ?? true) && enabled.get(s)!.size === 0);
    const cycles = (among: Set<number>): number[] =>
      this.mutual(among).flatMap((states) => {
        const here = new Set(states);
        const taken = states.flatMap((s) => this.edges[s]!.filter(({ to }) => here.has(to)));
        if (taken.length === 0 || (must !== null && !states.some((s) => must.has(s)))) return [];
        const untaken = conditions.filter((c) => !taken.some((edge) => speaks(edge, c)));
        if (untaken.some((c) => !c.strong && states.every((s) => enables(s, c)))) return [];
        const left = states.filter((s) => !untaken.some((c) => c.strong && enables(s, c)));
        return left.length === states.length ? states : cycles(new Set(left));
      });
    return new Set([...ends, ...cycles(inside)]);
  }

  /** The classes of states that reach each other without leaving a set. */
  private mutual(among: Set<number>): number[][] {
    const ahead = new Map([...among].map((s) => [s, this.reach([s], among)]));
    const left = new Set(among);
    return [...among].flatMap((s) => {
      if (!left.has(s)) return [];
      const together = [...left].filter((t) => ahead.get(s)!.has(t) && ahead.get(t)!.has(s));
      together.forEach((t) => left.delete(t));
      return [together];
    });
  }

  private reach(from: readonly number[], among: ReadonlySet<number>): Set<number> {
    const seen = new Set(from.filter((s) => among.has(s)));
    for (const s of seen) for (const { to } of this.edges[s]!) if (among.has(to)) seen.add(to);
    return seen;
  }

  /** The states among a set from which a run of steps that count comes to `goal`. */
  backwards(goal: Set<number>, among: Set<number>, follows: (step: Step) => boolean): Set<number> {
    const found = new Set(goal);
    for (let size = -1; size !== found.size;) {
      size = found.size;
      for (const s of among)
        if (this.edges[s]!.some(({ to, step }) => found.has(to) && follows(step))) found.add(s);
    }
    return found;
  }

  /** The shortest run that comes to `from` (null: at its start only), stays `inside` from there, and comes to `goal`. */
  shortest(from: Set<number> | null, inside: Set<number>, goal: Set<number>): number | null {
    let first = new Set(this.nodes.slice(0, this.initial));
    let second = new Set([...first].filter((s) => (from?.has(s) ?? true) && inside.has(s)));
    for (let steps = 0; steps <= 2 * this.edges.length; steps++) {
      if ([...second].some((s) => goal.has(s))) return steps;
      const next = (set: Set<number>) => [...set].flatMap((s) => this.edges[s]!.map(({ to }) => to));
      first = new Set(next(first));
      const begun = [...first].filter((s) => from?.has(s) ?? false);
      second = new Set([...next(second), ...begun].filter((s) => inside.has(s)));
    }
    return null;
  }
}
