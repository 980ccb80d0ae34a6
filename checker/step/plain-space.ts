import type { AnyEventObject } from 'xstate';
import type { FaultKind } from '../system/faults.ts';
import type { InstanceActor, SystemInstance } from '../system/instance.ts';
import { MAX_ALTERNATIVES, tooMany } from './alternatives.ts';
import { compareText, encode } from './canonical.ts';
import type { StepChoice } from './found.ts';
import type { LogicStepper } from './local-step.ts';
import { createSteppers } from './steppers.ts';
import { dueTimers, tickTimers, timerText } from './pending-timers.ts';
import { PlainRun } from './plain-run.ts';
import type { PlainState, PlainStep } from './plain-state.ts';
import { pairName } from './plain-state.ts';
import type { AnySnapshot } from './snapshot-key.ts';
import { orderMattersIn, snapshotKey } from './snapshot-key.ts';

export { pairName } from './plain-state.ts';
export type { PlainCall, PlainState, PlainStep } from './plain-state.ts';

/**
 * The same steps as the integer engine, on plain objects and through XState every time: no step is
 * remembered between calls. Traces are replayed on it before anyone is shown them, and random schedules
 * walk on it.
 */
export class PlainSpace {
  readonly instance: SystemInstance;
  private readonly steppers: readonly LogicStepper[];
  /** Most steps leave most actors as they are. */
  private readonly snapshotKeys = new WeakMap<AnySnapshot, string>();

  constructor(instance: SystemInstance) {
    this.instance = instance;
    this.steppers = createSteppers(instance);
  }

  /** The initial state, with the given alternatives of the choices met on the way. */
  start(choices: readonly number[] = []): PlainStep {
    const run = new PlainRun(this.instance, this.steppers, null, choices);
    return run.startAll();
  }

  /** Every way the actors can start: one, unless starting them runs a modelled action with a choice. */
  startAll(): PlainStep[] {
    const result: PlainStep[] = [];
    let choices: number[] | null = [];
    while (choices !== null) {
      const start: PlainStep = this.start(choices);
      if (result.push(start) > MAX_ALTERNATIVES) throw tooMany(null);
      choices = nextChoices(start);
    }
    return result;
  }

  /** What is offered in a state, in the order of the search; self-loops are among it. */
  offers(state: PlainState): StepChoice[] {
    const result: StepChoice[] = [];
    const { actors, time } = this.instance;
    actors.forEach((actor, place) => {
      for (const event of this.steppers[place]!.stimuli(state.snapshots[place]!)) {
        result.push({ kind: 'stimulus', actor: actor.id, from: null, event, choices: [] });
      }
      const timers = state.timers[place]!;
      for (const at of dueTimers(timers, time !== 'untimed')) {
        const { event, id, to } = timers[at]!;
        const what = { at, timer: id, to: actors[to]!.id };
        result.push({ kind: 'timeout', actor: actor.id, from: null, event, ...what, choices: [] });
      }
      actors.forEach((_, from) => result.push(...this.offersOfChannel(state, from, place)));
      result.push(...this.faultsOf(state, place));
    });
    if (time !== null && time !== 'untimed' && state.timers.every((timers) => tickTimers(timers) !== null))
      result.push({ kind: 'tick', actor: '', from: null, event: { type: 'tick' }, choices: [] });
    return result;
  }

  private offersOfChannel(state: PlainState, from: number, place: number): StepChoice[] {
    const { actors, faults } = this.instance;
    const [sender, receiver] = [actors[from]!, actors[place]!];
    const messages = state.channels.get(pairName(sender.id, receiver.id));
    if (messages === undefined) return [];
    const delivery = this.instance.delivery(from, place);
    // As the engine keeps them: in a bag in the order of their texts.
    const places = runs(messages);
    const due = delivery.order === 'fifo' ? places.slice(0, 1) : places;
    const waits = receiver.mail === 'kept' && isCrashed(receiver, state.snapshots[place]!);
    const offer = (kind: 'delivery' | 'lose' | 'duplicate', at: number): StepChoice => ({
      kind,
      actor: receiver.id,
      from: sender.id,
      event: messages[at]!,
      ...(kind === 'delivery' ? {} : { at }),
      choices: [],
    });
    const isFull = messages.length >= delivery.capacity && delivery.whenFull !== 'inconclusive';
    const may = (kind: 'lose' | 'duplicate'): boolean =>
      faults.strikes(kind, place, from) && this.isLeft(state, kind);
    return [
      ...(waits ? [] : due.map((at) => offer('delivery', at))),
      ...(may('lose') ? places.map((at) => offer('lose', at)) : []),
      ...(may('duplicate') && !isFull ? places.map((at) => offer('duplicate', at)) : []),
    ];
  }

  private faultsOf(state: PlainState, place: number): StepChoice[] {
    const actor = this.instance.actors[place]!;
    if (actor.child !== null) return [];
    const snapshot = state.snapshots[place]!;
    const result: StepChoice[] = [];
    for (const kind of ['crash', 'restart'] as const) {
      const strikes = kind === 'crash' ? snapshot.status === 'active' : isCrashed(actor, snapshot);
      if (!strikes || !this.instance.faults.strikes(kind, place) || !this.isLeft(state, kind)) continue;
      result.push({ kind, actor: actor.id, from: null, event: { type: kind }, choices: [] });
    }
    return result;
  }

  /** Whether a kind of fault may still strike. */
  private isLeft(state: PlainState, kind: FaultKind): boolean {
    return (state.faults.get(kind) ?? 0) < (this.instance.faults.budgets.get(kind) ?? Infinity);
  }

  /**
   * Takes an offered step.
   *
   * @throws ModelError from user code, or when the step is not on offer
   */
  take(state: PlainState, choice: StepChoice): PlainStep {
    return new PlainRun(this.instance, this.steppers, state, choice.choices).take(choice);
  }

  /** Takes an offered step once for each combination of alternatives of the choices it meets. */
  takeAll(state: PlainState, choice: StepChoice): PlainStep[] {
    const result: PlainStep[] = [];
    let choices: number[] | null = [];
    while (choices !== null) {
      const step: PlainStep = this.take(state, { ...choice, choices });
      if (result.push(step) > MAX_ALTERNATIVES) throw tooMany(choice);
      choices = nextChoices(step);
    }
    return result;
  }

  /** The exact key of a state. */
  key(state: PlainState): string {
    const channels = [...state.channels].map(
      ([pair, messages]) => `${pair}:${messages.map((message) => encode(message, 'message')).join()}`,
    );
    const timers = state.timers.map((list) => list.map(timerText).join());
    const faults = [...state.faults].map((used) => used.join());
    const snapshots = state.snapshots.map((snapshot, place) => this.keyOf(snapshot, place));
    return [...snapshots, ...timers, ...faults.sort(compareText), ...channels.sort(compareText)].join('\n');
  }

  private keyOf(snapshot: AnySnapshot, place: number): string {
    const known = this.snapshotKeys.get(snapshot);
    if (known !== undefined) return known;
    const key = snapshotKey(snapshot, orderMattersIn(this.steppers[place]!.chart?.machine));
    this.snapshotKeys.set(snapshot, key);
    return key;
  }
}

/** The alternatives to take next after `step`, by counting up; null when all were taken. */
function nextChoices(step: PlainStep): number[] | null {
  const taken = step.choice.choices;
  for (let at = step.alternatives.length - 1; at >= 0; at--) {
    if (taken[at]! + 1 < step.alternatives[at]!) return [...taken.slice(0, at), taken[at]! + 1];
  }
  return null;
}

function isCrashed({ child }: InstanceActor, { status }: AnySnapshot): boolean {
  return child === null && status === 'stopped';
}

/** The first place of each run of equal messages. */
function runs(messages: readonly AnyEventObject[]): number[] {
  const texts = messages.map((message) => encode(message, 'event'));
  return texts.flatMap((text, place) => (place > 0 && texts[place - 1] === text ? [] : [place]));
}
