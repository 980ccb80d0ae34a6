import type { AnyEventObject } from 'xstate';
import type { ActorReference } from '../system/actor-reference.ts';
import { ModelError } from '../system/errors.ts';
import type { SystemInstance } from '../system/instance.ts';

/** A collected action of XState. */
export interface CollectedAction {
  type: string;
  params: Record<string, unknown> | undefined;
  /** What a custom action would be called with. */
  info: { context: unknown; event: AnyEventObject };
  toUndefined: boolean;
}

/** What XState tells an inspector of a microstep. */
export interface InspectedMicrostep {
  type: string;
  event?: AnyEventObject;
  snapshot?: unknown;
  _transitions?: readonly unknown[];
}

/** Who listens to a scope. */
interface Listener {
  /** Whether a statechart steps in it: other logic does by itself what XState does for statecharts. */
  readonly isChart: boolean;
  collect(action: CollectedAction): void;
  inspect(inspected: InspectedMicrostep): void;
  /** `spawn` in an assign has put off the start of the actor it made last. */
  deferred(): void;
}

/**
 * The scope in which an actor is stepped. Nothing runs in it: actions are collected, and clocks, schedulers
 * and live actors are out of reach.
 */
export function createScope(instance: SystemInstance, self: ActorReference, listener: Listener): object {
  const unreachable = (name: string) => () => {
    throw new ModelError(`${name} was used inside a transition; it exists only in a live system.`, {});
  };
  const system = {
    get: (id: string) => {
      const place = instance.placeOf.get(id);
      if (place === undefined) throw unknownActor(instance, id, 'system.get');
      return instance.references[place];
    },
    getAll: () => Object.fromEntries(instance.references.map((reference) => [reference.path, reference])),
    _bookId: () => self.path,
    _register: () => undefined,
    _unregister: () => undefined,
    _set: () => undefined,
    _sendInspectionEvent: (inspected: InspectedMicrostep) => listener.inspect(inspected),
    _relay: unreachable('system._relay'),
    _logger: () => undefined,
    inspect: unreachable('system.inspect'),
    getSnapshot: unreachable('system.getSnapshot'),
    start: unreachable('system.start'),
    _snapshot: { _scheduledEvents: {} },
    scheduler: {
      schedule: unreachable('system.scheduler'),
      cancel: unreachable('system.scheduler'),
      cancelAll: unreachable('system.scheduler'),
    },
    _clock: { setTimeout: unreachable('system.clock'), clearTimeout: unreachable('system.clock') },
  };
  // XState reads `self` and then `system` to build an action's arguments, but `self` alone when a
  // sendTo has no target and it falls back to the sender: that is how the two are told apart.
  let selfReadAlone = false;
  const collect = (action: Pick<CollectedAction, 'type' | 'info'> & { params?: unknown }): void => {
    const params = action.params as Record<string, unknown> | undefined;
    listener.collect({
      type: action.type,
      params,
      info: action.info,
      toUndefined: selfReadAlone && params?.['to'] === self,
    });
  };
  const emit = (event: unknown): void =>
    listener.collect({ type: 'xstate.emit', params: { event }, info: NO_INFO, toUndefined: false });
  const deferred = (): void => listener.deferred();
  return {
    get self() {
      selfReadAlone = true;
      return self;
    },
    get system() {
      selfReadAlone = false;
      return system;
    },
    id: self.id,
    sessionId: self.id,
    logger: () => undefined,
    // Of a statechart, only `spawn` in an assign calls it: actions are collected and do not run.
    defer: listener.isChart ? deferred : unreachable('scope.defer'),
    emit: listener.isChart ? () => undefined : emit,
    stopChild: listener.isChart ? () => undefined : unreachable('scope.stopChild'),
    actionExecutor: listener.isChart ? collect : unreachable('scope.actionExecutor'),
  };
}

/** What a custom action would be called with where none is meant. */
export const NO_INFO: CollectedAction['info'] = { context: undefined, event: { type: 'xstate.emit' } };

/** @returns the error of a message that names an actor that the system does not have */
export function unknownActor(instance: SystemInstance, id: string, action: string): ModelError {
  const known = instance.actors.map((a) => a.id).join(', ');
  return new ModelError(`there is no actor "${id}" in the system. Its actors: ${known}.`, { action });
}
