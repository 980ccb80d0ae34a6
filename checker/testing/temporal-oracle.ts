import type { StepPattern } from '../property/fairness.ts';
import type { Property, StatePredicate } from '../property/property.ts';
import type { Step } from '../step/step-table.ts';
import type { SystemInstance } from '../system/instance.ts';
import type { Condition, Edge } from './brute-graph.ts';
import { BruteGraph } from './brute-graph.ts';
import { isLate, watch } from './memory-oracle.ts';
import { isFault } from './offers.ts';
import { Oracle, alwaysMoves } from './oracle.ts';
import type { World } from './world.ts';
import { fail, observe, textOf } from './world.ts';

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
  private readonly graph: BruteGraph;
  /** With the steps that change nothing: a property with memory may take note of them. */
  private readonly all: BruteGraph;
  private readonly instance: SystemInstance;
  private readonly oracle: Oracle;

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
    const initial = this.worlds.length;
    const all: Edge[][] = [];
    for (let state = 0; state < this.worlds.length; state++) {
      const edges: Edge[] = (all[state] = []);
      for (const taken of oracle.steps(this.worlds[state]!)) {
        if (typeof taken === 'string') this.whole &&= taken === 'blocked';
        else {
          const to = arrive(taken.key, taken.world);
          const { step } = taken;
          // What changes nothing is no step; a delivery or a timeout always is one.
          if (to !== state || alwaysMoves(step)) edges.push({ to, step });
          else if (step.handled || step.kind === 'tick') edges.push({ to, step, idle: true });
        }
      }
    }
    this.all = new BruteGraph(all, initial);
    const moves = all.map((edges) => edges.filter(({ idle }) => idle !== true));
    this.graph = new BruteGraph(moves, initial);
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
    const { graph } = this;
    const [when, holds, goal] = [ask(property.state), ask(property.holds), ask(property.goal)];
    const all = new Set(this.states);
    const but = (set: ReadonlySet<number>) => new Set(this.states.filter((s) => !set.has(s)));
    const conditions = this.conditions(property);
    if (property.kind === 'monitor') return watch(this.instance, this.all, property, conditions);
    if (property.kind === 'within') return isLate(this.instance, this.all, property, when, goal);
    if (property.kind === 'always-possible') {
      // Nobody counts on a fault, unless the property does.
      const { using } = property;
      const follows = (step: Step) => (using === null ? !isFault(step) : picks(this.instance, using, step));
      const possible = graph.backwards(holds, all, follows);
      const doomed = graph.backwards(graph.fair(but(holds), null, conditions), but(holds), () => true);
      const certain = [...possible].filter((s) => holds.has(s) || !doomed.has(s)).length;
      const impossible = but(possible);
      const prefix = graph.shortest(all, all, impossible);
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
    const prefix = graph.shortest(from, inside, new Set([...graph.fair(calm, must, conditions), ...broken]));
    if (prefix !== null) return { verdict: 'violated', prefix, prospects: null };
    const ever = conditions.some(({ has }) => graph.edges.some((list) => list.some(({ step }) => has(step))));
    const speaks = property.kind !== 'leads-to' || when.size > 0;
    return { verdict: speaks && ever ? 'holds' : 'vacuous', prefix, prospects: null };
  }

  private get states(): number[] {
    return this.graph.nodes;
  }

  /** The fairness conditions of a property: named sets, and for all other steps one for each of the default kinds. */
  private conditions({ fairness }: Property): Condition[] {
    const sets = (named: Readonly<Record<string, StepPattern>> = {}) =>
      Object.values(named)
        .flatMap((pattern) => this.split(pattern))
        .map((pattern) => (step: Step) => picks(this.instance, pattern, step));
    const [weak, strong, none] = [sets(fairness?.weak), sets(fairness?.strong), sets(fairness?.none)];
    const left = (step: Step) => ![...weak, ...strong, ...none].some((has) => has(step));
    const kinds = new Set(
      this.graph.edges.flat().flatMap(({ step }) => (left(step) ? this.kindOf(step) : null) ?? []),
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

  /** A set of steps of a group of replicas is one for each of them. */
  private split(pattern: StepPattern): StepPattern[] {
    if (typeof pattern === 'function' || pattern.actor === undefined) return [pattern];
    const { actors, names, placeOf } = this.instance;
    const group = placeOf.has(pattern.actor) ? undefined : names.get(pattern.actor);
    if (group?.replicas !== true) return [pattern];
    return group.places.map((place) => ({ ...pattern, actor: actors[place]!.id }));
  }

  /** The default condition a step belongs to; null where nothing is assumed of it. */
  private kindOf(step: Step): string | null {
    const { kind, actor, from, event } = step as Omit<Step, 'kind'> & { kind: string };
    if (isFault(step)) return null;
    if (kind === 'tick') return 'tick';
    const place = this.instance.placeOf.get(actor)!;
    const { environment, outcomes } = this.instance.actors[place]!;
    if (kind === 'timeout') {
      const { id, to } = this.oracle.timers.get(step)!;
      return `${actor} timer ${id} for place ${to} ${textOf(event)}`;
    }
    if (kind === 'stimulus') {
      if (environment) return null;
      return outcomes === null ? `${actor} ${event.type}` : `${actor} goes on`;
    }
    const { order } = this.instance.delivery(this.instance.placeOf.get(from!)!, place);
    return `${from} > ${actor}${order === 'unordered' ? ` ${textOf(event)}` : ''}`;
  }
}

function picks(instance: SystemInstance, pattern: StepPattern, step: Step): boolean {
  if (typeof pattern === 'function') return fail('generated sets of steps are patterns');
  const { kind = step.kind, actor = step.actor, event = step.event.type } = pattern;
  const name = instance.actors[instance.placeOf.get(step.actor) ?? -1]?.name;
  return kind === step.kind && (actor === step.actor || actor === name) && event === step.event.type;
}
