import type { SystemInstance } from '../system/instance.ts';
import { Choices } from './alternatives.ts';
import type { ActorTable } from './actor-table.ts';
import { ABSENT_CHILD, EMPTY, HANDLED } from './actor-table.ts';
import { ChannelSet, SYNC } from './channel-set.ts';
import type { ChannelTable } from './channel-table.ts';
import { FULL } from './channel-table.ts';
import { clearTimers, forgetChild, loseMail } from './on-the-way.ts';
import { replaced, stillRunning } from './adopt-children.ts';
import { Ended } from './ended.ts';
import { CallLog, MAX_CALLS } from './endless.ts';
import type { EventTable } from './event-table.ts';
import { IntList } from './int-list.ts';
import type { Layout } from './layout.ts';
import { Frames } from './frames.ts';
import { Losses } from './losses.ts';
import { Mailboxes } from './mailboxes.ts';
import { STOP } from './output.ts';
import type { ChoiceTable, OutputTable } from './output-table.ts';
import { NOBODY, Op } from './output-table.ts';
import { Entry } from './step-table.ts';
import type { StepTable } from './step-table.ts';
import type { TimerTable } from './timer-table.ts';
import { VisitedCells } from './visited-cells.ts';

/** The tables that a fold works over beside those of the actors. */
export interface FoldTables {
  readonly events: EventTable;
  readonly outputs: OutputTable;
  readonly choices: ChoiceTable;
  readonly steps: StepTable;
  readonly layout: Layout;
  readonly timers: readonly TimerTable[];
}

/**
 * Runs one event to completion over the actor tables: depth-first, with one mailbox per actor, which is
 * the order of live XState (a reply to an actor that is still busy waits until it is done). Works on
 * `vector` in place and lists the components it touched; only integers are handled unless a table cell
 * is empty.
 */
export class Fold {
  /** The local id of each component, as the {@link Layout} has them. */
  readonly vector: Int32Array;
  readonly touched: Int32Array;
  touchedCount = 0;
  /** The step's record so far, when steps are tracked. */
  node = 0;
  trackSteps = false;
  /** Whether a transition handled the event of the step itself. */
  firstHandled = false;
  /** The channel that ended the last fold as `full` or `blocked`. */
  stoppedBy: ChannelTable | null = null;
  readonly choices: Choices;
  readonly losses: Losses;

  private readonly events: EventTable;
  private readonly outputs: OutputTable;
  private readonly steps: StepTable;
  readonly layout: Layout;
  readonly timers: readonly TimerTable[];
  /** The components the fold has read, in order of first reading. */
  readonly read = new IntList(16);
  private readonly isRead: Uint8Array;
  private readonly isTouched: Uint8Array;
  readonly channelSet: ChannelSet;
  readonly channels: readonly ChannelTable[];
  private readonly busy: Uint8Array;
  private readonly mail: Mailboxes;
  /** Children whose start stands among the outputs that are being carried out. */
  private readonly starting: Uint8Array;
  /** How many actors were started at each place in this step. */
  private readonly lives: Int32Array;
  private readonly stopEvent: number;
  private readonly frames: Frames;
  private readonly calls = new CallLog();
  readonly visited: VisitedCells;
  /** Whether the step may not be remembered: it reached for components that may yet appear. */
  unbounded = false;

  constructor(
    private readonly instance: SystemInstance,
    private readonly actors: readonly ActorTable[],
    tables: FoldTables,
  ) {
    const n = actors.length;
    this.events = tables.events;
    this.outputs = tables.outputs;
    this.choices = new Choices(tables.choices);
    this.steps = tables.steps;
    this.layout = tables.layout;
    this.timers = tables.timers;
    this.stopEvent = tables.events.intern(STOP);
    const { size } = tables.layout;
    this.vector = new Int32Array(size);
    this.touched = new Int32Array(size);
    this.isTouched = new Uint8Array(size);
    this.isRead = new Uint8Array(size);
    this.channelSet = new ChannelSet(instance, tables.events);
    this.channels = this.channelSet.list;
    this.busy = new Uint8Array(n);
    this.mail = new Mailboxes(n);
    this.starting = new Uint8Array(n);
    this.lives = new Int32Array(n);
    // A call may come with an aside, which is a frame of its own.
    this.frames = new Frames(n + 2 * (MAX_CALLS + 1));
    this.losses = new Losses(n);
    this.visited = new VisitedCells(actors);
  }

  /** Forgets the touched components; the caller restores their values. */
  reset(): void {
    for (let i = 0; i < this.touchedCount; i++) this.isTouched[this.touched[i]!] = 0;
    this.touchedCount = 0;
    this.choices.choicesMet = 0;
    this.node = 0;
    this.calls.count = 0;
    this.visited.clear();
    for (let i = 0; i < this.read.length; i++) this.isRead[this.read.data[i]!] = 0;
    this.read.length = 0;
    this.losses.lost.length = 0;
    this.unbounded = false;
    if (this.mail.isUsed) this.mail.clear();
  }

  /** Gives a component a new local id. */
  set(component: number, local: number): void {
    if (this.isTouched[component] === 0) {
      this.isTouched[component] = 1;
      this.touched[this.touchedCount++] = component;
    }
    this.vector[component] = local;
  }

  /**
   * Lets the actor at `place` take `event` and runs all it causes.
   *
   * @param entry what the record says of it, from `from` (NOBODY for a stimulus)
   * @throws ModelError from user code, or for a fold of more than {@link MAX_CALLS} calls
   */
  run(place: number, event: number, entry: number, from: number): number {
    try {
      this.enter(place, event, entry, from);
      return this.finish();
    } catch (thrown) {
      this.abandon();
      throw thrown;
    }
  }

  /**
   * Fires a timer of the actor at `owner`: the event goes to itself, or out to another.
   *
   * @throws ModelError as {@link run}
   */
  timeout(owner: number, to: number, event: number): number {
    if (to === owner) return this.run(owner, event, Entry.timeout, NOBODY);
    try {
      this.firstHandled = true;
      if (this.trackSteps) this.node = this.steps.extend(0, Entry.timeout, owner, owner, event, 1);
      const ended = this.send(owner, to, event);
      return ended === Ended.ok ? this.finish() : ended;
    } catch (thrown) {
      this.abandon();
      throw thrown;
    }
  }

  /** Records a step that runs no actor. */
  note(entry: number, from: number, to: number, event: number): void {
    this.firstHandled = true;
    if (this.trackSteps) this.node = this.steps.extend(0, entry, from, to, event, 1);
  }

  /**
   * Starts every actor in declared order: its first local state, then what starting it sends. Messages
   * to an actor that has not started yet wait in its mailbox, as they do in live XState.
   */
  startAll(starts: readonly { local: number; outputs: number }[]): number {
    starts.forEach((_, place) => (this.busy[place] = this.actors[place]!.isChild ? 0 : 1));
    try {
      starts.forEach((start, place) => this.set(place, start.local));
      for (let place = 0; place < starts.length; place++) {
        if (this.actors[place]!.isChild) continue;
        this.pushFrame(place, this.choices.pick(starts[place]!.outputs));
        const ended = this.finish();
        if (ended !== Ended.ok) return ended;
      }
      return Ended.ok;
    } catch (thrown) {
      this.abandon();
      throw thrown;
    }
  }

  /** Whether the fold has read a component. */
  isReadComponent(component: number): boolean {
    return component >= 0 && this.isRead[component] === 1;
  }

  private enter(place: number, event: number, entry: number, from: number): void {
    if (!this.calls.add(place, event)) this.endless();
    const actor = this.actors[place]!;
    this.noteRead(place);
    const cell = actor.cell(this.vector[place]!, event);
    if (actor.fresh.size > 0) this.visited.add(place, this.vector[place]!, event);
    const handled = actor.flags.data[cell]! & HANDLED;
    if (this.calls.count === 1) this.firstHandled = handled !== 0;
    if (handled === 0 && entry !== Entry.stimulus) this.ignore(place, event);
    if (this.trackSteps) this.node = this.steps.extend(this.node, entry, from, place, event, handled);
    const next = actor.next.data[cell]!;
    if (next !== this.vector[place]) this.set(place, next);
    this.pushFrame(place, this.choices.pick(actor.outputs.data[cell]!));
  }

  /** A message that no transition handles is told of, unless it was to be expected. */
  private ignore(place: number, event: number): void {
    if (this.actors[place]!.isDown(this.vector[place]!) || this.events.isQuiet.data[event] === 1) return;
    this.losses.unhandled(place, event);
  }

  /** @param aside what the actor before leaves behind, while that at its place now is still busy */
  private pushFrame(place: number, list: number, aside = false): void {
    this.busy[place] = 1;
    if (this.outputs.starts.data[list] === 1) this.outputs.announce(list, this.starting);
    const { start } = this.outputs;
    this.frames.push(place, start.data[list]!, start.data[list + 1]!, this.lives[place]!, aside);
  }

  private finish(): number {
    const { frames } = this;
    while (frames.depth > 0) {
      const { place } = frames;
      const at = frames.next();
      if (at >= 0) {
        const ended = this.output(place, at);
        if (ended !== Ended.ok) {
          this.abandon();
          return ended;
        }
        continue;
      }
      if (frames.pop()) continue;
      this.busy[place] = 0;
      const mail = this.mail.take(place);
      if (mail === EMPTY) continue;
      this.enter(place, this.mail.events.data[mail]!, Entry.call, this.mail.senders.data[mail]!);
    }
    return Ended.ok;
  }

  private output(from: number, at: number): number {
    const { outputs, layout, timers } = this;
    const to = outputs.receivers.data[at]!;
    const what = outputs.what.data[at]!;
    const op = outputs.ops.data[at]!;
    switch (op) {
      case Op.send:
        return this.send(from, to, what);
      case Op.emit:
        if (this.trackSteps) this.node = this.steps.extend(this.node, Entry.emitted, NOBODY, from, what, 0);
        return Ended.ok;
      case Op.start:
        this.start(from, to, what);
        return Ended.ok;
      case Op.stop:
        this.stop(from, to);
        return Ended.ok;
      case Op.loseMail:
        loseMail(this, from);
        return Ended.ok;
      case Op.clearTimers:
        clearTimers(this, this.instance, from);
        return Ended.ok;
    }
    // What went before at its place has no timers any more, and what is on its way goes to another.
    if (this.frames.life !== this.lives[from]) return Ended.ok;
    if (op === Op.forget) {
      forgetChild(this, from);
      return Ended.ok;
    }
    if (op === Op.schedule && to !== from && this.isGone(to)) return Ended.ok;
    const component = layout.timers + from;
    this.noteRead(component);
    const local = this.vector[component]!;
    const next =
      op === Op.schedule
        ? timers[from]!.set(local, what)
        : op === Op.cancel
          ? timers[from]!.cancel(local, what)
          : timers[from]!.cancelAll(local);
    if (next !== local) this.set(component, next);
    return Ended.ok;
  }

  /** A message on its way: a call where it is `sync`, else into a channel. */
  private send(from: number, to: number, event: number): number {
    const channel = this.channelSet.between(from, to);
    if (channel !== SYNC) return this.put(channel, from, to, event);
    if (this.isHeld(to)) this.mail.post(from, to, event);
    else this.enter(to, event, Entry.call, from);
    return Ended.ok;
  }

  /** Whether what comes to an actor waits in its mailbox: it is busy, or its start is still to come. */
  private isHeld(place: number): boolean {
    if (this.busy[place] === 1) return true;
    if (this.starting[place] === 0) return false;
    this.noteRead(place);
    return !this.actors[place]!.isActive(this.vector[place]!);
  }

  private put(channel: number, from: number, to: number, event: number): number {
    const table = this.channels[channel]!;
    const component = this.layout.channels + channel;
    this.noteRead(component);
    const isGone = this.isGone(to);
    const local = isGone ? FULL : table.push(this.vector[component]!, event);
    if (local === FULL) {
      if (isGone || table.delivery.whenFull === 'drop') {
        this.losses.dropped(from, to, event);
        this.noteLost(from, to, event, isGone);
        return Ended.ok;
      }
      this.stoppedBy = table;
      return table.delivery.whenFull === 'block' ? Ended.blocked : Ended.full;
    }
    if (this.trackSteps) this.node = this.steps.extend(this.node, Entry.sent, from, to, event, 0);
    this.set(component, local);
    return Ended.ok;
  }

  /** Records that a message is lost: with its receiver, or to a full channel. */
  noteLost(from: number, to: number, event: number, isGone: boolean): void {
    const { steps, node } = this;
    if (this.trackSteps) this.node = steps.extend(node, Entry.dropped, from, to, event, isGone ? 1 : 0);
  }

  /** Whether what is sent to an actor now can never reach it: it has crashed and loses its mail, or is a child that is not there. */
  private isGone(place: number): boolean {
    const actor = this.actors[place]!;
    if (!actor.isChild && !actor.losesMail) return false;
    this.noteRead(place);
    const local = this.vector[place]!;
    return actor.isChild ? this.starting[place] === 0 && !actor.isActive(local) : actor.isDown(local);
  }

  private start(from: number, to: number, event: number): void {
    this.starting[to]!--;
    const { actors: known } = this.instance;
    if (this.frames.life !== this.lives[from]) throw replaced(known[from]!.id, known[to]!.id);
    const actor = this.actors[to]!;
    this.noteRead(to);
    const before = this.vector[to]!;
    let stopping = EMPTY;
    if (actor.isActive(before)) {
      if (!this.mail.holds(to, this.stopEvent)) throw stillRunning(known[from]!.id, known[to]!.id);
      // It was stopped inside its own step: that goes on, but the actor is another now.
      this.mail.empty(to);
      stopping = actor.outputs.data[actor.cell(before, this.stopEvent)]!;
    }
    this.set(to, ABSENT_CHILD);
    this.lives[to]!++;
    this.enter(to, event, Entry.call, from);
    if (stopping !== EMPTY) this.pushFrame(to, this.choices.pick(stopping), true);
  }

  private stop(from: number, to: number): void {
    this.noteRead(to);
    const local = this.vector[to]!;
    if (local === ABSENT_CHILD) return;
    forgetChild(this, to);
    this.mail.empty(to);
    if (this.busy[to] === 1 && this.actors[to]!.isActive(local)) this.mail.post(from, to, this.stopEvent);
    else if (this.busy[to] === 1) this.set(to, ABSENT_CHILD);
    else this.enter(to, this.stopEvent, Entry.call, from);
  }

  /** Notes that the fold has read a component; once is enough. */
  noteRead(component: number): void {
    if (this.isRead[component] === 1) return;
    this.isRead[component] = 1;
    this.read.push(component);
  }

  private abandon(): void {
    this.frames.depth = 0;
    this.busy.fill(0);
    this.starting.fill(0);
    this.mail.clear();
  }

  private endless(): never {
    const { actors } = this.instance;
    throw this.calls.error(
      (place) => actors[place]!.id,
      (event) => this.events.event(event).type,
    );
  }
}
