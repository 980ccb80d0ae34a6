import * as v from 'valibot';
import type { ActorIdOf, Actors, AnyEventOf } from '../system/actor.ts';
import type { System } from '../system/define-system.ts';
import type { Parameters } from '../system/parameters.ts';
import { STEP_NAMES } from '../step/step-table.ts';
import { oneOfThese } from '../system/names.ts';
import { complains } from '../system/shape.ts';
import type { Fairness, StepPattern } from './fairness.ts';
import type {
  Common,
  ObservableName,
  ObservedActors,
  Property,
  PropertyScope,
  StatePredicate,
  TemporalKind,
} from './property.ts';
import { BLANK, COMMON, OPTIONAL_FUNCTION, callSite, checkDeclared } from './property.ts';

/** A question of a state: the snapshots of the observed actors. */
export type Asks<A extends Actors, P extends Parameters, D extends string, Names extends string, Answer> = (
  state: ObservedActors<A, Names>,
  scope: PropertyScope<P, D>,
) => Answer;

/** The names of a system's actors and their ids, and those of their children, which types do not know further. */
export type ActorOrId<A extends Actors> = NamedActor<A> | `${NamedActor<A>}/${string}`;
type NamedActor<A extends Actors> = ActorIdOf<A> | (keyof A & string);

/** As {@link StepPattern}; what events a child takes is not known to the types. */
type PatternOf<A extends Actors> = StepPattern<ActorOrId<A>, AnyEventOf<A>> | OfChild<NamedActor<A>>;
interface OfChild<Name extends string> extends Omit<
  Exclude<StepPattern, (...args: never) => unknown>,
  'actor' | 'event'
> {
  actor: `${Name}/${string}`;
  event?: string;
}
type SetsOf<A extends Actors> = Readonly<Record<string, PatternOf<A>>>;
/** As {@link Fairness}, with the names of the system's actors and events. */
export interface FairnessOf<A extends Actors> extends Omit<Fairness, 'weak' | 'strong' | 'none'> {
  weak?: SetsOf<A>;
  strong?: SetsOf<A>;
  none?: SetsOf<A>;
}

interface LivenessOptions<
  A extends Actors,
  P extends Parameters,
  D extends string,
  Names extends ObservableName<A>,
> extends Common<Names> {
  /** The fairness assumed; by default each kind of step of every actor, and each delivery, is weakly fair. */
  fairness?: FairnessOf<A>;
  /** Why a violating run violates it, in words, of the state where it ends or begins to go round. */
  because?: Asks<A, P, D, Names, string>;
}

/** From every state that `when` picks, each fair run comes to one that `eventually` picks. */
export interface LeadsToOptions<
  A extends Actors,
  P extends Parameters,
  D extends string,
  Names extends ObservableName<A>,
> extends LivenessOptions<A, P, D, Names> {
  when: Asks<A, P, D, Names, boolean>;
  eventually: Asks<A, P, D, Names, boolean>;
}

/** A liveness property of one condition. */
export interface EventuallyOptions<
  A extends Actors,
  P extends Parameters,
  D extends string,
  Names extends ObservableName<A>,
> extends LivenessOptions<A, P, D, Names> {
  holds: Asks<A, P, D, Names, boolean>;
}

/** Each fair run keeps to states that `holds` picks until it comes to one that `until` picks, which it does. */
export interface UntilOptions<
  A extends Actors,
  P extends Parameters,
  D extends string,
  Names extends ObservableName<A>,
> extends LivenessOptions<A, P, D, Names> {
  holds: Asks<A, P, D, Names, boolean>;
  until: Asks<A, P, D, Names, boolean>;
}

/** What stays possible. */
export interface AlwaysPossibleOptions<
  A extends Actors,
  P extends Parameters,
  D extends string,
  Names extends ObservableName<A>,
> extends Common<Names> {
  /** What can be reached from every state. */
  holds: Asks<A, P, D, Names, boolean>;
  /** The steps that count as a way there; by default all but faults. */
  using?: PatternOf<A>;
  /** The fairness by which a state is counted as certain of it. */
  fairness?: FairnessOf<A>;
  /** Why a state from which it cannot be reached is such a state, in words. */
  because?: Asks<A, P, D, Names, string>;
}

/** One that is there and undefined would pick every step: a slip, and for `using` a pass that means nothing. */
const PART = v.exactOptional(v.string('a string, or the key left out'));
const STEPS = v.strictObject(
  {
    kind: v.exactOptional(
      v.pipe(
        v.string('a kind of step, or the key left out'),
        complains<string>((kind) => {
          const names: readonly string[] = STEP_NAMES;
          const hint = oneOfThese(kind, names).replace(/\.$/, '');
          return names.includes(kind) ? null : `kind "${kind}" is no kind of step.${hint}`;
        }),
      ),
    ),
    actor: PART,
    from: PART,
    event: PART,
  },
  'a set of steps: kind, actor, from and event, or a function of a step',
);
const PATTERN = v.lazy((input) => (typeof input === 'function' ? v.function() : STEPS));
const SETS = v.optional(
  v.pipe(
    v.record(v.string(), v.unknown()),
    complains<Record<string, unknown>>((sets) => {
      const unnamed = Object.entries(sets).find(
        ([key, value]) => key in STEPS.entries && typeof value === 'string',
      );
      if (unnamed === undefined) return null;
      const [key, value] = unnamed;
      return `a set of steps has a name: { "the name": { ${key}: ${JSON.stringify(value)} } }`;
    }),
    v.record(v.string(), PATTERN),
  ),
);
/** The option `fairness`. */
export const FAIRNESS = v.optional(
  v.strictObject({
    weak: SETS,
    strong: SETS,
    none: SETS,
    defaults: v.optional(v.boolean()),
    zeno: v.optional(v.boolean()),
  }),
);
const LIVENESS = { ...COMMON, fairness: FAIRNESS, because: OPTIONAL_FUNCTION };
const OPTIONS = {
  leadsTo: v.strictObject({ ...LIVENESS, when: v.function(), eventually: v.function() }),
  eventually: v.strictObject({ ...LIVENESS, holds: v.function() }),
  alwaysEventually: v.strictObject({ ...LIVENESS, holds: v.function() }),
  eventuallyAlways: v.strictObject({ ...LIVENESS, holds: v.function() }),
  until: v.strictObject({ ...LIVENESS, holds: v.function(), until: v.function() }),
  alwaysPossible: v.strictObject({ ...LIVENESS, holds: v.function(), using: v.optional(PATTERN) }),
};

function temporal<Name extends string>(
  kind: TemporalKind,
  options: Common<string> & { fairness?: unknown; using?: unknown; because?: unknown },
  parts: Partial<Record<'state' | 'goal' | 'holds', unknown>>,
  declaredAt: string | null,
): Property<Name> {
  return {
    ...BLANK,
    kind,
    ref: options.ref ?? null,
    description: options.description,
    observes: options.observes,
    ...(parts as Record<string, StatePredicate>),
    because: (options.because ?? null) as Property['because'],
    fairness: (options.fairness as Fairness | undefined) ?? null,
    using: (options.using as StepPattern | undefined) ?? null,
    declaredAt,
  };
}

/** States that every state `when` picks is followed by one that `eventually` picks, on every fair run. */
export function leadsTo<
  A extends Actors,
  P extends Parameters,
  S extends string,
  D extends string,
  Name extends string,
  const Names extends ObservableName<A>,
>(system: System<A, P, S, D, Name>, options: LeadsToOptions<A, P, D, Names>): Property<Name> {
  checkDeclared('leadsTo', OPTIONS.leadsTo, system, options);
  return temporal('leads-to', options, { state: options.when, goal: options.eventually }, callSite());
}

/** States that every fair run comes to a state that `holds` picks. */
export function eventually<
  A extends Actors,
  P extends Parameters,
  S extends string,
  D extends string,
  Name extends string,
  const Names extends ObservableName<A>,
>(system: System<A, P, S, D, Name>, options: EventuallyOptions<A, P, D, Names>): Property<Name> {
  checkDeclared('eventually', OPTIONS.eventually, system, options);
  return temporal('eventually', options, { holds: options.holds }, callSite());
}

/** States that every fair run comes to states that `holds` picks again and again; one that ends, ends in one. */
export function alwaysEventually<
  A extends Actors,
  P extends Parameters,
  S extends string,
  D extends string,
  Name extends string,
  const Names extends ObservableName<A>,
>(system: System<A, P, S, D, Name>, options: EventuallyOptions<A, P, D, Names>): Property<Name> {
  checkDeclared('alwaysEventually', OPTIONS.alwaysEventually, system, options);
  return temporal('always-eventually', options, { holds: options.holds }, callSite());
}

/** States that every fair run comes to a point after which it keeps to states that `holds` picks. */
export function eventuallyAlways<
  A extends Actors,
  P extends Parameters,
  S extends string,
  D extends string,
  Name extends string,
  const Names extends ObservableName<A>,
>(system: System<A, P, S, D, Name>, options: EventuallyOptions<A, P, D, Names>): Property<Name> {
  checkDeclared('eventuallyAlways', OPTIONS.eventuallyAlways, system, options);
  return temporal('eventually-always', options, { holds: options.holds }, callSite());
}

/** States that every fair run comes to a state that `until` picks, and keeps to `holds` before. */
export function until<
  A extends Actors,
  P extends Parameters,
  S extends string,
  D extends string,
  Name extends string,
  const Names extends ObservableName<A>,
>(system: System<A, P, S, D, Name>, options: UntilOptions<A, P, D, Names>): Property<Name> {
  checkDeclared('until', OPTIONS.until, system, options);
  return temporal('until', options, { holds: options.holds, goal: options.until }, callSite());
}

/** States that from every reachable state some run of the steps in `using` comes to a state that `holds` picks. */
export function alwaysPossible<
  A extends Actors,
  P extends Parameters,
  S extends string,
  D extends string,
  Name extends string,
  const Names extends ObservableName<A>,
>(system: System<A, P, S, D, Name>, options: AlwaysPossibleOptions<A, P, D, Names>): Property<Name> {
  checkDeclared('alwaysPossible', OPTIONS.alwaysPossible, system, options);
  return temporal('always-possible', options, { holds: options.holds }, callSite());
}
