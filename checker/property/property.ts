import * as v from 'valibot';
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { ActorName, ActorsOf, AnySystem, System } from '../system/define-system.ts';
import type { ActorIdOf, Actors, AnyEventOf, EmittedOf, Observation } from '../system/actor.ts';
import { BuildError } from '../system/errors.ts';
import type { Parameters, Values } from '../system/parameters.ts';
import type { Schema } from '../system/shape.ts';
import { checkShape } from '../system/shape.ts';
import type { Step } from '../step/step-table.ts';
import type { Fairness, StepPattern } from './fairness.ts';

/** The kinds of property. */
export type PropertyKind = SafetyKind | TemporalKind;
/** Kinds that one state or step decides. */
export type SafetyKind = 'invariant' | 'step-property' | 'reachable' | 'deadlock-free';
/** Kinds that speak of whole runs, or of what runs remain possible. */
export type TemporalKind = LivenessKind | MemoryKind | 'always-possible';
/** Kinds that remember something of the run so far: one more component, in a search of their own. */
export type MemoryKind = 'monitor' | 'within';
/** Kinds whose counterexample is a run that goes on for ever, or ends. */
export type LivenessKind = 'leads-to' | 'eventually' | 'always-eventually' | 'eventually-always' | 'until';

/** What a property sees of a state: the snapshots of the actors it observes, by name. */
export type Observed<Sys extends AnySystem, Names extends ActorName<Sys>> = ObservedActors<
  ActorsOf<Sys>,
  Names
>;

/** As {@link Observed}, from the actors themselves: compile errors then name them, not the whole system. */
export type ObservedActors<A extends Actors, Names extends string> = {
  readonly [N in Names]: N extends keyof A ? Observation<A[N]> : ChildObservation;
};

/** What a property may observe: actors by name, and children as `parent/child`. */
export type ObservableName<A extends Actors> = (keyof A & string) | `${keyof A & string}/${string}`;

/**
 * What a property sees of a child: its snapshot, undefined while it is not there; an array of these for those spawned
 * under one name, and for the children of replicas. What statechart it is types do not tell.
 */
// oxlint-disable-next-line typescript/no-explicit-any
export type ChildObservation = any;

/** A step with the events and ids of the system's actors, and the paths of their children. */
export type StepOf<A extends Actors> = Step<
  ActorIdOf<A> | `${ActorIdOf<A>}/${string}`,
  AnyEventOf<A>,
  EmittedOf<A>
>;

/** What a property knows besides the state. */
export interface PropertyScope<P extends Parameters, D extends string> {
  readonly parameters: Values<P>;
  readonly design: D;
}

/** What every property declares. */
export interface Common<Names extends string> {
  /** The property's id in the source it comes from. */
  ref?: string;
  /** What must hold, in words: the last line of a counterexample quotes it. */
  description: string;
  /** The actors it looks at; it is given their snapshots and no others. */
  observes: readonly Names[];
}

/** A property of every state. */
export interface InvariantOptions<
  A extends Actors,
  P extends Parameters,
  D extends string,
  Names extends ObservableName<A>,
> extends Common<Names> {
  /** Which states it speaks of; where none does, a pass is `vacuous`. */
  when?: (state: ObservedActors<A, Names>, scope: PropertyScope<P, D>) => boolean;
  holds: (state: ObservedActors<A, Names>, scope: PropertyScope<P, D>) => boolean;
  /** Why a violating state violates it, in words. */
  because?: (state: ObservedActors<A, Names>, scope: PropertyScope<P, D>) => string;
}

/** A property of every step. */
export interface StepPropertyOptions<
  A extends Actors,
  P extends Parameters,
  D extends string,
  Names extends ObservableName<A>,
> extends Common<Names> {
  /** Which steps it speaks of; where none happened, a pass is `vacuous`. */
  on?: (step: StepOf<A>, scope: PropertyScope<P, D>) => boolean;
  holds: (
    before: ObservedActors<A, Names>,
    step: StepOf<A>,
    after: ObservedActors<A, Names>,
    scope: PropertyScope<P, D>,
  ) => boolean;
  /** Why a violating step violates it, in words. */
  because?: (
    before: ObservedActors<A, Names>,
    step: StepOf<A>,
    after: ObservedActors<A, Names>,
    scope: PropertyScope<P, D>,
  ) => string;
}

/** A property that some run shows. */
export interface ReachableOptions<
  A extends Actors,
  P extends Parameters,
  D extends string,
  Names extends ObservableName<A>,
> extends Common<Names> {
  /** The states to be reached. */
  where: (state: ObservedActors<A, Names>, scope: PropertyScope<P, D>) => boolean;
  /** What is to be seen in the state that is reached, in words. */
  because?: (state: ObservedActors<A, Names>, scope: PropertyScope<P, D>) => string;
}

/** A property of the states without a step. */
export interface DeadlockFreeOptions<
  A extends Actors,
  P extends Parameters,
  D extends string,
  Names extends ObservableName<A>,
> extends Partial<Common<Names>> {
  /** The states in which a run may rightly end. Without it every end is a deadlock. */
  legalEnd?: (state: ObservedActors<A, Names>, scope: PropertyScope<P, D>) => boolean;
}

/** A property of a system, with its types erased: what the checks run on. */
export interface Property<Name extends string = string> {
  readonly kind: PropertyKind;
  readonly ref: string | null;
  readonly description: string;
  readonly observes: readonly string[];
  /** `when` of an invariant, leads-to or within, `where` of reachable, `legalEnd` of deadlock-free. */
  readonly state: StatePredicate | null;
  /** `eventually` of leads-to and within, `until` of until. */
  readonly goal: StatePredicate | null;
  /** `holds` of an invariant or of a temporal property. */
  readonly holds: StatePredicate | null;
  /** `on` of a step property. */
  readonly on: ((step: Step, scope: AnyPropertyScope) => boolean) | null;
  /** `holds` of a step property. */
  readonly stepHolds: StepPredicate | null;
  /** A monitor's is told the monitor's snapshot too. */
  readonly because:
    | ((state: AnyObserved, scope: AnyPropertyScope, monitor?: AnyMachineSnapshot) => string)
    | null;
  readonly stepBecause:
    | ((before: AnyObserved, step: Step, after: AnyObserved, scope: AnyPropertyScope) => string)
    | null;
  /** What a temporal property assumes; null for the defaults. */
  readonly fairness: Fairness | null;
  /** The steps that count as a way out for always-possible; null for the default. */
  readonly using: StepPattern | null;
  /** The statechart of a monitor, and what it sees. */
  readonly monitor: MonitorPart | null;
  /** Of within: the most ticks. */
  readonly ticks: number | ((scope: AnyPropertyScope) => number) | null;
  /** Where the property was declared, `file:line`, when the host tells. */
  readonly declaredAt: string | null;
  /** Ties the property to its system in the type alone. */
  readonly system?: Name;
}

/** What a monitor is made of. */
export interface MonitorPart {
  readonly machine: AnyStateMachine;
  readonly input: ((scope: AnyPropertyScope) => unknown) | null;
  /** The events it takes of a step; null for all of them under the actors' names. */
  readonly sees: ((step: Step, scope: AnyPropertyScope) => unknown) | null;
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

/** A property without any of its parts. */
export const BLANK = {
  ref: null,
  state: null,
  goal: null,
  holds: null,
  on: null,
  stepHolds: null,
  because: null,
  stepBecause: null,
  fairness: null,
  using: null,
  monitor: null,
  ticks: null,
};

/** The options that every kind of property takes. */
export const COMMON = {
  ref: v.optional(v.string()),
  description: v.string(),
  observes: v.array(v.string()),
};
/** An option that is a function, or left out. */
export const OPTIONAL_FUNCTION = v.optional(v.function());

/** What the options of each kind may hold: where types are not checked, a misspelt one would pass unseen. */
const OPTIONS = {
  invariant: v.strictObject({
    ...COMMON,
    when: OPTIONAL_FUNCTION,
    holds: v.function(),
    because: OPTIONAL_FUNCTION,
  }),
  stepProperty: v.strictObject({
    ...COMMON,
    on: OPTIONAL_FUNCTION,
    holds: v.function(),
    because: OPTIONAL_FUNCTION,
  }),
  reachable: v.strictObject({ ...COMMON, where: v.function(), because: OPTIONAL_FUNCTION }),
  deadlockFree: v.strictObject({ ...v.partial(v.object(COMMON)).entries, legalEnd: OPTIONAL_FUNCTION }),
};

/** @throws BuildError when a property is not declared as its kind is */
function checkOptions(kind: keyof typeof OPTIONS, system: unknown, options: unknown): void {
  checkDeclared(kind, OPTIONS[kind], system, options);
}

/** @throws BuildError when the arguments of a function that declares a property are not what it takes */
export function checkDeclared(maker: string, schema: Schema, system: unknown, options: unknown): void {
  if (typeof (system as Partial<AnySystem> | null | undefined)?.build !== 'function')
    throw new BuildError(`${maker}: its first argument must be a system, as defineSystem makes it.`);
  checkShape(schema, options, maker);
}

/** States that `holds` in every reachable state (of those `when` picks). */
export function invariant<
  A extends Actors,
  P extends Parameters,
  S extends string,
  D extends string,
  Name extends string,
  const Names extends ObservableName<A>,
>(system: System<A, P, S, D, Name>, options: InvariantOptions<A, P, D, Names>): Property<Name> {
  checkOptions('invariant', system, options);
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
export function stepProperty<
  A extends Actors,
  P extends Parameters,
  S extends string,
  D extends string,
  Name extends string,
  const Names extends ObservableName<A>,
>(system: System<A, P, S, D, Name>, options: StepPropertyOptions<A, P, D, Names>): Property<Name> {
  checkOptions('stepProperty', system, options);
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
export function reachable<
  A extends Actors,
  P extends Parameters,
  S extends string,
  D extends string,
  Name extends string,
  const Names extends ObservableName<A>,
>(system: System<A, P, S, D, Name>, options: ReachableOptions<A, P, D, Names>): Property<Name> {
  checkOptions('reachable', system, options);
  return {
    ...BLANK,
    kind: 'reachable',
    ref: options.ref ?? null,
    description: options.description,
    observes: options.observes,
    state: options.where as StatePredicate,
    because: (options.because ?? null) as Property['because'],
    declaredAt: callSite(),
  };
}

/** States that no run gets stuck: every state without a step is a `legalEnd`. */
export function deadlockFree<
  A extends Actors,
  P extends Parameters,
  S extends string,
  D extends string,
  Name extends string,
  const Names extends ObservableName<A> = never,
>(system: System<A, P, S, D, Name>, options: DeadlockFreeOptions<A, P, D, Names> = {}): Property<Name> {
  checkOptions('deadlockFree', system, options);
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

/** Whether a property is decided by whole runs rather than by one state or step. */
export function isTemporal(property: Property): property is Property & { kind: TemporalKind } {
  return isLiveness(property) || remembers(property) || property.kind === 'always-possible';
}

/** Whether a property is decided in a search of its own, with what it remembers as one more component. */
export function remembers(property: Property): property is Property & { kind: MemoryKind } {
  return property.kind === 'monitor' || property.kind === 'within';
}

/** Whether a violation is a run that goes on for ever, or ends. */
export function isLiveness(property: Property): property is Property & { kind: LivenessKind } {
  return LIVENESS.includes(property.kind);
}

const LIVENESS: readonly PropertyKind[] = [
  'leads-to',
  'eventually',
  'always-eventually',
  'eventually-always',
  'until',
] satisfies LivenessKind[];

/** `file:line` of the caller's caller, so that a failing check can point at the property's source. */
export function callSite(): string | null {
  const line = new Error().stack?.split('\n')[3];
  const match = line === undefined ? null : /\(?((?:file:\/\/)?[^\s()]+):(\d+):\d+\)?$/.exec(line);
  return match === null ? null : `${match[1]}:${match[2]}`;
}
