import type { AnyEventObject } from 'xstate';
import type { ResolvedDelivery } from '../system/delivery.ts';
import { ModelError } from '../system/errors.ts';
import type { FaultKind } from '../system/faults.ts';
import type { SystemInstance } from '../system/instance.ts';
import { topOf } from '../system/instance.ts';
import { compareText, encode } from './canonical.ts';
import { replaced, stillRunning } from './adopt-children.ts';
import { MAX_CALLS, endless } from './endless.ts';
import type { StepChoice } from './found.ts';
import { Happened } from './happened.ts';
import type { LocalStep, LogicStepper } from './local-step.ts';
import type { Output } from './output.ts';
import { CRASH, RESTART, STOP } from './output.ts';
import type { Timer } from './pending-timers.ts';
import {
  cancelAllTimers,
  cancelTimer,
  fireTimer,
  forgetReceiver,
  setTimer,
  tickTimers,
} from './pending-timers.ts';
import type { PlainState, PlainStep } from './plain-state.ts';
import { pairName } from './plain-state.ts';
import type { AnySnapshot } from './snapshot-key.ts';
import { ABSENT } from './snapshot-key.ts';

/** Outputs that set or cancel an actor's own timers. */
const TIMERS: readonly Output['kind'][] = ['schedule', 'cancel', 'cancel-all', 'forget'];

/** A full channel ends the step. */
class Stopped extends Error {
  readonly ended: 'blocked' | 'full';
  constructor(ended: 'blocked' | 'full') {
    super(ended);
    this.ended = ended;
  }
}

/** One step of a system on plain objects, under way. */
export class PlainRun {
  private readonly snapshots: AnySnapshot[];
  private readonly channels: Map<string, readonly AnyEventObject[]>;
  private readonly timers: (readonly Timer[])[];
  private readonly faults: Map<FaultKind, number>;
  /** Children whose start stands among outputs that are being carried out. */
  private readonly starting: number[];
  /** How many actors were started at each place in this step. */
  private readonly lives: number[];
  private readonly busy: boolean[];
  private readonly mail: { from: number; event: AnyEventObject; depth: number }[][];
  private readonly happened = new Happened();
  /** Whether it is a timeout whose event goes to another actor. */
  private sends = false;
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
    this.timers = [...(before?.timers ?? steppers.map(() => []))];
    this.faults = new Map(before?.faults);
    this.starting = steppers.map(() => 0);
    this.lives = steppers.map(() => 0);
    this.busy = steppers.map(({ actor }) => before === null && actor.child === null);
    this.mail = steppers.map(() => []);
  }

  startAll(): PlainStep {
    const ended = this.guarded(() => {
      const starts = this.steppers.map((stepper) =>
        stepper.actor.child === null ? stepper.initial() : stepper.absent(),
      );
      starts.forEach((start, place) => (this.snapshots[place] = start.snapshot));
      starts.forEach((start, place) => {
        if (this.steppers[place]!.actor.child !== null) return;
        this.record(place, null, null, start, 0);
        this.outputs(place, this.pick(start.outcomes), 0);
        this.readMail(place);
      });
    });
    return this.result(ended, { kind: 'start', actor: '', from: null, event: null, choices: this.taken });
  }

  take(choice: StepChoice): PlainStep {
    const place = this.instance.placeOf.get(choice.actor) ?? -1;
    if (choice.event === null || (place < 0 && choice.kind !== 'tick')) {
      throw new ModelError(`there is no actor "${choice.actor}" to take a step.`, {});
    }
    const from = choice.from === null ? null : (this.instance.placeOf.get(choice.from) ?? null);
    const ended = this.guarded(() => this.carryOut(choice, place, from, choice.event!));
    return this.result(ended, { ...choice, choices: this.taken });
  }

  private carryOut(choice: StepChoice, place: number, from: number | null, event: AnyEventObject): void {
    switch (choice.kind) {
      case 'tick':
        this.timers.forEach((timers, owner) => {
          const later = tickTimers(timers);
          if (later === null) throw new ModelError('a tick would pass a timer that is due.', {});
          this.timers[owner] = later;
        });
        return;
      case 'timeout': {
        const timer = this.timers[place]![choice.at!]!;
        this.timers[place] = fireTimer(this.timers[place]!, choice.at!);
        if (timer.to === place) break;
        this.sends = true;
        this.record(place, null, event, null, 0);
        this.post(place, timer.to, event, 0);
        return;
      }
      case 'lose':
        this.strike('lose');
        this.receive(choice);
        return;
      case 'duplicate':
        this.strike('duplicate');
        this.double(choice, from!, place);
        return;
      case 'crash':
      case 'restart':
        this.strike(choice.kind);
        this.process(place, null, choice.kind === 'crash' ? CRASH : RESTART, 0);
        this.readMail(place);
        return;
      case 'delivery':
        this.receive(choice);
        break;
      case 'start':
      case 'stimulus':
    }
    this.process(place, from, event, 0);
    this.readMail(place);
  }

  /** Uses a fault up, where its kind has a budget. */
  private strike(kind: FaultKind): void {
    if (typeof this.instance.faults.budgets.get(kind) === 'number')
      this.faults.set(kind, (this.faults.get(kind) ?? 0) + 1);
  }

  private double(choice: StepChoice, from: number, to: number): void {
    const pair = pairName(choice.from!, choice.actor);
    const messages = this.channels.get(pair) ?? [];
    const { capacity, whenFull } = this.instance.delivery(from, to);
    if (messages.length >= capacity) throw new Stopped(whenFull === 'inconclusive' ? 'full' : 'blocked');
    this.channels.set(pair, messages.toSpliced(choice.at!, 0, messages[choice.at!]!));
  }

  private receive(choice: StepChoice): void {
    const pair = pairName(choice.from ?? '', choice.actor);
    const messages = [...(this.channels.get(pair) ?? [])];
    const text = encode(choice.event, 'event');
    const at =
      choice.kind === 'lose'
        ? choice.at!
        : messages.findIndex((message) => encode(message, 'event') === text);
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
      const calls = this.happened.calls.filter((call) => call.event !== null);
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
    const life = this.lives[from];
    for (const output of outputs) if (output.kind === 'start') this.starting[output.to]!++;
    for (const output of outputs) {
      // What went before at its place has no timers any more.
      if (life === this.lives[from]) this.output(from, output, depth);
      else if (output.kind === 'start') throw replaced(this.id(from), this.id(output.to));
      else if (!TIMERS.includes(output.kind)) this.output(from, output, depth);
    }
  }

  private output(from: number, output: Output, depth: number): void {
    const timers = this.timers[from]!;
    switch (output.kind) {
      case 'emit':
        this.happened.emitted.push({ actor: this.id(from), event: output.event });
        return;
      case 'send':
        this.post(from, output.to, output.event, depth);
        return;
      case 'start':
        this.startChild(from, output.to, output.event, depth);
        return;
      case 'stop':
        this.stopChild(from, output.to, depth);
        return;
      case 'schedule':
        if (output.to !== from && this.isGone(output.to)) return;
        this.timers[from] = setTimer(timers, { ...output, left: output.ticks }, this.id(from));
        return;
      case 'cancel':
        this.timers[from] = cancelTimer(timers, output.id);
        return;
      case 'cancel-all':
        this.timers[from] = cancelAllTimers(timers, from);
        return;
      case 'lose-mail':
        this.loseMail(from);
        return;
      case 'clear-timers':
        this.timers.forEach((_, owner) => {
          if (topOf(this.instance.actors, owner) === from) this.timers[owner] = [];
        });
        return;
      case 'forget':
        this.forget(from);
    }
  }

  private loseMail(place: number): void {
    const to = this.id(place);
    for (const { id: from } of this.instance.actors) {
      const pair = pairName(from, to);
      for (const event of this.channels.get(pair) ?? [])
        this.happened.dropped.push({ from, to, event, crashed: true });
      this.channels.delete(pair);
    }
  }

  /** A child has come to its end: what is on its way to it is on its way to nobody. */
  private forget(place: number): void {
    this.loseMail(place);
    this.timers.forEach((timers, owner) => (this.timers[owner] = forgetReceiver(timers, place)));
  }

  /** Whether what is sent to an actor now can never reach it: it has crashed and loses its mail, or is a child that is not there. */
  private isGone(place: number): boolean {
    const { actor } = this.steppers[place]!;
    const { status } = this.snapshots[place]!;
    if (actor.child !== null) return this.starting[place] === 0 && status !== 'active';
    return actor.mail === 'lost' && status === 'stopped';
  }

  /** A message on its way: a call where it is `sync`, else into a channel. */
  private post(from: number, to: number, event: AnyEventObject, depth: number): void {
    const delivery = this.instance.delivery(from, to);
    const isActive = this.snapshots[to]!.status === 'active';
    if (delivery.order !== 'sync') {
      this.send(from, to, event, delivery);
    } else if (this.busy[to] === true || (this.starting[to]! > 0 && !isActive)) {
      this.mail[to]!.push({ from, event, depth: depth + 1 });
    } else {
      this.process(to, from, event, depth + 1);
      this.readMail(to);
    }
  }

  private startChild(from: number, to: number, event: AnyEventObject, depth: number): void {
    this.starting[to]!--;
    const before = this.snapshots[to]!;
    let stopping: readonly Output[] = [];
    if (before.status === 'active') {
      if (!this.mail[to]!.some((waiting) => waiting.event === STOP))
        throw stillRunning(this.id(from), this.id(to));
      this.mail[to]!.length = 0;
      stopping = this.steppers[to]!.step(before, STOP).outcomes[0]!;
    }
    this.snapshots[to] = ABSENT;
    this.outputs(to, stopping, depth + 1);
    this.lives[to]!++;
    this.process(to, from, event, depth + 1);
    this.readMail(to);
  }

  private stopChild(from: number, to: number, depth: number): void {
    const before = this.snapshots[to]!;
    if (before === ABSENT) return;
    this.forget(to);
    this.mail[to]!.length = 0;
    if (this.busy[to] === true && before.status === 'active')
      this.mail[to]!.push({ from, event: STOP, depth: depth + 1 });
    else if (this.busy[to] === true) this.snapshots[to] = ABSENT;
    else {
      this.process(to, from, STOP, depth + 1);
      this.readMail(to);
    }
  }

  private send(from: number, to: number, event: AnyEventObject, delivery: ResolvedDelivery): void {
    const pair = pairName(this.id(from), this.id(to));
    const messages = this.channels.get(pair) ?? [];
    const message = { from: this.id(from), to: this.id(to), event };
    if (this.isGone(to)) {
      this.happened.dropped.push({ ...message, crashed: true });
      return;
    }
    if (messages.length >= delivery.capacity) {
      if (delivery.whenFull !== 'drop') throw new Stopped(delivery.whenFull === 'block' ? 'blocked' : 'full');
      this.happened.dropped.push(message);
      return;
    }
    this.channels.set(pair, inOrder([...messages, event], delivery));
    this.happened.sent.push(message);
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
    local: LocalStep | null,
    depth: number,
  ): void {
    const sender = from === null ? null : this.id(from);
    this.happened.note({ stepper: this.steppers[place]!, from: sender, event, local, depth });
  }

  private result(ended: PlainStep['ended'], choice: StepChoice): PlainStep {
    const { snapshots, channels, timers, faults, before, happened, alternatives } = this;
    const after = ended === 'ok' || before === null ? { snapshots, channels, timers, faults } : before;
    return {
      choice,
      ended,
      after,
      step: happened.step(choice, this.sends),
      calls: happened.calls,
      alternatives,
    };
  }

  private id(place: number): string {
    return this.instance.actors[place]!.id;
  }
}

/** In a bag the order of arrival is nothing. */
function inOrder(messages: AnyEventObject[], { order }: ResolvedDelivery): AnyEventObject[] {
  const text = (message: AnyEventObject): string => encode(message, 'event');
  return order === 'fifo' ? messages : messages.sort((a, b) => compareText(text(a), text(b)));
}
