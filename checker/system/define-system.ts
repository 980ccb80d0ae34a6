import type { AnyActorRef, AnyEventObject } from 'xstate';
import type { ActorIdOf, Actors } from './actor.ts';
import { checkSystem } from './declaration.ts';
import type { ChannelOptions, DeliveryMap } from './delivery.ts';
import type { Faults } from './faults.ts';
import type { Interchangeable } from './interchangeable.ts';
import type { Parameters, Values } from './parameters.ts';
import type { Time } from './time.ts';

/** A message a modelled action sends. */
export interface EffectSend {
  /** The receiver's actor id. */
  to: string;
  event: AnyEventObject;
}

/** Several outcomes of one action, each a list of messages; the search tries every one. */
export interface EffectChoice {
  choice: readonly (readonly EffectSend[])[];
}

/** What the model of a custom action is called with; it must be a pure function of it. */
export interface EffectArgs {
  /** The id of the actor whose action it is. */
  self: string;
  // A custom action may belong to any statechart of the system, so its context is not known here.
  // oxlint-disable-next-line typescript/no-explicit-any
  context: any;
  // oxlint-disable-next-line typescript/no-explicit-any
  event: any;
  params: unknown;
}

/**
 * What a custom action means to the model: `ignore` (nothing the model can see), or the messages it
 * sends, possibly as a choice. Custom actions are never run.
 */
export type Effect = 'ignore' | ((args: EffectArgs) => readonly EffectSend[] | EffectChoice);

/** A named variant of a system: what a pull request changes. `Given` are the design's own options. */
export interface DesignSpec<V, Given> {
  /** The variant's label in the source it comes from. */
  ref?: string;
  /** What it changes and why, in a sentence. */
  description: string;
  /** Parameters this design fixes itself; they win over the scope's values. */
  fixes?: Partial<V> | ((values: V) => Partial<V>);
  /** Switches that `build` reads. */
  options?: Given;
}

/** The designs of a system by name. */
type DesignMap<P extends Parameters> = Record<string, DesignSpec<Values<P>, object>>;

type OptionsIn<Designs> = Designs[keyof Designs] extends infer D
  ? D extends { options: infer O }
    ? O
    : never
  : never;
type KeysOfUnion<U> = U extends unknown ? keyof U : never;
/** The switches of all designs together, each absent where a design does not set it. */
type OptionsOf<Designs> = {
  [K in KeysOfUnion<OptionsIn<Designs>>]?: OptionsIn<Designs> extends infer O
    ? O extends Record<K, infer V>
      ? V
      : never
    : never;
};

/** What `build` is called with. */
export interface BuildArgs<P extends Parameters, D extends string, Options> {
  /** The scope's values, with those the design fixes. */
  parameters: Values<P>;
  /** The design's name. */
  design: D;
  /** The design's switches; an empty object where it has none. */
  options: Options;
  /** A reference to an actor of this system, for an actor's input. In events and context, XState's own `self` and `system.get(id)` are such references. */
  ref: (id: string) => AnyActorRef;
}

/** What `build` returns: the system of one design at one scope. */
export interface Composition<A extends Actors> {
  /** Actors by name, in the order that decides which of several shortest counterexamples is written. */
  actors: A;
  delivery?: DeliveryMap<A>;
  /** Custom actions by type: each one met must be listed. */
  effects?: Record<string, Effect>;
  /** The faults that may strike; none unless given. */
  faults?: Faults<A>;
  /** How time passes: needed where a statechart delays anything. */
  time?: Time;
  /**
   * Actors that differ in nothing but their ids: groups of replicas by name, or lists of ids. With `--symmetry` states
   * that differ only in which of them is which are searched once; without it this says nothing.
   */
  interchangeable?: Interchangeable;
  /** What a throw in a guard, assign or delay is: an `error` verdict, or what live XState makes of it. */
  throws?: 'error' | 'as-live';
}

/** A system with its designs and scopes. Made by {@link defineSystem}. */
export interface System<
  A extends Actors = Actors,
  P extends Parameters = Parameters,
  S extends string = string,
  D extends string = string,
  Name extends string = string,
> {
  readonly name: Name;
  readonly ref: string | null;
  readonly description: string;
  readonly parameters: P;
  readonly scopes: Record<S, Values<P>>;
  readonly designs: Record<D, DesignSpec<Values<P>, unknown>>;
  readonly build: (args: BuildArgs<P, D, never>) => Composition<A>;
}

/** A system of any kind. */
// Parameters and designs are contravariant in `build`, so the general form erases them.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnySystem = System<any, any, any, any, any>;

/** The names of a system's actors (a replica group is one name). */
export type ActorName<Sys extends AnySystem> = keyof ReturnType<Sys['build']>['actors'] & string;
/** The actors of a system. */
export type ActorsOf<Sys extends AnySystem> =
  Sys extends System<infer A, infer _P, infer _S, infer _D, infer _N> ? A : never;
/** The ids of a system's actors. */
export type ActorId<Sys extends AnySystem> = ActorIdOf<ActorsOf<Sys>>;
/** The names of a system's designs. */
export type DesignName<Sys extends AnySystem> = keyof Sys['designs'] & string;
/** The names of a system's scopes. */
export type ScopeName<Sys extends AnySystem> = keyof Sys['scopes'] & string;
/** The values of a system's parameters. */
export type ParameterValues<Sys extends AnySystem> = Values<Sys['parameters']>;

/**
 * An error at each property of `T` that `Shape` does not have: TypeScript looks for misspelt names in
 * literals only where it does not infer their type.
 */
type Only<T, Shape> = { [K in Exclude<keyof T, KeysOfUnion<Shape>>]: never };

/** Finds misspelt names in what `build` returns. */
type OnlyKnown<C, A extends Actors> = Only<C, Composition<A>> & {
  delivery?: C extends { delivery: infer D extends object }
    ? Only<D, DeliveryMap<A>> & OnlyOptions<D>
    : unknown;
};

/** Finds misspelt options of channels. */
type OnlyOptions<D> = { [K in keyof D]: D[K] extends object ? Only<D[K], ChannelOptions> : unknown };

/**
 * Defines a system: which actors there are, how their messages are delivered, the designs to compare
 * and the scopes to check them in. Nothing is built until a design and a scope are chosen.
 *
 * The scope named `default` is checked unless another is asked for.
 *
 * @throws BuildError for an unknown key, a value of another type, or a scope outside the parameters' ranges
 */
export function defineSystem<
  const P extends Parameters,
  S extends string,
  const Designs extends DesignMap<NoInfer<P>>,
  A extends Actors,
  const C extends Composition<Actors>,
  Name extends string,
>(definition: {
  name: Name;
  /** The system's id in the source it models. */
  ref?: string;
  description: string;
  parameters: P;
  scopes: Record<S | 'default', NoInfer<Values<P>>>;
  designs: Designs & { [K in keyof NoInfer<Designs>]: Only<NoInfer<Designs>[K], DesignSpec<never, never>> };
  build: (
    args: BuildArgs<P, keyof NoInfer<Designs> & string, OptionsOf<NoInfer<Designs>>>,
  ) => C & Composition<NoInfer<A>> & OnlyKnown<NoInfer<C>, NoInfer<A>> & { actors: A };
}): System<A, P, S | 'default', keyof Designs & string, Name> {
  checkSystem(definition);
  return { ...definition, ref: definition.ref ?? null };
}
