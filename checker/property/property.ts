import type { ActorName, ActorsOf, AnySystem, ParameterValues } from '../system/define-system.ts';
import type { Observation } from '../system/actor.ts';
import type { Step } from '../step/step-table.ts';

/** The kinds of property. */
export type PropertyKind = 'invariant' | 'step-property' | 'reachable' | 'deadlock-free';

/** What a property sees of a state: the snapshots of the actors it observes, by name. */
export type Observed<Sys extends AnySystem, Names extends ActorName<Sys>> = {
  readonly [N in Names]: Observation<ActorsOf<Sys>[N]>;
};

/** What a property knows besides the state. */
export interface PropertyScope<Sys extends AnySystem> {
  readonly parameters: ParameterValues<Sys>;
  readonly design: string;
}

interface Common<Sys extends AnySystem, Names extends ActorName<Sys>> {
  /** The property's id in the source it comes from. */
  ref?: string;
  /** What must hold, in words: the last line of a counterexample quotes it. */
  description: string;
  /** The actors it looks at; it is given their snapshots and no others. */
  observes: readonly Names[];
}

/** A property of every state. */
export interface InvariantOptions<Sys extends AnySystem, Names extends ActorName<Sys>> extends Common<
  Sys,
  Names
> {
  /** Which states it speaks of; where none does, a pass is `vacuous`. */
  when?: (state: Observed<Sys, Names>, scope: PropertyScope<Sys>) => boolean;
  holds: (state: Observed<Sys, Names>, scope: PropertyScope<Sys>) => boolean;
  /** Why a violating state violates it, in words. */
  because?: (state: Observed<Sys, Names>, scope: PropertyScope<Sys>) => string;
}

/** A property of every step. */
export interface StepPropertyOptions<Sys extends AnySystem, Names extends ActorName<Sys>> extends Common<
  Sys,
  Names
> {
  /** Which steps it speaks of; where none happened, a pass is `vacuous`. */
  on?: (step: Step, scope: PropertyScope<Sys>) => boolean;
  holds: (
    before: Observed<Sys, Names>,
    step: Step,
    after: Observed<Sys, Names>,
    scope: PropertyScope<Sys>,
  ) => boolean;
  /** Why a violating step violates it, in words. */
  because?: (
    before: Observed<Sys, Names>,
    step: Step,
    after: Observed<Sys, Names>,
    scope: PropertyScope<Sys>,
  ) => string;
}

/** A property that some run shows. */
export interface ReachableOptions<Sys extends AnySystem, Names extends ActorName<Sys>> extends Common<
  Sys,
  Names
> {
  /** The states to be reached. */
  where: (state: Observed<Sys, Names>, scope: PropertyScope<Sys>) => boolean;
}

/** A property of the states without a step. */
export interface DeadlockFreeOptions<Sys extends AnySystem, Names extends ActorName<Sys>> extends Partial<
  Common<Sys, Names>
> {
  /** The states in which a run may rightly end. Without it every end is a deadlock. */
  legalEnd?: (state: Observed<Sys, Names>, scope: PropertyScope<Sys>) => boolean;
}

/** A property of a system, with its types erased: what the checks run on. */
export interface Property<Sys extends AnySystem = AnySystem> {
  readonly kind: PropertyKind;
  readonly ref: string | null;
  readonly description: string;
  readonly observes: readonly string[];
  /** `when` of an invariant, `where` of reachable, `legalEnd` of deadlock-free. */
  readonly state: StatePredicate | null;
  /** `holds` of an invariant. */
  readonly holds: StatePredicate | null;
  /** `on` of a step property. */
  readonly on: ((step: Step, scope: AnyPropertyScope) => boolean) | null;
  /** `holds` of a step property. */
  readonly stepHolds: StepPredicate | null;
  readonly because: ((state: AnyObserved, scope: AnyPropertyScope) => string) | null;
  readonly stepBecause:
    | ((before: AnyObserved, step: Step, after: AnyObserved, scope: AnyPropertyScope) => string)
    | null;
  /** Where the property was declared, `file:line`, when the host tells. */
  readonly declaredAt: string | null;
  /** Ties the property to its system in the type alone. */
  readonly system?: Sys;
}

/** Snapshots by actor name (arrays for replicas), as properties are called with them. */
export type AnyObserved = Readonly<Record<string, unknown>>;
export interface AnyPropertyScope {
  readonly parameters: Readonly<Record<string, number | string>>;
  readonly design: string;
}
export type StatePredicate = (state: AnyObserved, scope: AnyPropertyScope) => boolean;
export type StepPredicate = (
  before: AnyObserved,
  step: Step,
  after: AnyObserved,
  scope: AnyPropertyScope,
) => boolean;

const BLANK = {
  ref: null,
  state: null,
  holds: null,
  on: null,
  stepHolds: null,
  because: null,
  stepBecause: null,
};

/** States that `holds` in every reachable state (of those `when` picks). */
export function invariant<Sys extends AnySystem, const Names extends ActorName<Sys>>(
  _system: Sys,
  options: InvariantOptions<Sys, Names>,
): Property<Sys> {
  return {
    ...BLANK,
    kind: 'invariant',
    ref: options.ref ?? null,
    description: options.description,
    observes: options.observes,
    state: (options.when ?? null) as StatePredicate | null,
    holds: options.holds as StatePredicate,
    because: (options.because ?? null) as Property['because'],
    declaredAt: callSite(),
  };
}

/** States that `holds` of every step (of those `on` picks), self-loops included. */
export function stepProperty<Sys extends AnySystem, const Names extends ActorName<Sys>>(
  _system: Sys,
  options: StepPropertyOptions<Sys, Names>,
): Property<Sys> {
  return {
    ...BLANK,
    kind: 'step-property',
    ref: options.ref ?? null,
    description: options.description,
    observes: options.observes,
    on: (options.on ?? null) as Property['on'],
    stepHolds: options.holds as unknown as StepPredicate,
    stepBecause: (options.because ?? null) as unknown as Property['stepBecause'],
    declaredAt: callSite(),
  };
}

/** States that some run reaches a state that `where` picks: `holds` with the shortest run to it. */
export function reachable<Sys extends AnySystem, const Names extends ActorName<Sys>>(
  _system: Sys,
  options: ReachableOptions<Sys, Names>,
): Property<Sys> {
  return {
    ...BLANK,
    kind: 'reachable',
    ref: options.ref ?? null,
    description: options.description,
    observes: options.observes,
    state: options.where as StatePredicate,
    declaredAt: callSite(),
  };
}

/** States that no run gets stuck: every state without a step is a `legalEnd`. */
export function deadlockFree<Sys extends AnySystem, const Names extends ActorName<Sys> = never>(
  _system: Sys,
  options: DeadlockFreeOptions<Sys, Names> = {},
): Property<Sys> {
  return {
    ...BLANK,
    kind: 'deadlock-free',
    ref: options.ref ?? null,
    description: options.description ?? 'no run gets stuck',
    observes: options.observes ?? [],
    state: (options.legalEnd ?? null) as StatePredicate | null,
    declaredAt: callSite(),
  };
}

/** `file:line` of the caller's caller, so that a failing check can point at the property's source. */
function callSite(): string | null {
  const line = new Error().stack?.split('\n')[3];
  const match = line === undefined ? null : /\(?((?:file:\/\/)?[^\s()]+):(\d+):\d+\)?$/.exec(line);
  return match === null ? null : `${match[1]}:${match[2]}`;
}
