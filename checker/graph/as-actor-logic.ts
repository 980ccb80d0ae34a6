import type { ActorLogic, EventObject } from 'xstate';
import { encode } from '../step/canonical.ts';
import type { StepChoice } from '../step/integer-space.ts';
import type { PlainState, PlainStep } from '../step/plain-space.ts';
import { PlainSpace } from '../step/plain-space.ts';
import { stateName } from '../step/snapshot-key.ts';
import { ModelError } from '../system/errors.ts';
import type { SystemInstance } from '../system/instance.ts';

/** A state of the whole system, in the shape of a snapshot. */
export interface SystemSnapshot {
  readonly status: 'active';
  readonly output: undefined;
  readonly error: undefined;
  /** Each actor's state in words, by id: `{ 'client-1': 'waiting', lock: 'free' }`. */
  readonly states: Readonly<Record<string, string>>;
  /** The actors' snapshots and the messages under way. */
  readonly system: PlainState;
}

/** A step of the whole system, in the shape of an event; its type reads like `client-1: want`. */
export interface SystemEvent extends EventObject {
  readonly choice: StepChoice;
}

/** How the functions of @xstate/graph are to traverse a system; their second argument. */
export interface SystemTraversal {
  readonly events: (snapshot: SystemSnapshot) => SystemEvent[];
  readonly serializeState: (snapshot: SystemSnapshot) => string;
  readonly serializeEvent: (event: SystemEvent) => string;
}

/** A system as XState actor logic, with the options that traverse it. */
export type SystemLogic = ActorLogic<SystemSnapshot, SystemEvent, undefined> & {
  readonly traversal: SystemTraversal;
};

/**
 * Offers a whole system as actor logic, for `getAdjacencyMap`, `getShortestPaths` and `TestModel` of
 * @xstate/graph or `xstate/graph`: `const logic = asActorLogic(instance)`, then
 * `getShortestPaths(logic, logic.traversal)`. Without those options the library would compare states by
 * JSON, which drops what JSON cannot say, and would find no events.
 *
 * The library keeps every state with all its steps as objects and stores a whole path per state, so it is
 * for systems of some thousand states; `limit` in the options makes it stop with an error. It has no part in
 * any verdict.
 *
 * @throws ModelError when the actors can start in several ways, because the library begins in one state; from
 *   `events` also when a full channel leaves open what happens next, and from user code
 */
export function asActorLogic(instance: SystemInstance): SystemLogic {
  const space = new PlainSpace(instance);
  const taken = new WeakMap<SystemEvent, PlainStep>();
  const snapshotOf = (system: PlainState): SystemSnapshot => ({
    status: 'active',
    output: undefined,
    error: undefined,
    states: Object.fromEntries(
      instance.actors.map(({ id }, place) => [id, stateName(system.snapshots[place]!)]),
    ),
    system,
  });
  const events = ({ system }: SystemSnapshot): SystemEvent[] => {
    const key = space.key(system);
    return space
      .offers(system)
      .flatMap((offer) => space.takeAll(system, offer))
      .flatMap((step) => {
        if (step.ended === 'full') refuseFull(step);
        if (step.ended !== 'ok' || space.key(step.after) === key) return [];
        const event: SystemEvent = { type: typeOf(step.choice), choice: step.choice };
        taken.set(event, step);
        return [event];
      });
  };
  return {
    getInitialSnapshot: () => {
      const [start, another] = space.startAll();
      if (another !== undefined) {
        throw new ModelError(
          `${instance.system} can start in several ways, and @xstate/graph begins in one state. Make the choice a stimulus.`,
          {},
        );
      }
      if (start!.ended !== 'ok') refuseFull(start!);
      return snapshotOf(start!.after);
    },
    transition: (snapshot, event) =>
      snapshotOf((taken.get(event) ?? space.take(snapshot.system, event.choice)).after),
    getPersistedSnapshot: (snapshot) => snapshot,
    traversal: {
      events,
      serializeState: ({ system }) => space.key(system),
      serializeEvent: ({ type, choice }) =>
        [type, encode(choice.event, 'event'), ...choice.choices].join(' '),
    },
  };
}

function typeOf({ kind, actor, from, event }: StepChoice): string {
  if (kind === 'tick') return kind;
  const what = event?.type ?? kind;
  const plain = kind === 'stimulus' || kind === 'delivery' || what === kind;
  return `${actor}: ${plain ? '' : `${kind} `}${what}${from === null ? '' : ` from ${from}`}`;
}

function refuseFull({ choice }: PlainStep): never {
  throw new ModelError(
    `a channel is full, and what a further message would do is not known. Give it more capacity, or a \`whenFull\` policy.`,
    { actor: choice.actor, event: choice.event?.type ?? 'its start' },
  );
}
