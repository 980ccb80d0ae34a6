import type {
  AnyActorLogic,
  AnyEventObject,
  AnyStateMachine,
  EmittedFrom,
  EventFromLogic,
  InputFrom,
  SnapshotFrom,
} from 'xstate';
import type { ChildOptions } from './children.ts';
import { BuildError } from './errors.ts';
import type { Mail } from './faults.ts';

/** Logic the checker can step: a statechart, or `fromTransition` logic. */
export type Logic = AnyActorLogic;

/** The event types of a logic that carry no payload, so that their name alone is the event. */
type BareEventType<L extends Logic> =
  EventFromLogic<L> extends infer E
    ? E extends { type: infer T }
      ? { type: T } extends E
        ? T
        : never
      : never
    : never;

/** An event an actor may take of its own accord; an event without payload may be given as its type. */
export type Stimulus<L extends Logic> = EventFromLogic<L> | BareEventType<L>;

/** Either a fixed list, or a function of the actor's snapshot: use the function for payloads that depend on it. */
export type Stimuli<L extends Logic> =
  | readonly Stimulus<L>[]
  | ((snapshot: SnapshotFrom<L>) => readonly Stimulus<L>[]);

type InputOption<L extends Logic> =
  undefined extends InputFrom<L> ? { input?: InputFrom<L> } : { input: InputFrom<L> };

/** How one actor takes part in a system. */
export type ActorOptions<L extends Logic> = InputOption<L> & {
  /** Events the actor may take of its own accord, whenever its statechart handles them. */
  stimuli?: Stimuli<L>;
  /** Marks operators, clients and load: their stimuli are never assumed to be fair. */
  environment?: boolean;
  /** What the actor is, in a few words; shown beside its name in reports. */
  description?: string;
  /** The actors it invokes, by id or source, and those it spawns, by a name of their own. */
  children?: Readonly<Record<string, ChildOptions>>;
  /** What of its context it has again after a crash and restart: nothing unless given. */
  survives?: Survives<L>;
  /** What becomes of its messages while it has crashed: `absorbed` unless given. */
  mail?: Mail;
};

/** The keys of the context that survive a crash, all of it, or none. */
export type Survives<L extends Logic> =
  | 'context'
  | 'nothing'
  | readonly (SnapshotFrom<L> extends { context: infer C extends object } ? keyof C & string : string)[];

/** One actor of a system. Made by {@link actor}. */
export interface ActorDefinition<L extends Logic = Logic> {
  readonly kind: 'actor';
  readonly logic: L;
  readonly options: ActorOptions<L>;
}

/** A number of interchangeable actors with the same logic. Made by {@link replicas}. */
export interface ReplicaDefinition<L extends Logic = Logic> {
  readonly kind: 'replicas';
  readonly logic: L;
  readonly options: readonly ActorOptions<L>[];
}

/** What `build` may put under a name: `undefined` says that this design has no such actor. */
// The options of an actor are contravariant in its logic, so the general form erases them.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyActorDefinition = ActorDefinition<any> | ReplicaDefinition<any> | undefined;

/** The actors of a system by name. */
export type Actors = Record<string, AnyActorDefinition>;

/**
 * Puts a statechart into a system, unchanged. Its id is the name it stands under in `actors`, and
 * `system.get('that id')` inside the statechart addresses it.
 */
export function actor<L extends Logic>(
  logic: L,
  ...[options]: undefined extends InputFrom<L> ? [options?: ActorOptions<L>] : [options: ActorOptions<L>]
): ActorDefinition<L> {
  return { kind: 'actor', logic, options: (options ?? {}) as ActorOptions<L> };
}

/**
 * Puts `count` actors with the same logic into a system. Under the name `enactor` their ids are
 * `enactor-1`, `enactor-2`, …; properties that observe `enactor` see them as an array in that order.
 *
 * @param count how many; 0 is allowed
 * @param options the options of each, or a function of its place (from 1) and id
 */
export function replicas<L extends Logic>(
  count: number,
  logic: L,
  ...[options]: undefined extends InputFrom<L>
    ? [options?: ActorOptions<L> | ((place: number) => ActorOptions<L>)]
    : [options: ActorOptions<L> | ((place: number) => ActorOptions<L>)]
): ReplicaDefinition<L> {
  if (!Number.isInteger(count) || count < 0) {
    const machine = isStateMachine(logic) ? ` of machine "${logic.id}"` : '';
    throw new BuildError(
      `replicas${machine}: the count must be a whole number from 0, and is ${String(count)}.`,
    );
  }
  const list = Array.from({ length: count }, (_, i) =>
    typeof options === 'function' ? options(i + 1) : ((options ?? {}) as ActorOptions<L>),
  );
  return { kind: 'replicas', logic, options: list };
}

/** The logic behind an actor definition. */
export type LogicOf<D> =
  D extends ActorDefinition<infer L> ? L : D extends ReplicaDefinition<infer L> ? L : never;

/** What a property sees of an actor: its snapshot, or for replicas the array of theirs. */
export type Observation<D> = D extends undefined
  ? undefined
  : D extends ActorDefinition<infer L>
    ? SnapshotFrom<L>
    : D extends ReplicaDefinition<infer L>
      ? readonly SnapshotFrom<L>[]
      : never;

/** The events the actors of a map take. */
export type AnyEventOf<A extends Actors> = { [K in keyof A]: EventFromLogic<LogicOf<A[K]>> }[keyof A];

/** The events the actors of a map emit. */
export type EmittedOf<A extends Actors> = [DeclaredEmitted<A>] extends [never]
  ? AnyEventObject
  : DeclaredEmitted<A>;

/** Those that a statechart's types declare; one that declares none could emit anything. */
type DeclaredEmitted<A extends Actors> = {
  [K in keyof A]: EmittedFrom<LogicOf<A[K]>> extends infer E extends { type: string }
    ? string extends E['type']
      ? never
      : E
    : never;
}[keyof A];

/** The ids the actors of a map can have. */
export type ActorIdOf<A extends Actors> = {
  [K in keyof A & string]: A[K] extends infer D
    ? D extends { kind: 'replicas' }
      ? `${K}-${number}`
      : D extends undefined
        ? never
        : K
    : never;
}[keyof A & string];

/** True for XState state machines, told by shape so that two copies of xstate do not matter. */
export function isStateMachine(logic: Logic): logic is AnyStateMachine {
  return 'root' in logic && 'implementations' in logic && 'getTransitionData' in logic;
}
