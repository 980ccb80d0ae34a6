import * as v from 'valibot';
import type { AnyStateMachine, EmittedFrom, EventFromLogic, InputFrom, SnapshotFrom } from 'xstate';
import type { Actors, LogicOf } from '../system/actor.ts';
import { isStateMachine } from '../system/actor.ts';
import type { ActorsOf, AnySystem, System } from '../system/define-system.ts';
import type { Parameters } from '../system/parameters.ts';
import type { Fairness } from './fairness.ts';
import { checkTags } from './monitor-states.ts';
import type {
  Common,
  MonitorPart,
  ObservableName,
  ObservedActors,
  Property,
  PropertyScope,
  StepOf,
} from './property.ts';
import { BLANK, COMMON, OPTIONAL_FUNCTION, callSite, checkDeclared } from './property.ts';
import type { FairnessOf } from './temporal-properties.ts';
import { FAIRNESS } from './temporal-properties.ts';

/** What a monitor may be told of a step. */
type Sees<M extends AnyStateMachine> = EventFromLogic<M> | readonly EventFromLogic<M>[] | null;

/** A statechart as a property. */
export interface MonitorOptions<
  A extends Actors,
  P extends Parameters,
  D extends string,
  Names extends ObservableName<A>,
  M extends AnyStateMachine,
  Answer extends Sees<M>,
> extends Omit<Common<Names>, 'observes'> {
  /** It only watches: it has no timers, no children, and sends nothing. */
  machine: M;
  /** The machine's input, where it takes one. */
  input?: (scope: PropertyScope<P, D>) => InputFrom<M>;
  /** The events it takes of a step, in order; by default everything that happens in it, as {@link MonitorEvent}. */
  sees?: (step: StepOf<A>, scope: PropertyScope<P, D>) => Answer;
  /** The actors that `because` looks at. */
  observes?: readonly Names[];
  /** The fairness under which nothing may stay pending. */
  fairness?: FairnessOf<A>;
  /** Why the run violates it, in words, of the state where it ends or begins to go round. */
  because?: (state: ObservedActors<A, Names>, scope: PropertyScope<P, D>, monitor: SnapshotFrom<M>) => string;
}

/** The events of a system as a monitor without `sees` takes them: `lock.release` for `release` at actor `lock`. */
export type MonitorEvent<Sys extends AnySystem> =
  | Seen<ActorsOf<Sys>>
  | Happening<keyof ActorsOf<Sys> & string>;

type Seen<A> = {
  [K in keyof A & string]:
    | Named<K, EventFromLogic<LogicOf<A[K]>>>
    | Named<K, Declared<EmittedFrom<LogicOf<A[K]>>>>;
}[keyof A & string];

type Named<Name extends string, E> = E extends { type: infer T extends string }
  ? Omit<E, 'type' | 'actor' | 'from'> & Where & { type: `${Name}.${T}` }
  : never;

/** A statechart whose types declare nothing that it emits could emit anything. */
type Declared<E> = E extends { type: infer T } ? (string extends T ? never : E) : never;

/** Faults strike actors, and time passes. */
type Happening<Name extends string> =
  | (Where & { type: 'tick' | `${Name}.${'crash' | 'restart'}` })
  | (Where & { type: `${Name}.${'lose' | 'duplicate'}`; event: { type: string } });

interface Where {
  /** The id of the actor that takes the event. */
  actor: string;
  /** The id of the actor that sent it; null for a stimulus. */
  from: string | null;
}

const OPTIONS = v.strictObject({
  ...COMMON,
  machine: v.custom<AnyStateMachine>(
    (value) => typeof value === 'object' && value !== null && isStateMachine(value as AnyStateMachine),
    'a state machine of XState',
  ),
  input: OPTIONAL_FUNCTION,
  sees: OPTIONAL_FUNCTION,
  observes: v.optional(COMMON.observes),
  fairness: FAIRNESS,
  because: OPTIONAL_FUNCTION,
});

/**
 * States that a statechart which watches every run never comes to a state tagged `violation`, and on no fair run
 * stays for ever in states tagged `pending`.
 *
 * @throws BuildError when no state of the statechart is tagged so: it could not be violated
 */
export function monitor<
  A extends Actors,
  P extends Parameters,
  S extends string,
  D extends string,
  Name extends string,
  M extends AnyStateMachine,
  const Answer extends Sees<M>,
  const Names extends ObservableName<A> = never,
>(system: System<A, P, S, D, Name>, options: MonitorOptions<A, P, D, Names, M, Answer>): Property<Name> {
  checkDeclared('monitor', OPTIONS, system, options);
  const { machine } = options;
  checkTags(machine);
  return {
    ...BLANK,
    kind: 'monitor',
    ref: options.ref ?? null,
    description: options.description,
    observes: options.observes ?? [],
    monitor: {
      machine,
      input: (options.input ?? null) as MonitorPart['input'],
      sees: (options.sees ?? null) as MonitorPart['sees'],
    },
    fairness: (options.fairness as Fairness | undefined) ?? null,
    because: (options.because ?? null) as Property['because'],
    declaredAt: callSite(),
  };
}
