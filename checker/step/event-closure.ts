import { ModelError } from '../system/errors.ts';
import type { SystemInstance } from '../system/instance.ts';
import { ABSENT_CHILD, ActorTable, EMPTY, HANDLED } from './actor-table.ts';
import { EventTable } from './event-table.ts';
import { CRASH, RESTART, START, STOP } from './output.ts';
import { ChoiceTable, Op, OutputTable } from './output-table.ts';
import { createSteppers } from './steppers.ts';
import { TimerNames } from './timer-table.ts';

/** One local step that may happen: what an actor does with an event in a local state. */
export interface Cell {
  readonly place: number;
  readonly local: number;
  readonly event: number;
  /** The local state after it; {@link EMPTY} where the statechart fails. */
  readonly next: number;
  /** Whether a transition handles the event. */
  readonly handled: boolean;
  /** The lists of outputs it may have: several where it has a choice. */
  readonly lists: readonly number[];
}

/** So many characters of its key have a local step of a state count as one more. */
const LARGE = 1024;

/**
 * Everything that the actors of a system could do, one by one: the local states of each closed over the events it could
 * get from anyone in any of theirs. More than any run shows, never less: in which order things come is not looked at.
 * It has tables of its own, so that what no run reaches leaves no trace in a search.
 */
export class EventClosure {
  readonly actors: readonly ActorTable[];
  readonly events = new EventTable();
  readonly timers = new TimerNames();
  readonly outputs = new OutputTable(this.events, this.timers);
  /** The local steps of each actor. */
  readonly cells: readonly Cell[][];
  /** The events that may come to each actor by a step of its own: out of a channel, or of a timer it set for itself. */
  readonly own: readonly Set<number>[];
  /** The timers that each actor may set for others: whom the event goes to, and the event. */
  readonly late: readonly Map<string, readonly [to: number, event: number]>[];
  /** The channels that may be used, by `sender * actors + receiver`, in order of discovery. */
  readonly channels = new Map<number, number>();
  readonly crash: number;
  readonly restart: number;
  /** Whether it came to an end within the bound; what it has is of no use where it did not. */
  readonly isWhole: boolean;

  private readonly choices = new ChoiceTable();
  private readonly comes: readonly Set<number>[];
  private readonly seen: readonly Set<string>[];
  /** What is still to be looked at: place, local state, event. */
  private readonly open: [place: number, local: number, event: number][] = [];
  /** How many local states of each actor have been opened. */
  private readonly opened: number[];
  readonly stop: number;

  /**
   * @param most how many local steps are worked out before it gives up; those of a large state count as several
   * @throws ModelError when an actor cannot start
   */
  constructor(
    private readonly instance: SystemInstance,
    most: number,
  ) {
    const { events, outputs, choices } = this;
    const calls = { model: 0, purity: 0 };
    const tables = { events, outputs, choices, calls };
    this.actors = createSteppers(instance).map((stepper) => new ActorTable(stepper, tables));
    const each = <T>(make: () => T): T[] => instance.actors.map(make);
    this.cells = each(() => []);
    this.own = each(() => new Set());
    this.late = each(() => new Map());
    this.comes = each(() => new Set());
    this.seen = each(() => new Set());
    this.opened = each(() => 0);
    this.crash = events.intern(CRASH);
    this.restart = events.intern(RESTART);
    this.stop = events.intern(STOP);
    this.actors.forEach((actor, place) => {
      const start = actor.start();
      for (const list of this.lists(start.outputs)) this.follow(place, list);
      this.openLocals(place);
    });
    // Those that were met first come first, so that a list that grows without end is not followed until it is thousands long.
    let at = 0;
    for (let count = 0; at < this.open.length && count < most; at++) {
      const [place, local] = this.open[at]!;
      // What is worked out in a state takes longer the larger that is.
      count += 1 + Math.floor(this.actors[place]!.keyOf(local).length / LARGE);
      this.take(...this.open[at]!);
    }
    this.isWhole = at === this.open.length;
  }

  private lists(code: number): readonly number[] {
    return code >= 0 ? [code] : this.choices.lists(~code);
  }

  /** Has each new local state of an actor take all that it may get there. */
  private openLocals(place: number): void {
    const actor = this.actors[place]!;
    const { faults } = this.instance;
    for (; this.opened[place]! < actor.size; this.opened[place]!++) {
      const local = this.opened[place]!;
      actor.loadStimuli(local);
      for (const event of this.stimuli(place, local)) this.put(place, local, event);
      for (const event of this.comes[place]!) this.put(place, local, event);
      if (actor.isChild) continue;
      if (faults.strikes('crash', place) && actor.isActive(local)) this.put(place, local, this.crash);
      if (faults.strikes('restart', place) && actor.isDown(local)) this.put(place, local, this.restart);
    }
  }

  /** The events that an actor offers in a local state. */
  stimuli(place: number, local: number): number[] {
    const { stimulusStart, stimulusEnd, stimulusEvents } = this.actors[place]!;
    const list = stimulusEvents.data.subarray(stimulusStart.data[local], stimulusEnd.data[local]);
    return Array.from(list).filter((event) => event !== EMPTY);
  }

  private put(place: number, local: number, event: number): void {
    // A child is started where it is not there, and stopped where it is.
    if (this.events.event(event).type === START && local !== ABSENT_CHILD) return;
    if (event === this.stop && local === ABSENT_CHILD) return;
    const key = `${local},${event}`;
    if (this.seen[place]!.has(key)) return;
    this.seen[place]!.add(key);
    this.open.push([place, local, event]);
  }

  private come(place: number, event: number): void {
    if (this.comes[place]!.has(event)) return;
    this.comes[place]!.add(event);
    for (let local = 0; local < this.opened[place]!; local++) this.put(place, local, event);
  }

  private take(place: number, local: number, event: number): void {
    const actor = this.actors[place]!;
    let cell: number;
    try {
      cell = actor.cell(local, event);
    } catch (thrown) {
      if (!(thrown instanceof ModelError)) throw thrown;
      this.cells[place]!.push({ place, local, event, next: EMPTY, handled: true, lists: [] });
      return;
    }
    const next = actor.next.data[cell]!;
    const handled = (actor.flags.data[cell]! & HANDLED) !== 0;
    const lists = this.lists(actor.outputs.data[cell]!);
    this.cells[place]!.push({ place, local, event, next, handled, lists });
    for (const list of lists) this.follow(place, list);
    this.openLocals(place);
  }

  /** Has what an actor puts out come to those it is for. */
  private follow(place: number, list: number): void {
    const { ops, receivers, what, start } = this.outputs;
    for (let at = start.data[list]!; at < start.data[list + 1]!; at++) {
      const to = receivers.data[at]!;
      switch (ops.data[at]!) {
        case Op.send:
          this.send(place, to, what.data[at]!);
          break;
        case Op.start:
          this.come(to, what.data[at]!);
          this.come(to, this.stop);
          break;
        case Op.stop:
          this.come(to, this.stop);
          break;
        case Op.schedule: {
          const event = this.events.intern(this.timers.timers[what.data[at]!]!.event);
          if (to !== place) {
            this.late[place]!.set(`${to},${event}`, [to, event]);
            this.send(place, to, event);
          } else {
            this.own[place]!.add(event);
            this.come(place, event);
          }
        }
      }
    }
  }

  private send(from: number, to: number, event: number): void {
    if (this.instance.delivery(from, to).order !== 'sync') {
      const pair = from * this.instance.actors.length + to;
      if (!this.channels.has(pair)) this.channels.set(pair, this.channels.size);
      this.own[to]!.add(event);
    }
    this.come(to, event);
  }
}
