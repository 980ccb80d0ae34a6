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
  readonly id: string;
  readonly sessionId: string;
  readonly _parent = undefined;
  readonly src = '';

  constructor(id: string) {
    this.id = id;
    this.sessionId = id;
    Object.freeze(this);
  }

  get ref(): this {
    return this;
  }

  toJSON(): { xstate$$type: number; id: string } {
    return { xstate$$type: this.xstate$$type, id: this.id };
  }

  toString(): string {
    return this.id;
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
    throw new ModelError(`${method}() was called on the reference to actor "${this.id}": ${instead}.`, {});
  }
}

/** True for references of the checker and of XState alike. */
export function isActorReference(value: unknown): value is { id: string; xstate$$type: 1 } {
  return (
    typeof value === 'object' && value !== null && (value as { xstate$$type?: unknown }).xstate$$type === 1
  );
}
