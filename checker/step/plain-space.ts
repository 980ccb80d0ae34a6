import type { AnyEventObject } from 'xstate';
import { ModelError } from '../system/errors.ts';
import type { ResolvedDelivery } from '../system/delivery.ts';
import type { SystemInstance } from '../system/instance.ts';
import { MAX_ALTERNATIVES, tooMany } from './alternatives.ts';
import { compareText, encode } from './canonical.ts';
import { MAX_CALLS, endless } from './fold.ts';
import type { StepChoice } from './integer-space.ts';
import type { LocalStep, LogicStepper, Output } from './local-step.ts';
import { createSteppers } from './local-step.ts';
import type { AnySnapshot } from './snapshot-key.ts';
import { orderMattersIn, snapshotKey } from './snapshot-key.ts';
import type { Step } from './step-table.ts';

/** A state as plain objects: one snapshot per actor, and the messages under way by pair. */
export interface PlainState {
  readonly snapshots: readonly AnySnapshot[];
  /** `sender -> receiver` (ids) → messages, oldest first; pairs without messages are left out. */
  readonly channels: ReadonlyMap<string, readonly AnyEventObject[]>;
}

/** One actor's part in a step. */
export interface PlainCall {
  readonly actor: string;
  /** Who sent the event; null for a stimulus or a start. */
  readonly from: string | null;
  readonly event: AnyEventObject | null;
  readonly handled: boolean;
  /** How deep in the fold: 0 for the actor whose step it is. */
  readonly depth: number;
  /** Descriptions of the transitions it took, in the order they stand in the statechart. */
  readonly descriptions: readonly string[];
}

/** A step carried out on plain objects. */
export interface PlainStep {
  readonly choice: StepChoice;
  readonly ended: 'ok' | 'blocked' | 'full';
  readonly after: PlainState;
  readonly step: Step;
  readonly calls: readonly PlainCall[];
  /** How many alternatives each choice met had. */
  readonly alternatives: readonly number[];
}

/**
 * The same steps as the integer engine, on plain objects and through XState every time: nothing is
 * remembered between calls. Traces are replayed on it before anyone is shown them, and random schedules
 * walk on it.
 */
export class PlainSpace {
  readonly instance: SystemInstance;
  private readonly steppers: readonly LogicStepper[];

  constructor(instance: SystemInstance) {
    this.instance = instance;
    this.steppers = createSteppers(instance);
  }

  /** The initial state, with the given alternatives of the choices met on the way. */
  start(choices: readonly number[] = []): PlainStep {
    const run = new Run(this.instance, this.steppers, null, choices);
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
    this.instance.actors.forEach((actor, place) => {
      for (const event of this.steppers[place]!.stimuli(state.snapshots[place]!)) {
        result.push({ kind: 'stimulus', actor: actor.id, from: null, event, choices: [] });
      }
      this.instance.actors.forEach((sender, from) => {
        const messages = state.channels.get(pairName(sender.id, actor.id));
        if (messages === undefined) return;
        for (const event of deliverable(messages, this.instance.delivery(from, place))) {
          result.push({ kind: 'delivery', actor: actor.id, from: sender.id, event, choices: [] });
        }
      });
    });
    return result;
  }

  /**
   * Takes an offered step.
   *
   * @throws ModelError from user code, or when the step is not on offer
   */
  take(state: PlainState, choice: StepChoice): PlainStep {
    return new Run(this.instance, this.steppers, state, choice.choices).take(choice);
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
    const channels = [...state.channels].map(([pair, messages]) => {
      const [from, to] = pair.split(' -> ').map((id) => this.instance.placeOf.get(id)!) as [number, number];
      const texts = messages.map((message) => encode(message, 'message'));
      // In a bag of messages the order of arrival is nothing.
      if (this.instance.delivery(from, to).order === 'unordered') texts.sort(compareText);
      return `${pair}:${texts.join()}`;
    });
    const snapshots = state.snapshots.map((snapshot, place) => {
      return snapshotKey(snapshot, orderMattersIn(this.steppers[place]!.chart?.machine));
    });
    return [...snapshots, ...channels.sort(compareText)].join('\n');
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

/** The name of a channel. */
export function pairName(sender: string, receiver: string): string {
  return `${sender} -> ${receiver}`;
}

function deliverable(messages: readonly AnyEventObject[], delivery: ResolvedDelivery): AnyEventObject[] {
  if (delivery.order === 'fifo') return messages.slice(0, 1);
  const distinct = new Map(messages.map((message) => [encode(message, 'event'), message]));
  return [...distinct].sort(([a], [b]) => compareText(a, b)).map(([, message]) => message);
}

class Stopped extends Error {
  readonly ended: 'blocked' | 'full';
  constructor(ended: 'blocked' | 'full') {
    super(ended);
    this.ended = ended;
  }
}

/** One step under way. */
class Run {
  private readonly snapshots: AnySnapshot[];
  private readonly channels: Map<string, readonly AnyEventObject[]>;
  private readonly busy: boolean[];
  private readonly mail: { from: number; event: AnyEventObject; depth: number }[][];
  private readonly plainCalls: PlainCall[] = [];
  private readonly sent: { from: string; to: string; event: AnyEventObject }[] = [];
  private readonly dropped: { from: string; to: string; event: AnyEventObject }[] = [];
  private readonly emitted: { actor: string; event: AnyEventObject }[] = [];
  private readonly taken: number[] = [];
  private processed = 0;
  private readonly alternatives: number[] = [];
  private readonly instance: SystemInstance;
  private readonly steppers: readonly LogicStepper[];
  private readonly before: PlainState | null;
  private readonly choices: readonly number[];

  constructor(
    instance: SystemInstance,
    steppers: readonly LogicStepper[],
    before: PlainState | null,
    choices: readonly number[],
  ) {
    this.instance = instance;
    this.steppers = steppers;
    this.before = before;
    this.choices = choices;
    this.snapshots = [...(before?.snapshots ?? [])];
    this.channels = new Map(before?.channels);
    this.busy = steppers.map(() => before === null);
    this.mail = steppers.map(() => []);
  }

  startAll(): PlainStep {
    const ended = this.guarded(() => {
      const starts = this.steppers.map((stepper) => stepper.initial());
      starts.forEach((start, place) => (this.snapshots[place] = start.snapshot));
      starts.forEach((start, place) => {
        this.record(place, null, null, start, 0);
        this.outputs(place, this.pick(start.outcomes), 0);
        this.readMail(place);
      });
    });
    return this.result(ended, { kind: 'start', actor: '', from: null, event: null, choices: this.taken });
  }

  take(choice: StepChoice): PlainStep {
    const place = this.instance.placeOf.get(choice.actor);
    if (place === undefined || choice.event === null) {
      throw new ModelError(`there is no actor "${choice.actor}" to take a step.`, {});
    }
    const event = choice.event;
    const from = choice.from === null ? null : (this.instance.placeOf.get(choice.from) ?? null);
    const ended = this.guarded(() => {
      if (choice.kind === 'delivery') this.receive(choice);
      this.process(place, from, event, 0);
      this.readMail(place);
    });
    return this.result(ended, { ...choice, choices: this.taken });
  }

  private receive(choice: StepChoice): void {
    const pair = pairName(choice.from ?? '', choice.actor);
    const messages = [...(this.channels.get(pair) ?? [])];
    const text = encode(choice.event, 'event');
    const at = messages.findIndex((message) => encode(message, 'event') === text);
    if (at < 0)
      throw new ModelError(`no such message is waiting from ${choice.from}.`, { actor: choice.actor });
    messages.splice(at, 1);
    if (messages.length === 0) this.channels.delete(pair);
    else this.channels.set(pair, messages);
  }

  private guarded(work: () => void): PlainStep['ended'] {
    try {
      work();
      return 'ok';
    } catch (thrown) {
      if (thrown instanceof Stopped) return thrown.ended;
      throw thrown;
    }
  }

  private process(place: number, from: number | null, event: AnyEventObject, depth: number): void {
    // Starting an actor is no call.
    if (this.processed++ === MAX_CALLS) {
      const calls = this.plainCalls.filter((call) => call.event !== null);
      throw endless(calls.map((call) => ({ actor: call.actor, event: call.event!.type })));
    }
    const local = this.steppers[place]!.step(this.snapshots[place]!, event);
    this.snapshots[place] = local.snapshot;
    this.record(place, from, event, local, depth);
    this.busy[place] = true;
    this.outputs(place, this.pick(local.outcomes), depth);
  }

  /** The mailbox of an actor that has just finished a macrostep; it is free once that is empty. */
  private readMail(place: number): void {
    for (let next = this.mail[place]!.shift(); next !== undefined; next = this.mail[place]!.shift()) {
      this.process(place, next.from, next.event, next.depth);
    }
    this.busy[place] = false;
  }

  private outputs(from: number, outputs: readonly Output[], depth: number): void {
    for (const output of outputs) {
      if (output.kind === 'emit') {
        this.emitted.push({ actor: this.id(from), event: output.event });
        continue;
      }
      const delivery = this.instance.delivery(from, output.to);
      if (delivery.order !== 'sync') {
        this.send(from, output.to, output.event, delivery);
      } else if (this.busy[output.to] === true) {
        this.mail[output.to]!.push({ from, event: output.event, depth: depth + 1 });
      } else {
        this.process(output.to, from, output.event, depth + 1);
        this.readMail(output.to);
      }
    }
  }

  private send(from: number, to: number, event: AnyEventObject, delivery: ResolvedDelivery): void {
    const pair = pairName(this.id(from), this.id(to));
    const messages = this.channels.get(pair) ?? [];
    const message = { from: this.id(from), to: this.id(to), event };
    if (messages.length >= delivery.capacity) {
      if (delivery.whenFull !== 'drop') throw new Stopped(delivery.whenFull === 'block' ? 'blocked' : 'full');
      this.dropped.push(message);
      return;
    }
    this.channels.set(pair, [...messages, event]);
    this.sent.push(message);
  }

  private pick(outcomes: LocalStep['outcomes']): readonly Output[] {
    if (outcomes.length === 1) return outcomes[0]!;
    const choice = this.choices[this.taken.length] ?? 0;
    this.taken.push(choice);
    this.alternatives.push(outcomes.length);
    const picked = outcomes[choice];
    if (picked === undefined)
      throw new ModelError(`a choice has ${outcomes.length} outcomes, not ${choice + 1}.`, {});
    return picked;
  }

  private record(
    place: number,
    from: number | null,
    event: AnyEventObject | null,
    local: LocalStep,
    depth: number,
  ): void {
    const chart = this.steppers[place]!.chart;
    const descriptions = [...local.firings.taken].flatMap(
      (index) => chart?.transitions[index]?.description ?? [],
    );
    this.plainCalls.push({
      actor: this.id(place),
      from: from === null ? null : this.id(from),
      event,
      handled: local.firings.handled,
      depth,
      descriptions,
    });
  }

  private result(ended: PlainStep['ended'], choice: StepChoice): PlainStep {
    const first = this.plainCalls[0];
    const step: Step = {
      kind: choice.kind === 'delivery' ? 'delivery' : 'stimulus',
      actor: choice.actor,
      from: choice.from,
      event: choice.event ?? { type: 'start' },
      handled: first?.handled ?? false,
      calls: this.plainCalls.slice(1).map((call) => ({
        from: call.from ?? '',
        to: call.actor,
        event: call.event ?? { type: 'start' },
        handled: call.handled,
      })),
      sent: this.sent,
      dropped: this.dropped,
      emitted: this.emitted,
    };
    const after =
      ended === 'ok' || this.before === null
        ? { snapshots: this.snapshots, channels: this.channels }
        : this.before;
    return {
      choice,
      ended,
      after,
      step,
      calls: this.plainCalls,
      alternatives: this.alternatives,
    };
  }

  private id(place: number): string {
    return this.instance.actors[place]!.id;
  }
}
