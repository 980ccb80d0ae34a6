import type { AnyEventObject } from 'xstate';
import type { Logic } from '../system/actor.ts';
import { isStateMachine } from '../system/actor.ts';
import { isActorReference } from '../system/actor-reference.ts';
import { BuildError, ModelError, messageOf } from '../system/errors.ts';
import type { InstanceActor, SystemInstance } from '../system/instance.ts';
import { MAX_ALTERNATIVES, TOO_MANY } from './alternatives.ts';
import { compareText, encode } from './canonical.ts';
import { checkList, encodeEvent } from './check-event.ts';
import { runEffect } from './effects.ts';
import type { InstrumentedMachine } from './instrument.ts';
import { Firings, MAX_MICROSTEPS, instrument } from './instrument.ts';
import { fragileText, freezeDeep, inPlaceChange, isChanged, twinsOf } from './purity.ts';
import type { CollectedAction, InspectedMicrostep } from './scope.ts';
import { createScope, unknownActor } from './scope.ts';
import type { AnySnapshot } from './snapshot-key.ts';
import { dataOf, orderMattersIn, snapshotKey, stateName } from './snapshot-key.ts';
import { watched } from './watch.ts';

/** What an actor does beyond changing itself: a message to the actor at place `to`, or an emitted event. */
export type Output =
  | { readonly kind: 'send'; readonly to: number; readonly event: AnyEventObject }
  | { readonly kind: 'emit'; readonly event: AnyEventObject };

/** One actor's macrostep under one event, or its start. */
export interface LocalStep {
  readonly snapshot: AnySnapshot;
  /** The exact key of `snapshot`. */
  readonly key: string;
  /** What it puts out, in order; more than one list where a modelled action has a choice. */
  readonly outcomes: readonly (readonly Output[])[];
  readonly firings: Firings;
}

/**
 * Steps one actor through XState's own transition function, with a scope of our own in which nothing
 * runs: actions are collected, and clocks, schedulers and live actors are out of reach.
 */
export class LogicStepper {
  readonly actor: InstanceActor;
  readonly chart: InstrumentedMachine | null;
  private readonly logic: Logic;
  private readonly instance: SystemInstance;
  private readonly orderMatters: boolean;
  private collected: CollectedAction[] = [];
  private firings = new Firings();
  private readonly scope: object;

  constructor(instance: SystemInstance, place: number, chart: InstrumentedMachine | null) {
    this.instance = instance;
    this.actor = instance.actors[place]!;
    this.chart = chart;
    this.logic = chart?.machine ?? this.actor.logic;
    this.orderMatters = orderMattersIn(chart?.machine);
    this.scope = createScope(instance, instance.references[place]!, {
      isChart: chart !== null,
      collect: (action) => this.collected.push(action),
      inspect: (inspected) => this.inspect(inspected),
    });
  }

  /**
   * The actor's initial local state and what starting it sends.
   *
   * @throws ModelError when user code throws or the statechart does what the checker cannot follow
   */
  initial(input: unknown = this.actor.input): LocalStep {
    try {
      encode(input, 'input');
    } catch (thrown) {
      throw this.located(thrown, null, null);
    }
    freezeDeep(input);
    return this.run(null, null, () => {
      const snapshot = this.logic.getInitialSnapshot(this.scope as never, input) as AnySnapshot;
      if (snapshot.status === 'error') throw snapshot.error;
      return snapshot;
    });
  }

  /**
   * The actor's macrostep from `before` under `event`. An actor that is done ignores every event.
   *
   * @throws ModelError as {@link initial}
   */
  step(before: AnySnapshot, event: AnyEventObject): LocalStep {
    if (before.status !== 'active') {
      return { snapshot: before, key: this.key(before, event), outcomes: [[]], firings: new Firings() };
    }
    return this.run(
      before,
      event,
      () => this.logic.transition(before, event, this.scope as never) as AnySnapshot,
    );
  }

  /** The stimuli the actor offers in a local state, in order. */
  stimuli(snapshot: AnySnapshot): readonly AnyEventObject[] {
    const { stimuli } = this.actor;
    if (snapshot.status !== 'active') return [];
    try {
      return watched(() => this.askStimuli(snapshot, stimuli));
    } catch (thrown) {
      const what =
        thrown instanceof ModelError
          ? `its stimuli: ${thrown.what}`
          : `its stimuli function threw: ${messageOf(thrown)}`;
      const path = thrown instanceof ModelError ? thrown.place : {};
      throw new ModelError(
        what,
        { ...this.place(snapshot, null), event: undefined, ...path },
        { cause: thrown },
      );
    }
  }

  private askStimuli(snapshot: AnySnapshot, stimuli: InstanceActor['stimuli']): readonly AnyEventObject[] {
    const list: unknown = typeof stimuli === 'function' ? stimuli(snapshot) : stimuli;
    checkList(list, 'the function must return a list of events');
    if (typeof stimuli === 'function') this.checkStimuli(snapshot, list, stimuli);
    const events = list.map((s) => (typeof s === 'string' ? { type: s } : s));
    // An event offered twice is one step.
    const distinct = new Map(events.map((event) => [encodeEvent(event), event as AnyEventObject]));
    distinct.forEach(freezeDeep);
    return [...distinct.values()];
  }

  /** A stimuli function must give the same list again, whatever the insertion orders, and change nothing. */
  private checkStimuli(snapshot: AnySnapshot, list: unknown, ask: (snapshot: never) => unknown): void {
    // The same events in another order are the same offer.
    const textOf = (offered: unknown): string =>
      (offered as unknown[])
        .map((stimulus) => encodeEvent(typeof stimulus === 'string' ? { type: stimulus } : stimulus))
        .sort(compareText)
        .join();
    const text = textOf(list);
    fragileText(snapshot);
    const differs = (of: AnySnapshot): boolean => textOf(ask(of as never)) !== text;
    if (differs(snapshot) || differs(snapshot)) {
      throw new ModelError('the list came out differently when asked for twice: the function is impure.', {});
    }
    if (twinsOf(snapshot).some(differs)) {
      throw new ModelError(
        'the list depends on the order in which keys of an object or entries of a Map or Set were inserted, which is not part of the state. Sort them before use.',
        {},
      );
    }
    if (isChanged(snapshot)) {
      throw new ModelError(
        'the function changed the context (a Map, Set, Date or typed array in it) in place.',
        {},
      );
    }
  }

  /** The exact key of a snapshot; `event` is only for the message. */
  key(snapshot: AnySnapshot, event: AnyEventObject | null): string {
    try {
      return snapshotKey(snapshot, this.orderMatters);
    } catch (thrown) {
      throw this.located(thrown, snapshot, event);
    }
  }

  private run(before: AnySnapshot | null, event: AnyEventObject | null, call: () => AnySnapshot): LocalStep {
    this.collected = [];
    const firings = (this.firings = new Firings());
    if (this.chart !== null) this.chart.firings = firings;
    try {
      return watched(() => {
        const snapshot = call();
        if (this.chart === null) firings.handled = true;
        this.refuseChildren(snapshot);
        // Keyed first: what cannot be keyed is refused, not frozen.
        const key = snapshotKey(snapshot, this.orderMatters);
        freezeDeep(dataOf(snapshot));
        freezeDeep(snapshot.value);
        if (this.chart !== null) Object.freeze(snapshot);
        return { snapshot, key, outcomes: this.outcomes(), firings };
      });
    } catch (thrown) {
      throw this.located(thrown, before, event);
    } finally {
      if (this.chart !== null) this.chart.firings = null;
    }
  }

  private outcomes(): Output[][] {
    let lists: Output[][] = [[]];
    const outputs: Output[] = [];
    for (const action of this.collected) {
      switch (action.type) {
        case 'xstate.log':
          break;
        case 'xstate.emit':
          outputs.push({ kind: 'emit', event: this.message(action, 'event') });
          break;
        case 'xstate.raise':
          if (isDelayed(action)) this.refuse('after or raise', 'a delayed transition or raise');
          break;
        case 'xstate.sendTo':
          outputs.push({ kind: 'send', to: this.receiver(action), event: this.message(action, 'event') });
          break;
        case 'xstate.cancel':
        case 'xstate.spawnChild':
        case 'xstate.stopChild':
          this.refuse(
            action.type,
            action.type === 'xstate.cancel' ? 'cancel' : 'an invoked or spawned actor',
          );
          break;
        default: {
          // What the action itself would be called with: a later assign or a raised event is not its business.
          const { context, event } = action.info;
          encode(context, 'context');
          freezeDeep(context);
          const alternatives = runEffect(this.instance, action.type, {
            self: this.actor.id,
            context,
            event,
            params: action.params,
          });
          if (lists.length * alternatives.length > MAX_ALTERNATIVES) throw new ModelError(TOO_MANY, {});
          lists = lists.flatMap((list) => alternatives.map((more) => [...list, ...more]));
        }
      }
    }
    // Custom actions run while the transition is taken; XState defers sendTo to its end.
    return lists.map((list) => [...list, ...outputs]);
  }

  private receiver(action: CollectedAction): number {
    const to = action.params?.['to'];
    if (action.toUndefined) {
      throw new ModelError(
        'sendTo() was given no actor: its target is undefined, which live XState takes to mean the sender itself. Name the receiver, or say `self`.',
        { action: 'sendTo' },
      );
    }
    const id = isActorReference(to) ? to.id : String(to);
    const place = this.instance.placeOf.get(id);
    if (place === undefined) throw unknownActor(this.instance, id, 'sendTo');
    if (action.params?.['delay'] !== undefined) this.refuse('sendTo', 'a delayed send');
    return place;
  }

  private message(action: CollectedAction, key: string): AnyEventObject {
    const event = action.params?.[key];
    encodeEvent(event);
    freezeDeep(event);
    return event as AnyEventObject;
  }

  private inspect(inspected: InspectedMicrostep): void {
    if (inspected.type !== '@xstate.microstep') return;
    const { firings } = this;
    const transitions = inspected._transitions ?? [];
    firings.microsteps++;
    // An eventless transition whose guard reads the event takes it too.
    if (transitions.length > 0) firings.handled = true;
    if (inspected.event !== undefined && transitions.length > 0) firings.events.add(inspected.event.type);
    for (const transition of transitions) {
      const index = this.chart?.indexOf(transition as never);
      if (index !== undefined) firings.taken.add(index);
    }
  }

  private refuseChildren(snapshot: AnySnapshot): void {
    const children = Object.keys((snapshot as { children?: object }).children ?? {});
    if (children.length > 0) this.refuse(`child "${children[0]}"`, 'an invoked or spawned actor');
  }

  private refuse(action: string, what: string): never {
    throw new ModelError(
      `${what} is not modelled yet: this version checks systems without timers and child actors. Make it an actor of the system, or a stimulus.`,
      { action },
    );
  }

  /** Where a message says that something happened. */
  place(snapshot: AnySnapshot | null, event: AnyEventObject | null): ModelError['place'] {
    return {
      actor: this.actor.id,
      ...(this.actor.machine === this.actor.id ? {} : { machine: this.actor.machine }),
      ...(snapshot === null ? {} : { state: stateName(snapshot) }),
      event: event === null ? 'its start' : event.type,
    };
  }

  private located(thrown: unknown, snapshot: AnySnapshot | null, event: AnyEventObject | null): ModelError {
    const inner = innermost(thrown);
    if (inner instanceof ModelError) {
      return new ModelError(inner.what, { ...this.place(snapshot, event), ...inner.place }, { cause: inner });
    }
    const message = messageOf(thrown);
    const changed = inPlaceChange(inner, snapshot?.context, event);
    if (changed !== null)
      return new ModelError(
        changed.what,
        { ...this.place(snapshot, event), path: changed.path },
        { cause: thrown },
      );
    return new ModelError(whatOf(message), this.place(snapshot, event), { cause: thrown });
  }
}

/** What an error of XState means, in words of the model. */
function whatOf(message: string): string {
  if (message.startsWith('Infinite loop detected'))
    return `more than ${MAX_MICROSTEPS} eventless or raised transitions in one step: the statechart goes round for ever. Give one of its \`always\` transitions a guard that ends the loop.`;
  if (message.startsWith("Unable to send event to actor '#_parent'"))
    return "sendParent() has nobody to send to: an actor of a system has no parent. Address another actor with sendTo and `({ system }) => system.get('its id')`.";
  if (message.startsWith('Unable to send event to actor'))
    return `sendTo() names an actor by a string, which XState looks up among the sender's own children: ${message} Address another actor of the system with \`({ system }) => system.get('its id')\`.`;
  // What XState reads first of a parent to make an actor of its own.
  if (message.includes("(reading '_bookId')"))
    return 'an invoked or spawned actor is not modelled yet: this version checks systems without timers and child actors. Make it an actor of the system, or a stimulus.';
  return `user code threw: ${message}`;
}

/** An `after` whose delay is not defined comes as a raise without a delay, which XState fires at once. */
function isDelayed({ params }: CollectedAction): boolean {
  const event = params?.['event'] as AnyEventObject | undefined;
  return params?.['delay'] !== undefined || (event?.type.startsWith('xstate.after.') ?? false);
}

/** XState wraps what a guard throws into an error of its own; the cause is what the user needs. */
function innermost(thrown: unknown): unknown {
  return thrown instanceof Error && thrown.cause !== undefined && !(thrown instanceof ModelError)
    ? innermost(thrown.cause)
    : thrown;
}

/** One stepper per actor; replicas share the instrumented statechart, so that coverage is theirs together. */
export function createSteppers(instance: SystemInstance): LogicStepper[] {
  const charts = new Map<Logic, InstrumentedMachine>();
  return instance.actors.map((actor, place) => {
    if (!isStateMachine(actor.logic)) {
      if ('start' in actor.logic) {
        throw new BuildError(
          `system "${instance.system}", design "${instance.design}", actor ${actor.id}: promise, callback and observable logic is not modelled yet: make its outcomes stimuli of a statechart.`,
        );
      }
      return new LogicStepper(instance, place, null);
    }
    const chart = charts.get(actor.logic) ?? instrument(actor.logic);
    charts.set(actor.logic, chart);
    return new LogicStepper(instance, place, chart);
  });
}
