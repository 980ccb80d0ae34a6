import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { getInitialMicrosteps } from 'xstate';
import { encode } from '../step/canonical.ts';
import { encodeEvent } from '../step/check-event.ts';
import type { LocalStep, LogicStepper } from '../step/local-step.ts';
import { createSteppers } from '../step/steppers.ts';
import { checkStart, checkStep } from '../step/purity-check.ts';
import { freezeDeep, reorder, reorderingsOf } from '../step/purity.ts';
import type { AnySnapshot } from '../step/snapshot-key.ts';
import type { Step } from '../step/step-table.ts';
import { watched } from '../step/watch.ts';
import { actor } from '../system/actor.ts';
import { defineSystem } from '../system/define-system.ts';
import { ModelError, messageOf } from '../system/errors.ts';
import { FAULT_KINDS } from '../system/faults.ts';
import type { SystemInstance } from '../system/instance.ts';
import { instantiate } from '../system/instance.ts';
import { PENDING, VIOLATION } from './monitor-states.ts';
import type { AnyPropertyScope, MonitorPart, Property } from './property.ts';

/** Where a monitor stands. */
export interface MonitorState {
  readonly snapshot: AnySnapshot;
  /** The exact key of `snapshot`. */
  readonly key: string;
  /** Whether a transition was taken on the way here. */
  readonly moved: boolean;
  /** Whether it is in a violation, or has passed through one on the way here. */
  readonly violated: boolean;
}

/** The events that a monitor takes of one step, in order. */
export type SeenEvents = readonly AnyEventObject[];

/**
 * The statechart of a monitor, stepped by the same means as an actor and under the same rules: it is a pure
 * function of its state and the event, and beyond that it does nothing at all.
 */
export class MonitorMachine {
  private readonly part: MonitorPart;
  private readonly instance: SystemInstance;
  private readonly scope: AnyPropertyScope;
  private readonly stepper: LogicStepper;
  private readonly calls = { model: 0, purity: 0 };
  /** By event type: the fault that is declared under it, or whose event was first seen under it. */
  private readonly meanings = new Map<string, string>();

  /** @param instance the system that is watched */
  constructor(property: Property, instance: SystemInstance) {
    this.part = property.monitor!;
    this.instance = instance;
    this.scope = { parameters: instance.parameters, design: instance.design };
    const { machine, input } = this.part;
    const options = input === null ? {} : { input: watched(() => input(this.scope)) };
    const alone = defineSystem({
      name: 'monitor',
      description: '',
      parameters: {},
      scopes: { default: {} },
      designs: { only: { description: '' } },
      build: () => ({ actors: { monitor: actor(machine, options as never) } }),
    });
    this.stepper = createSteppers(instantiate(alone, { design: 'only' }))[0]!;
    const { actors, faults } = instance;
    actors.forEach(({ id, name }, place) => {
      for (const kind of FAULT_KINDS)
        if (actors.some((_, sender) => faults.strikes(kind, place, sender)))
          this.meant('a fault', { type: `${name}.${kind}`, actor: id });
    });
  }

  /** The events its statechart speaks of, as they stand there. */
  get descriptors(): readonly string[] {
    return this.part.machine.events.filter((type) => !type.startsWith('xstate.'));
  }

  /** @throws ModelError when the monitor cannot start, is impure, or does more than watch */
  start(): MonitorState {
    const state = this.checked(() => {
      const step = this.stepper.initial();
      checkStart(this.stepper, this.calls, step, this.stepper.actor.input);
      return step;
    });
    // XState tells an inspector of no microstep that enters where a statechart begins.
    const { machine } = this.part;
    const [first] = watched(() => getInitialMicrosteps(machine, this.stepper.actor.input as never));
    const begun = first![0] as unknown as AnySnapshot;
    return has(begun, VIOLATION) ? { ...state, snapshot: begun, violated: true } : state;
  }

  /** The monitor after an event. @throws ModelError as {@link start} */
  after({ snapshot: before, key }: MonitorState, event: AnyEventObject): MonitorState {
    return this.checked(() => {
      const step = this.stepper.step(before, event);
      const text = encode(event, 'event');
      if (before.status === 'active') checkStep(this.stepper, this.calls, { step, before, key, event, text });
      return step;
    });
  }

  /**
   * The monitor after the events of a step, one after the other; it goes no further than to a violation.
   *
   * @throws ModelError as {@link start}
   */
  afterAll(before: MonitorState, events: SeenEvents): MonitorState {
    let state: MonitorState = { ...before, moved: false };
    for (const event of events) {
      if (isViolation(state)) break;
      const next = this.after(state, event);
      state = { ...next, moved: state.moved || next.moved };
    }
    return state;
  }

  /**
   * The events that the monitor takes of a step, in order.
   *
   * @throws ModelError when `sees` throws, is impure or gives what is no event
   */
  eventsOf(step: Step): SeenEvents {
    const { sees } = this.part;
    if (sees === null) return this.everything(step);
    const ask = (of: Step): AnyEventObject[] => listed(sees(of, this.scope));
    const textOf = (answer: AnyEventObject[]): string => answer.map(encodeEvent).join();
    try {
      const events = watched(() => {
        const first = ask(step);
        const text = textOf(first);
        if (textOf(ask(step)) !== text)
          throw new ModelError('asked twice of the same step, it gave two answers: it is impure.', {});
        if (reorderingsOf(step).every((how) => textOf(ask(reorder(step, how) as Step)) === text))
          return first;
        throw new ModelError(
          'its answer depends on the order in which keys of an object or entries of a Map or Set were inserted, which is no part of the step. Sort them before use.',
          {},
        );
      });
      events.forEach(freezeDeep);
      return events;
    } catch (thrown) {
      const what = thrown instanceof ModelError ? thrown.what : `it threw: ${messageOf(thrown)}`;
      const place = { actor: step.actor, event: step.event.type };
      throw new ModelError(`its \`sees\`: ${what}`, place, { cause: thrown });
    }
  }

  private everything(step: Step): AnyEventObject[] {
    const first = { to: step.actor, from: step.from, event: step.event };
    // A timer whose event goes to another actor: that one takes it, as a call or a message.
    const sends = step.kind === 'timeout' && step.from !== null;
    const events = [
      ...(sends ? [] : [this.happening(step) ?? this.named(first)]),
      ...step.calls.map((call) => this.named(call)),
      ...step.emitted.map((emitted) => this.named({ to: emitted.actor, from: null, event: emitted.event })),
    ];
    events.forEach(freezeDeep);
    return events;
  }

  /** One type may not stand for two things: the statechart would take the one for the other. */
  private meant<E extends { type: string; actor: string }>(what: 'an event' | 'a fault', event: E): E {
    const { type, actor: id } = event;
    if (!this.part.machine.events.includes(type)) return event;
    const meaning = `${what} of "${this.nameOf(id)}"`;
    const known = this.meanings.get(type) ?? meaning;
    this.meanings.set(type, known);
    if (known === meaning) return event;
    throw new ModelError(
      `the monitor: "${type}" is ${known} and ${meaning}, and it would take one for the other. Rename one, or tell them apart in \`sees\`.`,
      {},
    );
  }

  private named({ to, from, event }: { to: string; from: string | null; event: AnyEventObject }) {
    return this.meant('an event', { ...event, type: `${this.nameOf(to)}.${event.type}`, actor: to, from });
  }

  /** A step in which nothing is taken: time passes, or a fault strikes. Null for all others. */
  private happening({ kind, actor: id, from, event }: Step): AnyEventObject | null {
    switch (kind) {
      case 'tick':
        return { type: 'tick', actor: '', from: null };
      case 'crash':
      case 'restart':
        return { type: `${this.nameOf(id)}.${kind}`, actor: id, from: null };
      case 'lose':
      case 'duplicate':
        return { type: `${this.nameOf(id)}.${kind}`, actor: id, from, event };
      case 'stimulus':
      case 'delivery':
      case 'timeout':
        return null;
    }
  }

  private nameOf(id: string): string {
    return this.instance.actors[this.instance.placeOf.get(id)!]!.name;
  }

  private checked(step: () => LocalStep): MonitorState {
    try {
      const passed: AnySnapshot[] = [];
      this.stepper.passing = (through) => passed.push(through);
      const { snapshot, key, outcomes, firings } = step();
      if (snapshot.status === 'error')
        throw new ModelError(
          'it has failed, and would see nothing from here on: an event `xstate.error...` that a statechart does not take ends it. Take it, or let `sees` give it another type.',
          this.stepper.place(snapshot, null),
        );
      if (outcomes.some((list) => list.length > 0))
        throw new ModelError('it sends or emits something, and may only watch.', {
          ...this.stepper.place(snapshot, null),
          event: undefined,
        });
      // An `always` or a raised event may lead out of a violation at once: it has come to it all the same.
      const wrong = passed.find((through) => has(through, VIOLATION));
      const moved = firings.handled || firings.taken.size > 0;
      return {
        snapshot: wrong ?? snapshot,
        key,
        moved,
        violated: wrong !== undefined || has(snapshot, VIOLATION),
      };
    } catch (thrown) {
      if (!(thrown instanceof ModelError)) throw thrown;
      const what = thrown.what.startsWith('a custom action')
        ? 'a custom action: a monitor only watches, and nobody would run it. Say what it means with assign.'
        : thrown.what;
      throw new ModelError(`the monitor: ${what}`, thrown.place, { cause: thrown });
    } finally {
      this.stepper.passing = null;
    }
  }
}

/** Whether a monitor has come to a state that violates it. */
export function isViolation({ violated }: MonitorState): boolean {
  return violated;
}

/** Whether a monitor may not stay for ever where it is. */
export function isPending({ snapshot }: MonitorState): boolean {
  return has(snapshot, PENDING);
}

function has(snapshot: AnySnapshot, tag: string): boolean {
  return (snapshot as unknown as AnyMachineSnapshot).hasTag(tag);
}

function listed(answer: unknown): AnyEventObject[] {
  if (answer === null) return [];
  return (Array.isArray(answer) ? answer : [answer]) as AnyEventObject[];
}
