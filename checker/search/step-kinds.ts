import type { StepKind } from '../property/fairness.ts';
import { EMPTY } from '../step/actor-table.ts';
import { IntList } from '../step/int-list.ts';
import type { IntegerSpace } from '../step/integer-space.ts';
import { CRASH, RESTART } from '../step/output.ts';
import { Entry, STEP_NAMES, eventOf } from '../step/step-table.ts';
import { mayNeverEnd } from '../system/outcome-logic.ts';
import { ANY_CLASS } from './condition-sets.ts';

/**
 * Numbers the kinds of step of a space as they are met: a stimulus, crash or restart by (actor, event), a timeout by
 * (actor, kind of timer), a delivery, loss or duplicate by (channel, event). What comes of a promise is of another kind where it
 * may never end. A number is the class of its steps in a {@link StepGraph}.
 */
export class StepKinds {
  readonly list: StepKind[] = [];
  private readonly space: IntegerSpace;
  /** The numbers by kind of step, then place or channel, then event. */
  private readonly numbers: IntList[][] = STEP_NAMES.map(() => []);
  /** The same of what comes of those that may never end. */
  private readonly openNumbers: IntList[] = [];
  /** By place, for each local state asked about: whether it may never end. */
  private readonly open: boolean[][] = [];

  constructor(space: IntegerSpace) {
    this.space = space;
  }

  /** The kind of the offer that the space stands at. */
  current(): number {
    const { kind, place, source, event, timerKind } = this.space.offer;
    return this.of(kind, source === EMPTY ? place : source, kind === Entry.timeout ? timerKind : event);
  }

  /**
   * The kind of a step from the state in `space.before`.
   *
   * @param kind its kind in {@link Entry}
   * @param source its channel, or where it has none its place
   * @param event the number of the event; of a timeout, that of the kind of timer
   */
  of(kind: number, source: number, event: number): number {
    const { before, channels } = this.space;
    if (event === EMPTY) return ANY_CLASS;
    if (kind === Entry.stimulus) return this.stimulus(source, before[source]!, event);
    if (kind === Entry.delivery || kind === Entry.lose || kind === Entry.duplicate)
      return this.number(kind, channels[source]!.receiver, source, event);
    return this.number(kind, source, EMPTY, event);
  }

  /** Numbers every kind of step that the tables of a finished search know. */
  collect(): void {
    const { actors, channels, timers, events, instance } = this.space;
    const { faults, time } = instance;
    actors.forEach(({ stimulusEvents, stimulusStart, stimulusEnd, size }, place) => {
      for (let local = 0; local < size; local++) {
        const start = stimulusStart.data[local]!;
        for (let i = start; start !== EMPTY && i < stimulusEnd.data[local]!; i++)
          if (stimulusEvents.data[i] !== EMPTY) this.stimulus(place, local, stimulusEvents.data[i]!);
      }
      if (faults.strikes('crash', place)) this.number(Entry.crash, place, EMPTY, events.intern(CRASH));
      if (faults.strikes('restart', place)) this.number(Entry.restart, place, EMPTY, events.intern(RESTART));
    });
    timers.forEach((table, place) => {
      for (let local = 0; local < table.size; local++)
        for (const { event, id, to } of table.content(local))
          this.number(Entry.timeout, place, EMPTY, table.kind(events.intern(event), id, to));
    });
    channels.forEach((channel, source) => {
      const { sender, receiver } = channel;
      for (let local = 0; local < channel.size; local++) {
        for (const event of channel.content(local)) {
          this.number(Entry.delivery, receiver, source, event);
          if (faults.strikes('lose', receiver, sender)) this.number(Entry.lose, receiver, source, event);
          if (faults.strikes('duplicate', receiver, sender))
            this.number(Entry.duplicate, receiver, source, event);
        }
      }
    });
    if (time !== null && time !== 'untimed') this.number(Entry.tick, -1, EMPTY, 0);
  }

  private stimulus(place: number, local: number, event: number): number {
    const isOpen = this.mayNeverEnd(place, local);
    return this.number(Entry.stimulus, place, EMPTY, event, isOpen);
  }

  private mayNeverEnd(place: number, local: number): boolean {
    const actor = this.space.instance.actors[place]!;
    if (actor.outcomes === null) return false;
    return ((this.open[place] ??= [])[local] ??= mayNeverEnd(actor, this.space.snapshot(place, local)));
  }

  private number(kind: number, place: number, source: number, event: number, isOpen = false): number {
    const rows = isOpen ? this.openNumbers : this.numbers[kind]!;
    const row = (rows[(source === EMPTY ? place : source) + 1] ??= new IntList());
    if (event >= row.length) row.extend(event + 1 - row.length, EMPTY);
    const known = row.data[event]!;
    return known === EMPTY ? (row.data[event] = this.add(kind, place, source, event, isOpen)) : known;
  }

  /** @param event the number of the event; of a timeout, that of the kind of timer */
  private add(kind: number, place: number, source: number, event: number, isOpen: boolean): number {
    const { instance, events, channels, timers } = this.space;
    const timer = kind === Entry.timeout ? timers[place]!.kinds[event]! : null;
    const actor = instance.actors[place];
    const channel = source === EMPTY ? null : channels[source]!;
    const sender = channel === null ? null : instance.actors[channel.sender]!;
    const order = channel === null || channel.delivery.order === 'sync' ? null : channel.delivery.order;
    return (
      this.list.push({
        kind: STEP_NAMES[kind]!,
        actor: actor?.id ?? '',
        name: actor?.name ?? '',
        environment: isOpen || (actor?.environment ?? false),
        from: sender?.id ?? null,
        fromName: sender?.name ?? null,
        event: eventOf(kind, events.event(timer?.event ?? event)),
        timer: timer?.id ?? null,
        to: timer === null ? null : instance.actors[timer.to]!.id,
        outcome: kind === Entry.stimulus && actor !== undefined && actor.outcomes !== null,
        order,
      }) - 1
    );
  }
}
