import type { AnyEventObject } from 'xstate';
import type { Logic } from '../system/actor.ts';
import { addressOf, watchingBirths } from '../system/actor-reference.ts';
import { BuildError, ModelError, messageOf } from '../system/errors.ts';
import type { InstanceActor, SystemInstance } from '../system/instance.ts';
import { MADE, adoptChildren, childrenOf } from './adopt-children.ts';
import { encode, isPlain } from './canonical.ts';
import { encodeEvent } from './check-event.ts';
import { innermost, whatOf } from './error-words.ts';
import type { InstrumentedMachine } from './instrument.ts';
import { Firings } from './instrument.ts';
import { offeredStimuli } from './offered-stimuli.ts';
import { endOutputs, outcomesOf } from './outcomes.ts';
import type { Output } from './output.ts';
import { CRASH, RESTART, START, STOP, inStartOrder } from './output.ts';
import { freezeDeep, inPlaceChange } from './purity.ts';
import type { CollectedAction, InspectedMicrostep } from './scope.ts';
import { NO_INFO, createScope } from './scope.ts';
import type { AnySnapshot } from './snapshot-key.ts';
import { ABSENT, crashed, dataOf, orderMattersIn, snapshotKey, stateName } from './snapshot-key.ts';
import { watched } from './watch.ts';

export type { Output } from './output.ts';

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
  /** Told the snapshot after each microstep that XState tells of. */
  passing: ((through: AnySnapshot) => void) | null = null;
  private readonly logic: Logic;
  private readonly instance: SystemInstance;
  private readonly orderMatters: boolean;
  private collected: CollectedAction[] = [];
  private firings = new Firings();
  private readonly scope: object;
  /** Its place among the actors. */
  readonly at: number;
  /** The steppers of all actors, by place. */
  private readonly family: readonly LogicStepper[];

  constructor(
    instance: SystemInstance,
    place: number,
    chart: InstrumentedMachine | null,
    family: readonly LogicStepper[],
  ) {
    this.family = family;
    this.at = place;
    this.instance = instance;
    this.actor = instance.actors[place]!;
    this.chart = chart;
    this.logic = chart?.machine ?? this.actor.logic;
    this.orderMatters = orderMattersIn(chart?.machine);
    this.scope = createScope(instance, instance.references[place]!, {
      isChart: chart !== null,
      collect: (action) => this.collected.push(action),
      inspect: (inspected) => this.inspect(inspected),
      deferred: () => {
        const last = this.collected.findLast(({ type }) => type === MADE)!;
        this.collected.push({ ...last, type: 'deferred' });
      },
    });
  }

  /** The local state of a child that its parent has not started. */
  absent(): LocalStep {
    return this.still(ABSENT, [], null);
  }

  /**
   * The actor's initial local state and what starting it sends.
   *
   * @param surviving what of its context has survived a crash
   * @throws ModelError when user code throws or the statechart does what the checker cannot follow
   */
  initial(input: unknown = this.actor.input, surviving: Record<string, unknown> | null = null): LocalStep {
    let text: string;
    try {
      text = encode(input, 'input');
    } catch (thrown) {
      throw this.located(thrown, null, null);
    }
    freezeDeep(input);
    let started: AnySnapshot | null = null;
    const step = this.run(
      null,
      null,
      () => {
        const snapshot = this.snapshotAtStart(input, surviving);
        if (snapshot.status === 'error') {
          started = snapshot;
          throw snapshot.error;
        }
        return snapshot;
      },
      () => started,
    );
    if (encode(input, 'input') !== text)
      throw new ModelError(
        'user code changed it in place, and whoever starts it again gets the same. Copy it first.',
        { ...this.place(step.snapshot, null), path: 'input (a Map, Set, Date or typed array in it)' },
      );
    return step;
  }

  /**
   * The actor's macrostep from `before` under `event`. An actor that is done, has failed or crashed, or is not there
   * ignores every message.
   *
   * @throws ModelError as {@link initial}
   */
  step(before: AnySnapshot, event: AnyEventObject): LocalStep {
    switch (event.type) {
      case START:
        return this.initial(event['input']);
      case STOP.type:
        return this.still(ABSENT, before.status === 'active' ? this.leave(before) : [], event);
      case CRASH.type:
        return this.crash(before, event);
      case RESTART.type:
        return this.restart(before);
    }
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
    if (snapshot.status !== 'active') return [];
    try {
      return watched(() => offeredStimuli(this.actor, snapshot));
    } catch (thrown) {
      const list = this.actor.outcomes === null ? 'stimuli' : 'outcomes';
      const what =
        thrown instanceof ModelError
          ? `its ${list}: ${thrown.what}`
          : thrown instanceof BuildError
            ? messageOf(thrown)
            : `its ${list} function threw: ${messageOf(thrown)}`;
      const path = thrown instanceof ModelError ? thrown.place : {};
      throw new ModelError(
        what,
        { ...this.place(snapshot, null), event: undefined, ...path },
        { cause: thrown },
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

  /** Where a message says that something happened. */
  place(snapshot: AnySnapshot | null, event: AnyEventObject | null): ModelError['place'] {
    return {
      actor: this.actor.id,
      ...(this.actor.machine === this.actor.id ? {} : { machine: this.actor.machine }),
      ...(snapshot === null ? {} : { state: stateName(snapshot) }),
      event: event === null || event.type === START ? 'its start' : event.type,
    };
  }

  private run(
    before: AnySnapshot | null,
    event: AnyEventObject | null,
    call: () => AnySnapshot,
    failing: () => AnySnapshot | null = () => before,
  ): LocalStep {
    this.collected = [];
    const firings = (this.firings = new Firings());
    if (this.chart !== null) this.chart.firings = firings;
    try {
      const made = (child: object): void => this.born(child);
      return watched(() => this.complete(before, event, watchingBirths(made, call), firings));
    } catch (thrown) {
      if (this.instance.throws === 'as-live' && this.isLive(thrown, before, event)) {
        if (before !== null && event !== null) this.noteAttempt(before, event);
        return this.fail(failing(), innermost(thrown), firings);
      }
      throw this.located(thrown, before, event);
    } finally {
      if (this.chart !== null) this.chart.firings = null;
    }
  }

  /** XState has made an actor object: for this actor, or for one of those. */
  private born(child: object): void {
    if ((child as { _parent?: unknown })._parent !== this.instance.references[this.at]) return;
    const params = child as Record<string, unknown>;
    this.collected.push({ type: MADE, params, info: NO_INFO, toUndefined: false });
  }

  private complete(
    before: AnySnapshot | null,
    event: AnyEventObject | null,
    raw: AnySnapshot,
    firings: Firings,
  ): LocalStep {
    // That a child has failed is the failure of a parent that does not handle it.
    if (this.chart === null || before === null || raw.status === 'error') firings.handled = true;
    const { instance, actor } = this;
    const adopted = adoptChildren(instance, actor, before, raw, this.collected);
    const { snapshot } = adopted;
    // Keyed first: what cannot be keyed is refused, not frozen.
    const key = snapshotKey(snapshot, this.orderMatters);
    freezeDeep(dataOf(snapshot));
    freezeDeep(snapshot.value);
    if (this.chart !== null) Object.freeze(snapshot);
    let outcomes: readonly (readonly Output[])[] = outcomesOf(instance, actor, this.collected, adopted);
    if (actor.outcomes !== null && event?.type === 'send')
      outcomes = [[{ kind: 'send', to: actor.child!.parent, event: this.sent(event['event']) }]];
    if (before === null) outcomes = outcomes.map((list) => this.inStartOrder(list, snapshot));
    if (snapshot.status !== 'active') {
      const end = endOutputs(instance, actor, snapshot);
      outcomes = outcomes.map((list) => [...list, ...end]);
    }
    return { snapshot, key, outcomes, firings };
  }

  private inStartOrder(outputs: readonly Output[], snapshot: AnySnapshot): readonly Output[] {
    // One that is done at once has stopped its children before they could start, but for those of an assign.
    const done = snapshot.status !== 'active';
    const list = outputs.filter((output) => !done || output.kind !== 'start' || output.early === true);
    const children = Object.values(childrenOf(snapshot)).map((child) =>
      this.instance.placeOf.get(addressOf(child))!,
    );
    return inStartOrder(
      list,
      children,
      ({ to, event }) => !done && this.family[to]!.initial(event['input']).snapshot.status === 'active',
    );
  }

  /** What a callback sends its parent. */
  private sent(event: unknown): AnyEventObject {
    encodeEvent(event);
    freezeDeep(event);
    return event as AnyEventObject;
  }

  private snapshotAtStart(input: unknown, surviving: Record<string, unknown> | null): AnySnapshot {
    const { chart } = this;
    if (chart !== null) chart.surviving = surviving;
    try {
      return this.logic.getInitialSnapshot(this.scope as never, input) as AnySnapshot;
    } finally {
      if (chart !== null) chart.surviving = null;
    }
  }

  /** Whether live XState would have caught what was thrown, and made it the actor's error. */
  private isLive(thrown: unknown, before: AnySnapshot | null, event: AnyEventObject | null): boolean {
    const inner = innermost(thrown);
    if (inner instanceof ModelError || inPlaceChange(inner, before?.context, event) !== null) return false;
    return !messageOf(thrown).startsWith('Infinite loop detected');
  }

  /** A transition whose action throws has been taken, though XState tells of it only when it is done. */
  private noteAttempt(before: AnySnapshot, event: AnyEventObject): void {
    try {
      const taken = this.chart?.machine.getTransitionData(before as never, event) ?? [];
      for (const transition of taken) {
        const index = this.chart!.indexOf(transition);
        if (index !== undefined) this.firings.taken.add(index);
      }
    } catch {
      // It is a guard that throws: no transition was taken.
    }
  }

  /** The actor has failed: nothing of its step is done, and its parent is told. Its children go on, as live. */
  private fail(before: AnySnapshot | null, error: unknown, firings: Firings): LocalStep {
    firings.handled = true;
    // A start that fails leaves none of the children it made.
    const children = this.chart !== null && before?.status !== 'active' ? { children: {} } : {};
    const snapshot: AnySnapshot = Object.freeze({
      ...(before ?? { output: undefined, context: undefined }),
      ...children,
      status: 'error',
      error,
    } as const);
    const key = this.key(snapshot, null);
    freezeDeep(dataOf(snapshot));
    return { snapshot, key, outcomes: [endOutputs(this.instance, this.actor, snapshot)], firings };
  }

  private crash(before: AnySnapshot, event: AnyEventObject): LocalStep {
    const snapshot = crashed(before, this.actor.survives);
    const mail: Output[] = this.actor.mail === 'lost' ? [{ kind: 'lose-mail' }] : [];
    const timers: Output[] = this.instance.time === null ? [] : [{ kind: 'clear-timers' }];
    const stops = this.below(this.at).map((to): Output => ({ kind: 'stop', to }));
    return this.still(snapshot, [...stops, ...timers, ...mail], event);
  }

  private restart(before: AnySnapshot): LocalStep {
    const { context: kept } = before;
    if (this.chart !== null) return this.initial(this.actor.input, kept as Record<string, unknown>);
    const { survives } = this.actor;
    const step = this.initial();
    if (survives?.length === 0) return step;
    const { context } = step.snapshot;
    if (survives !== null && !(isPlain(context) && isPlain(kept))) {
      throw new ModelError(
        'some keys of its context survive a crash, and it has no context with keys. Let all of it survive, or nothing.',
        this.place(before, RESTART),
      );
    }
    const snapshot = {
      ...step.snapshot,
      context: survives === null ? kept : { ...(context as object), ...(kept as object) },
    };
    return { ...step, snapshot, key: this.key(snapshot, null) };
  }

  /** All places below one: a crash is that of a process, and takes those with it whose parent has lost them. */
  private below(place: number): number[] {
    return this.instance.actors[place]!.children.flatMap((child) => [child, ...this.below(child)]);
  }

  /** What an active actor puts out that is stopped: its children go with it, and its timers. */
  private leave(before: AnySnapshot): Output[] {
    const stops = Object.values(childrenOf(before)).map((child): Output => ({
      kind: 'stop',
      to: this.instance.placeOf.get(addressOf(child))!,
    }));
    return this.instance.time === null ? stops : [...stops, { kind: 'cancel-all' }];
  }

  /** A step of which XState knows nothing. */
  private still(snapshot: AnySnapshot, outputs: readonly Output[], event: AnyEventObject | null): LocalStep {
    const firings = new Firings();
    firings.handled = true;
    return { snapshot, key: this.key(snapshot, event), outcomes: [outputs], firings };
  }

  private inspect(inspected: InspectedMicrostep): void {
    if (inspected.type !== '@xstate.microstep') return;
    const { firings } = this;
    this.passing?.(inspected.snapshot as AnySnapshot);
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
