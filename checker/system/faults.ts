import type { Actors } from './actor.ts';

/**
 * How often a kind of fault may strike in one run: a whole number, kept in the state, or `unlimited`. With 0 it is as
 * if the fault were not declared.
 */
export type Budget = number | 'unlimited';

/** The kinds of fault, in the order their budgets stand in a state. */
export const FAULT_KINDS = ['lose', 'duplicate', 'crash', 'restart'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** A receiver, or a pair, by the names the actors stand under. */
type ChannelName<A extends Actors> =
  | (keyof A & string)
  | `${keyof A & string} -> ${keyof A & string}`
  | `${string}/${string}`;

/** Faults of messages that wait in a channel. */
export interface ChannelFault<A extends Actors> {
  /** The channels it may strike, by receiver or by pair; every channel unless given. */
  channels?: readonly ChannelName<A>[];
  budget: Budget;
}

/** Faults of actors. */
export interface ActorFault<A extends Actors> {
  /** The actors it may strike; for `restart` those that may crash unless given. */
  actors: readonly (keyof A & string)[];
  budget: Budget;
}

/**
 * The faults that may strike a system, each as a step of its own that nothing ever forces:
 * - `lose`: a waiting message vanishes;
 * - `duplicate`: a waiting message stands there twice, the copy next to it;
 * - `crash`: an actor stops with its timers and children; what else is lost its options say;
 * - `restart`: a crashed actor starts anew with what its options say survives.
 */
export interface Faults<A extends Actors> {
  lose?: ChannelFault<A>;
  duplicate?: ChannelFault<A>;
  crash?: ActorFault<A>;
  restart?: Partial<Pick<ActorFault<A>, 'actors'>> & Pick<ActorFault<A>, 'budget'>;
}

/** What becomes of the messages of an actor that has crashed: see {@link Mail}. */
export const MAIL = ['absorbed', 'lost', 'kept'] as const;
/**
 * - `absorbed`: messages are delivered to the crashed actor, which does nothing with them;
 * - `lost`: those that wait for it vanish with the crash, those sent later are dropped;
 * - `kept`: they wait until it is restarted.
 *
 * A `sync` call reaches nobody in any case.
 */
export type Mail = (typeof MAIL)[number];

/** The faults of a system that is built; places are those of its actors. */
export interface FaultTable {
  /** Whether faults are declared without a single one. */
  readonly isEmpty: boolean;
  /** The budget of each kind that may strike at all; null for an unlimited one. */
  readonly budgets: ReadonlyMap<FaultKind, number | null>;
  /** The actors or channels that each of them is declared for, by name; null for every channel. */
  readonly targets: ReadonlyMap<FaultKind, readonly string[] | null>;
  /** Whether a fault may strike the channel from `sender`, or the actor, at `place`. */
  strikes(kind: FaultKind, place: number, sender?: number): boolean;
}

/** No faults. */
export const NO_FAULTS: FaultTable = {
  isEmpty: false,
  budgets: new Map(),
  targets: new Map(),
  strikes: () => false,
};
