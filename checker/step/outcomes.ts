import type { AnyEventObject } from 'xstate';
import { addressOf, isActorReference } from '../system/actor-reference.ts';
import { ModelError } from '../system/errors.ts';
import type { InstanceActor, SystemInstance } from '../system/instance.ts';
import { MAX_TICKS } from '../system/time.ts';
import type { Adopted, UnstartedActor } from './adopt-children.ts';
import { MADE, withReferences } from './adopt-children.ts';
import { MAX_ALTERNATIVES, TOO_MANY } from './alternatives.ts';
import { encode } from './canonical.ts';
import { encodeEvent } from './check-event.ts';
import { runEffect } from './effects.ts';
import type { Output } from './output.ts';
import { startEvent } from './output.ts';
import { freezeDeep } from './purity.ts';
import type { CollectedAction } from './scope.ts';
import { unknownActor } from './scope.ts';

/**
 * What the actions of one macrostep put out: one list, or one for each combination of the choices of modelled
 * actions. Custom actions act while the transition is taken, all else when it is over, in order.
 *
 * @throws ModelError when an action is one that the checker cannot follow
 */
export function outcomesOf(
  instance: SystemInstance,
  actor: InstanceActor,
  collected: readonly CollectedAction[],
  adopted: Adopted,
): Output[][] {
  let lists: Output[][] = [[]];
  const outputs: Output[] = [];
  const reading = new Reading(instance, adopted);
  for (const action of collected) {
    switch (action.type) {
      case 'xstate.log':
      case MADE:
        break;
      case 'xstate.emit':
        outputs.push({ kind: 'emit', event: reading.message(action) });
        break;
      case 'xstate.raise':
        // Without a delay it has been taken within the macrostep.
        if (isDelayed(action)) outputs.push(reading.timer(action, instance.placeOf.get(actor.id)!));
        break;
      case 'xstate.sendTo': {
        const to = reading.receiver(action);
        const event = reading.message(action);
        const delayed = action.params?.['delay'] !== undefined;
        outputs.push(delayed ? reading.timer(action, to) : { kind: 'send', to, event });
        break;
      }
      case 'xstate.cancel':
        if (instance.time !== null) outputs.push({ kind: 'cancel', id: String(action.params?.['sendId']) });
        break;
      case 'deferred':
        outputs.push(
          ...reading.start(action.params, undefined).map((start) => ({ ...start, early: true as const })),
        );
        break;
      case 'xstate.spawnChild':
        outputs.push(...reading.start(action.params?.['actorRef'], action.params?.['input']));
        break;
      case 'xstate.stopChild': {
        const stopped = action.params as unknown as object | undefined;
        if (stopped === undefined || adopted.stillborn.has(stopped)) break;
        const reference = adopted.references.get(stopped) ?? (stopped as { id: string });
        outputs.push({ kind: 'stop', to: instance.placeOf.get(addressOf(reference))! });
        break;
      }
      default: {
        // What the action itself would be called with: a later assign or a raised event is not its business.
        const { event } = action.info;
        const context = withReferences(action.info.context, adopted.references);
        encode(context, 'context');
        freezeDeep(context);
        const alternatives = runEffect(instance, action.type, {
          self: actor.id,
          context,
          event,
          params: action.params,
        });
        if (lists.length * alternatives.length > MAX_ALTERNATIVES) throw new ModelError(TOO_MANY, {});
        lists = lists.flatMap((list) => alternatives.map((more) => [...list, ...more]));
      }
    }
  }
  return lists.map((list) => [...list, ...outputs]);
}

/** Reads the parameters of collected actions. */
class Reading {
  constructor(
    private readonly instance: SystemInstance,
    private readonly adopted: Adopted,
  ) {}

  receiver(action: CollectedAction): number {
    const to = withReferences(action.params?.['to'], this.adopted.references);
    if (action.toUndefined) {
      throw new ModelError(
        'sendTo() was given no actor: its target is undefined, which live XState takes to mean the sender itself. Name the receiver, or say `self`.',
        { action: 'sendTo' },
      );
    }
    const id = isActorReference(to) ? addressOf(to) : String(to);
    const place = this.instance.placeOf.get(id);
    if (place === undefined) throw unknownActor(this.instance, id, 'sendTo');
    return place;
  }

  message(action: CollectedAction): AnyEventObject {
    const event = withReferences(action.params?.['event'], this.adopted.references);
    encodeEvent(event);
    freezeDeep(event);
    return event as AnyEventObject;
  }

  timer(action: CollectedAction, to: number): Output {
    const { id, delay } = action.params as { id?: string; delay?: unknown };
    const event = this.message(action);
    const name = `timer "${id ?? event.type}"`;
    return { kind: 'schedule', to, event, id: id ?? '', ticks: this.ticks(delay, name) };
  }

  private ticks(delay: unknown, name: string): number {
    const { time } = this.instance;
    if (typeof delay !== 'number' || !(delay >= 0) || delay === Infinity) {
      throw new ModelError(
        `its delay is ${String(delay)}, and must be a number of milliseconds from 0. XState would take it for none at all.`,
        { action: name },
      );
    }
    if (time === null) {
      throw new ModelError(
        "it is delayed, and the system does not say how time passes. Let `build` return `time`: `{ tick: 1000 }` for discrete time in steps of so many milliseconds, or `'untimed'` to let timers fire in any order.",
        { action: name },
      );
    }
    if (time === 'untimed') return 0;
    const ticks = delay / time.tick;
    if (!Number.isInteger(ticks)) {
      throw new ModelError(
        `its delay of ${delay} ms is no whole number of ticks of ${time.tick} ms. Choose a tick that divides every delay.`,
        { action: name },
      );
    }
    if (ticks > MAX_TICKS) {
      throw new ModelError(
        `its delay of ${delay} ms is ${ticks} ticks, more than ${MAX_TICKS}: clocks so far apart make the search endless. Choose a larger tick, or bound the delay.`,
        { action: name },
      );
    }
    return ticks;
  }

  /** Nothing for an actor that was stopped before it could start. */
  start(actor: unknown, input: unknown): (Output & { kind: 'start' })[] {
    if (actor === undefined)
      throw new ModelError(
        'it spawns an actor that has no implementation. Provide one with setup or provide.',
        {
          action: 'spawn',
        },
      );
    const { references, stillborn } = this.adopted;
    const reference = references.get(actor as object);
    if (reference === undefined || stillborn.has(actor as object)) return [];
    const given = withReferences(input ?? (actor as UnstartedActor).options.input, this.adopted.references);
    const event = startEvent(given);
    encode(given, 'input');
    freezeDeep(event);
    return [{ kind: 'start', to: this.instance.placeOf.get(reference.path)!, event }];
  }
}

/** An `after` whose delay is not defined comes as a raise without a delay, which XState fires at once. */
function isDelayed({ params }: CollectedAction): boolean {
  const event = params?.['event'] as AnyEventObject | undefined;
  return params?.['delay'] !== undefined || (event?.type.startsWith('xstate.after.') ?? false);
}

/** What an actor puts out when it is done or has failed: its timers go, and its parent is told. */
export function endOutputs(
  instance: SystemInstance,
  actor: InstanceActor,
  { status, output, error }: { status: string; output?: unknown; error?: unknown },
): Output[] {
  const outputs: Output[] = instance.time === null ? [] : [{ kind: 'cancel-all' }];
  const { child } = actor;
  if (child === null) return outputs;
  const event =
    status === 'done'
      ? { type: `xstate.done.actor.${child.id}`, output, actorId: child.id }
      : { type: `xstate.error.actor.${child.id}`, error, actorId: child.id };
  freezeDeep(event);
  return [...outputs, { kind: 'forget' }, { kind: 'send', to: child.parent, event }];
}
