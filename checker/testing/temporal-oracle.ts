import type { StepPattern } from '../property/fairness.ts';
import type { Property, StatePredicate } from '../property/property.ts';
import type { Step } from '../step/step-table.ts';
import type { SystemInstance } from '../system/instance.ts';
import { isFault } from './offers.ts';
import { Oracle, alwaysMoves } from './oracle.ts';
import type { World } from './world.ts';
import { fail, observe, textOf } from './world.ts';

interface Edge {
  readonly to: number;
  readonly step: Step;
}
type Condition = { readonly strong: boolean; readonly has: (step: Step) => boolean };

/** What a temporal property comes to: whether it is violated, after how long a prefix, and how many states stand how. */
export interface TemporalAnswer {
  readonly verdict: 'holds' | 'violated' | 'vacuous' | 'error';
  /** The shortest run to where a fair run may stay, end or be wrong for ever; to the trap for always-possible. */
  readonly prefix: number | null;
  readonly prospects: readonly [certain: number, possible: number, impossible: number] | null;
}

/**
 * Temporal properties by brute force, from the graph that the {@link Oracle} steps through: mutual reachability
 * instead of components, sets instead of flags. Whole graphs only.
 */
export class TemporalOracle {
  /** A step failed or met a full channel: the graph is not whole. */
  whole = true;
  readonly worlds: World[] = [];
  private readonly edges: Edge[][] = [];
  private readonly instance: SystemInstance;
  private readonly oracle: Oracle;
  private initial = 0;

  /** @throws RangeError beyond `limit` states */
  constructor(instance: SystemInstance, limit: number) {
    this.instance = instance;
    const oracle = (this.oracle = new Oracle(instance));
    const numbers = new Map<string, number>();
    const arrive = (key: string, world: World): number => {
      if (!numbers.has(key)) numbers.set(key, this.worlds.push(world) - 1);
      if (numbers.size > limit) throw new RangeError(`more than ${limit} states`);
      return numbers.get(key)!;
    };
    for (const start of oracle.starts()) {
      if (typeof start === 'string') this.whole &&= start === 'blocked';
      else arrive(start.key, start.world);
    }
    this.initial = this.worlds.length;
    for (let state = 0; state < this.worlds.length; state++) {
      const edges: Edge[] = (this.edges[state] = []);
      for (const taken of oracle.steps(this.worlds[state]!)) {
        if (typeof taken === 'string') this.whole &&= taken === 'blocked';
        else {
          const to = arrive(taken.key, taken.world);
          // What changes nothing is no step; a delivery or a timeout always is one.
          if (to !== state || alwaysMoves(taken.step)) edges.push({ to, step: taken.step });
        }
      }
    }
  }

  check(property: Property): TemporalAnswer {
    try {
      return this.judge(property);
    } catch {
      return { verdict: 'error', prefix: null, prospects: null };
    }
  }

  private judge(property: Property): TemporalAnswer {
    const scope = { parameters: this.instance.parameters, design: this.instance.design };
    const ask = (p: StatePredicate | null): Set<number> =>
      new Set(
        this.states.filter((s) => p?.(observe(this.instance, property.observes, this.worlds[s]!), scope)),
      );
    const [when, holds, goal] = [ask(property.state), ask(property.holds), ask(property.goal)];
    const all = new Set(this.states);
    const but = (set: ReadonlySet<number>) => new Set(this.states.filter((s) => !set.has(s)));
    const conditions = this.conditions(property);
    if (property.kind === 'always-possible') {
      // Nobody counts on a fault, unless the property does.
      const { using } = property;
      const follows = (step: Step) => (using === null ? !isFault(step) : picks(this.instance, using, step));
      const possible = this.backwards(holds, all, follows);
      const doomed = this.backwards(this.fair(but(holds), null, conditions), but(holds), () => true);
      const certain = [...possible].filter((s) => holds.has(s) || !doomed.has(s)).length;
      const impossible = but(possible);
      const prefix = this.shortest(all, all, impossible);
      return {
        verdict: prefix === null ? 'holds' : 'violated',
        prefix,
        prospects: [certain, possible.size - certain, impossible.size],
      };
    }
    const inside = property.kind === 'eventually-always' ? all : but(property.goal === null ? holds : goal);
    const from = {
      'leads-to': when,
      eventually: null,
      until: null,
      'always-eventually': all,
      'eventually-always': all,
    }[property.kind as 'leads-to'];
    const must = property.kind === 'eventually-always' ? but(holds) : null;
    const broken = new Set(
      property.kind === 'until' ? this.states.filter((s) => !holds.has(s) && !goal.has(s)) : [],
    );
    const calm = new Set([...inside].filter((s) => !broken.has(s)));
    const prefix = this.shortest(from, inside, new Set([...this.fair(calm, must, conditions), ...broken]));
    if (prefix !== null) return { verdict: 'violated', prefix, prospects: null };
    const ever = conditions.some(({ has }) => this.edges.some((list) => list.some(({ step }) => has(step))));
    const speaks = property.kind !== 'leads-to' || when.size > 0;
    return { verdict: speaks && ever ? 'holds' : 'vacuous', prefix, prospects: null };
  }

  private get states(): number[] {
    return [...this.edges.keys()];
  }

  /** The fairness conditions of a property: named sets, and for all other steps one for each of the default kinds. */
  private conditions({ fairness }: Property): Condition[] {
    const sets = (named: Readonly<Record<string, StepPattern>> = {}) =>
      Object.values(named).map((pattern) => (step: Step) => picks(this.instance, pattern, step));
    const [weak, strong, none] = [sets(fairness?.weak), sets(fairness?.strong), sets(fairness?.none)];
    const left = (step: Step) => ![...weak, ...strong, ...none].some((has) => has(step));
    const kinds = new Set(
      this.edges.flat().flatMap(({ step }) => (left(step) ? this.kindOf(step) : null) ?? []),
    );
    const zeno = fairness?.zeno === true;
    const defaults = [...kinds].map((kind) => {
      const has = (step: Step) => left(step) && this.kindOf(step) === kind;
      return { strong: kind === 'tick' && !zeno, has };
    });
    return [
      ...weak.map((has) => ({ strong: false, has })),
      ...(fairness?.defaults === false ? [] : defaults),
      ...strong.map((has) => ({ strong: true, has })),
    ];
  }

  /** The default condition a step belongs to; null where nothing is assumed of it. */
  private kindOf(step: Step): string | null {
    const { kind, actor, from, event } = step as Omit<Step, 'kind'> & { kind: string };
    if (isFault(step)) return null;
    if (kind === 'tick') return 'tick';
    const place = this.instance.placeOf.get(actor)!;
    const { environment, outcomes } = this.instance.actors[place]!;
    if (kind === 'timeout') return `${actor} timer ${this.oracle.timers.get(step)} ${event.type}`;
    if (kind === 'stimulus') {
      if (environment) return null;
      if (outcomes === null) return `${actor} ${event.type}`;
      return event.type === 'send'
        ? `${actor} sends ${(event['event'] as { type: string }).type}`
        : `${actor} ends`;
    }
    const { order } = this.instance.delivery(this.instance.placeOf.get(from!)!, place);
    return `${from} > ${actor}${order === 'unordered' ? ` ${textOf(event)}` : ''}`;
  }

  /** The states where a fair run may stay among `inside` for ever, coming to `must` again and again. */
  private fair(inside: Set<number>, must: Set<number> | null, conditions: readonly Condition[]): Set<number> {
    const enables = (s: number, { has }: Condition) => this.edges[s]!.some(({ step }) => has(step));
    const ends = [...inside].filter((s) => (must?.has(s) ?? true) && !conditions.some((c) => enables(s, c)));
    const cycles = (among: Set<number>): number[] =>
      this.mutual(among).flatMap((states) => {
        const taken = states.flatMap((s) => this.edges[s]!.filter(({ to }) => states.includes(to)));
        if (taken.length === 0 || (must !== null && !states.some((s) => must.has(s)))) return [];
        const untaken = conditions.filter(({ has }) => !taken.some(({ step }) => has(step)));
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

  private backwards(goal: Set<number>, among: Set<number>, follows: (step: Step) => boolean): Set<number> {
    const found = new Set(goal);
    for (let size = -1; size !== found.size;) {
      size = found.size;
      for (const s of among)
        if (this.edges[s]!.some(({ to, step }) => found.has(to) && follows(step))) found.add(s);
    }
    return found;
  }

  /** The shortest run that comes to `from` (null: at its start only), stays `inside` from there, and comes to `goal`. */
  private shortest(from: Set<number> | null, inside: Set<number>, goal: Set<number>): number | null {
    let first = new Set(this.states.slice(0, this.initial));
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

function picks(instance: SystemInstance, pattern: StepPattern, step: Step): boolean {
  if (typeof pattern === 'function') return fail('generated sets of steps are patterns');
  const { kind = step.kind, actor = step.actor, event = step.event.type } = pattern;
  const name = instance.actors[instance.placeOf.get(step.actor) ?? -1]?.name;
  return kind === step.kind && (actor === step.actor || actor === name) && event === step.event.type;
}
