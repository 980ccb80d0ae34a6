import { ModelError } from './errors.ts';

/**
 * A typed reference to an actor: what `self`, `system.get(id)` and `ref(id)` give inside a system under
 * check. It may live in context, input and events, where the state key knows it for what it is, and it
 * can be sent to. It has the shape of XState's ActorRef, but there is no running actor behind it: whatever
 * would read one is refused, because a step that reads another actor's state without a message would
 * depend on more than its own local state.
 */
export class ActorReference {
  readonly xstate$$type = 1;
  /** As live XState has it: a child is known by the id it has in its parent. */
  readonly id: string;
  /** The id in the system: for a child, `parent/child`. */
  readonly path: string;
  readonly sessionId: string;
  readonly _parent: ActorReference | undefined;
  readonly src = '';

  constructor(path: string, id = path, parent?: ActorReference) {
    this.id = id;
    this.path = path;
    this.sessionId = path;
    this._parent = parent;
    Object.freeze(this);
  }

  /** What XState builds the actors in that a transition spawns: see {@link NURSERY}. */
  get system(): object {
    return NURSERY;
  }

  get ref(): this {
    return this;
  }

  toJSON(): { xstate$$type: number; id: string } {
    return { xstate$$type: this.xstate$$type, id: this.path };
  }

  toString(): string {
    return this.path;
  }

  send(): never {
    return this.refuse('send', 'use the sendTo action, which the checker can follow');
  }

  getSnapshot(): never {
    return this.refuse('getSnapshot', 'ask the other actor with a sync message and keep what it answers');
  }

  subscribe(): never {
    return this.refuse('subscribe', 'have the other actor send a message');
  }

  on(): never {
    return this.refuse('on', 'have the other actor send a message');
  }

  start(): never {
    return this.refuse('start', 'every actor of the system is already running');
  }

  stop(): never {
    return this.refuse('stop', 'let the actor reach a final state');
  }

  private refuse(method: string, instead: string): never {
    throw new ModelError(`${method}() was called on the reference to actor "${this.path}": ${instead}.`, {});
  }
}

/** True for references of the checker and of XState alike. */
export function isActorReference(value: unknown): value is { id: string; xstate$$type: 1 } {
  return (
    typeof value === 'object' && value !== null && (value as { xstate$$type?: unknown }).xstate$$type === 1
  );
}

/** The id in the system of the actor that a reference stands for. */
export function addressOf(reference: { readonly id: string }): string {
  return reference instanceof ActorReference ? reference.path : reference.id;
}

/**
 * XState makes an actor object of its own for every child that a transition spawns, in the system of its parent.
 * None of them is ever started: the checker reads what they were made of and steps the child in its own place.
 */
let booked = 0;
let born: ((actor: object) => void) | null = null;

/** Calls `work`, and tells `listener` of every actor object that XState makes meanwhile. */
export function watchingBirths<T>(listener: (actor: object) => void, work: () => T): T {
  const before = born;
  born = listener;
  try {
    return work();
  } finally {
    born = before;
  }
}

const NURSERY = Object.freeze({
  get: () => undefined,
  getAll: () => ({}),
  _bookId: () => `${UNNAMED}${++booked}`,
  _register: () => undefined,
  _unregister: () => undefined,
  _set: () => undefined,
  _sendInspectionEvent: ({ type, actorRef }: { type: string; actorRef: object }) => {
    if (type === '@xstate.actor') born?.(actorRef);
  },
  _logger: () => undefined,
  _snapshot: Object.freeze({ _scheduledEvents: Object.freeze({}) }),
});

/** What the id of a spawned actor starts with that was given none. */
export const UNNAMED = 'unnamed child ';
