import type { Property } from '../property/property.ts';
import { encode } from '../step/canonical.ts';
import type { StepChoice } from '../step/integer-space.ts';
import type { PlainState, PlainStep } from '../step/plain-space.ts';
import { PlainSpace } from '../step/plain-space.ts';
import type { AnySystem } from '../system/define-system.ts';
import type { InstanceChoice, SystemInstance } from '../system/instance.ts';
import { instantiate as build } from '../system/instance.ts';
import type { Replayed } from '../trace/replay.ts';
import type { Schedule } from './schedules.ts';

/** A run that a schedule picked. */
export interface ScheduleRun extends Replayed {
  /** Whether it stands in a state without a step, so that no schedule leads any further. */
  readonly ended: boolean;
}

/** A state met on some walk, with what is known of its steps so far. */
export interface Node {
  readonly state: PlainState;
  readonly key: string;
  readonly offers: readonly StepChoice[];
  /** By place in `offers`; filled when first asked for. */
  readonly taken: (readonly Move[] | undefined)[];
  /** Whether the state shows a property, for those asked so far. */
  readonly shown: Map<Property, boolean>;
}

/** What became of an offer: a step to another state, or a self-loop that a transition handled. */
export interface Move {
  readonly step: PlainStep;
  readonly changes: boolean;
  /** Whether the step shows a property, for those asked so far. */
  readonly shown: Map<Property, boolean>;
}

/** States that are remembered before all are forgotten again. */
const MEMORY = 20_000;

/**
 * Walks on a system's plain states, through XState. Steps are remembered by the exact key of their state, so
 * that the hundred similar runs of a shrinking counterexample cost little more than one.
 */
export class Walker {
  readonly space: PlainSpace;
  private nodes = new Map<string, Node>();
  private readonly nodeOf = new WeakMap<PlainState, Node>();
  private readonly moveOf = new WeakMap<PlainStep, Move>();
  private started: readonly PlainStep[] | null = null;
  private static readonly walkers = new WeakMap<SystemInstance, Walker>();

  private constructor(instance: SystemInstance) {
    this.space = new PlainSpace(instance);
  }

  /** The one walker of an instance. */
  static of(instance: SystemInstance): Walker {
    const walker = this.walkers.get(instance) ?? new Walker(instance);
    this.walkers.set(instance, walker);
    return walker;
  }

  /** Every way the actors can start. */
  starts(): readonly PlainStep[] {
    this.started ??= this.space.startAll().filter((start) => start.ended === 'ok');
    return this.started;
  }

  node(state: PlainState): Node {
    return this.nodeOf.get(state) ?? this.at(state, this.space.key(state));
  }

  /** The move that gave a step; undefined for a step of the caller's own making. */
  move(step: PlainStep): Move | undefined {
    return this.moveOf.get(step);
  }

  /** What the offer at a place does, once for each combination of the choices it meets. */
  moves(node: Node, place: number): readonly Move[] {
    const known = node.taken[place];
    if (known !== undefined) return known;
    const moves = this.space.takeAll(node.state, node.offers[place]!).flatMap((step): Move[] => {
      // What a full channel stops is no step: blocked by the model's own wish, or beyond what it can hold.
      if (step.ended !== 'ok') return [];
      const key = this.space.key(step.after);
      if (key === node.key && !step.step.handled) return [];
      const move = {
        step: { ...step, after: this.at(step.after, key).state },
        changes: key !== node.key,
        shown: new Map(),
      };
      this.moveOf.set(move.step, move);
      return [move];
    });
    node.taken[place] = moves;
    return moves;
  }

  /** Whether no offer of a state changes it. */
  isEnd(node: Node): boolean {
    return !node.offers.some((_, place) => this.moves(node, place).some((move) => move.changes));
  }

  /** The place of an offer that equals a choice, or -1. */
  placeOf(node: Node, choice: StepChoice): number {
    return node.offers.findIndex((offer) => sameOffer(offer, choice));
  }

  private at(state: PlainState, key: string): Node {
    const known = this.nodes.get(key);
    if (known !== undefined) return known;
    if (this.nodes.size >= MEMORY) this.nodes = new Map();
    const node: Node = { state, key, offers: this.space.offers(state), taken: [], shown: new Map() };
    this.nodes.set(key, node);
    this.nodeOf.set(state, node);
    return node;
  }
}

function sameOffer(a: StepChoice, b: StepChoice): boolean {
  if (a.kind !== b.kind || a.actor !== b.actor || a.from !== b.from) return false;
  return a.event === b.event || encode(a.event, 'event') === encode(b.event, 'event');
}

/** Called for the start, each step and each self-loop met: what was run so far. True ends the walk. */
export type Visit = (run: Replayed) => boolean;

/**
 * Builds a system for one design at one scope. The same choice gives the same instance, so that whatever
 * explores it at random shares what was learnt of its steps.
 *
 * @throws UsageError for an unknown design, scope or parameter; NotBuildable when the design says so;
 *   BuildError when the system does not fit together
 */
export function instantiate(system: AnySystem, choice: InstanceChoice): SystemInstance {
  const built = instances.get(system) ?? new Map<string, SystemInstance>();
  instances.set(system, built);
  const key = JSON.stringify([
    choice.design,
    choice.scope ?? 'default',
    Object.entries(choice.set ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
  const instance = built.get(key) ?? build(system, choice);
  built.set(key, instance);
  return instance;
}

const instances = new WeakMap<AnySystem, Map<string, SystemInstance>>();

/**
 * Carries out a schedule, taking only steps that change the state, until its numbers are used up or no step
 * is left.
 *
 * @throws ModelError from user code
 */
export function runSchedule(instance: SystemInstance, schedule: Schedule): ScheduleRun {
  const run = follow(instance, schedule, () => false);
  return { ...run, ended: Walker.of(instance).isEnd(Walker.of(instance).node(run.states.at(-1)!)) };
}

/** {@link runSchedule} with somebody watching, who may end it. */
export function follow(instance: SystemInstance, schedule: Schedule, visit: Visit): Replayed {
  const walker = Walker.of(instance);
  const starts = walker.starts();
  if (starts.length === 0) {
    throw new Error(
      `${instance.system}: a full channel stops every start of the actors. Give it more capacity.`,
    );
  }
  // Where starting has alternatives, the first number picks one.
  const numbers = starts.length > 1 ? schedule.slice(1) : schedule;
  const start = starts[starts.length > 1 ? (schedule[0] ?? 0) % starts.length : 0]!;
  const run = { start, steps: [] as PlainStep[], states: [start.after] };
  if (visit(run)) return run;
  let node = walker.node(start.after);
  for (const number of numbers) {
    const found = pick(walker, node, number, (step) => visit(extended(run, step)));
    if (found === 'ended') break;
    if (found.changes) {
      run.steps.push(found.step);
      run.states.push(found.step.after);
      if (visit(run)) break;
      node = walker.node(found.step.after);
    } else {
      return extended(run, found.step);
    }
  }
  return run;
}

/** The step a number stands for in a state; a self-loop on the way to it only when somebody stops there. */
function pick(
  walker: Walker,
  node: Node,
  number: number,
  stopAt: (step: PlainStep) => boolean,
): Move | 'ended' {
  const count = node.offers.length;
  for (let i = 0; i < count; i++) {
    const moves = walker.moves(node, (number + i) % count);
    const loop = moves.find((move) => !move.changes && stopAt(move.step));
    if (loop !== undefined) return loop;
    const changing = moves.filter((move) => move.changes);
    if (changing.length > 0) return changing[Math.floor(number / count) % changing.length]!;
  }
  return 'ended';
}

/** A run with one more step. */
export function extended(run: Replayed, step: PlainStep): Replayed {
  return { start: run.start, steps: [...run.steps, step], states: [...run.states, step.after] };
}
