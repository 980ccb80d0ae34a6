import { EMPTY } from './actor-table.ts';
import type { EventTable } from './event-table.ts';
import { IntList } from './int-list.ts';
import { Offers } from './offers.ts';
import type { Output } from './output.ts';
import type { Timer } from './pending-timers.ts';
import {
  cancelAllTimers,
  cancelTimer,
  dueTimers,
  fireTimer,
  forgetReceiver,
  inOrder,
  setTimer,
  tickTimers,
  timerText,
} from './pending-timers.ts';

/** What `tick` gives where a timer is due. */
export const DUE = -2;

type Schedule = Extract<Output, { kind: 'schedule' }>;

/** Numbers what timers are set to, and the ids they are cancelled by. */
export class TimerNames {
  readonly timers: Schedule[] = [];
  readonly ids: string[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly idNumbers = new Map<string, number>();

  timer(output: Schedule): number {
    const text = timerText({ ...output, left: output.ticks, last: true });
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    const number = this.timers.push(output) - 1;
    this.numbers.set(text, number);
    return number;
  }

  id(id: string): number {
    const known = this.idNumbers.get(id);
    if (known !== undefined) return known;
    const number = this.ids.push(id) - 1;
    this.idNumbers.set(id, number);
    return number;
  }
}

/**
 * The timers of one actor as a component: its contents numbered as they appear, content 0 being none. Every
 * operation is worked out once for each content.
 */
export class TimerTable {
  /** The timeouts a content offers, and whom each event goes to. */
  readonly timeouts = new Offers();
  readonly receivers = new IntList(16);
  /** What each timeout is, as {@link kinds} has it. */
  readonly kindOf = new IntList(16);
  /** Timers that differ only in when they are due are of one kind. */
  readonly kinds: { readonly event: number; readonly id: string; readonly to: number }[] = [];
  private readonly contents: (readonly Timer[])[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly sets: IntList[] = [];
  private readonly cancels: IntList[] = [];
  private readonly forgotten: IntList[] = [];
  private readonly ends = new IntList(16);
  private readonly ticks = new IntList(16);

  constructor(
    private readonly owner: number,
    private readonly actor: string,
    private readonly timed: boolean,
    private readonly names: TimerNames,
    private readonly events: EventTable,
  ) {
    this.intern([]);
  }

  get size(): number {
    return this.contents.length;
  }

  /** The pending timers, in the order of their texts. */
  content(local: number): readonly Timer[] {
    return this.contents[local]!;
  }

  /** The number of a content, given in any order. */
  adopt(content: readonly Timer[]): number {
    return this.intern(inOrder(content));
  }

  /** The content after a timer is set. @throws ModelError when there are too many */
  set(local: number, timer: number): number {
    const row = this.sets[local]!;
    const known = timer < row.length ? row.data[timer]! : EMPTY;
    if (known !== EMPTY) return known;
    const { ticks, id, event, to } = this.names.timers[timer]!;
    return put(
      row,
      timer,
      this.intern(setTimer(this.contents[local]!, { id, event, to, left: ticks }, this.actor)),
    );
  }

  cancel(local: number, id: number): number {
    const row = this.cancels[local]!;
    const known = id < row.length ? row.data[id]! : EMPTY;
    if (known !== EMPTY) return known;
    return put(row, id, this.intern(cancelTimer(this.contents[local]!, this.names.ids[id]!)));
  }

  /** The content without the timers that go to an actor. */
  forget(local: number, receiver: number): number {
    const row = (this.forgotten[local] ??= new IntList(4));
    const known = receiver < row.length ? row.data[receiver]! : EMPTY;
    if (known !== EMPTY) return known;
    return put(row, receiver, this.intern(forgetReceiver(this.contents[local]!, receiver)));
  }

  cancelAll(local: number): number {
    const known = this.ends.data[local]!;
    if (known !== EMPTY) return known;
    return (this.ends.data[local] = this.intern(cancelAllTimers(this.contents[local]!, this.owner)));
  }

  /** The content a tick later, or {@link DUE}. */
  tick(local: number): number {
    const known = this.ticks.data[local]!;
    if (known !== EMPTY) return known;
    const later = tickTimers(this.contents[local]!);
    return (this.ticks.data[local] = later === null ? DUE : this.intern(later));
  }

  /** Works out which timeouts a content offers, once. */
  loadTimeouts(local: number): void {
    const content = this.contents[local]!;
    const offered = dueTimers(content, this.timed).map((place) => {
      const { event, to, id } = content[place]!;
      const number = this.events.intern(event);
      this.receivers.push(to);
      this.kindOf.push(this.kind(number, id, to));
      return { event: number, rest: this.intern(fireTimer(content, place)), place };
    });
    this.timeouts.load(local, offered);
  }

  /** The number of a kind of timer. @param to the place of the actor the event goes to */
  kind(event: number, id: string, to: number): number {
    const known = this.kinds.findIndex((kind) => kind.event === event && kind.id === id && kind.to === to);
    return known < 0 ? this.kinds.push({ event, id, to }) - 1 : known;
  }

  private intern(content: readonly Timer[]): number {
    const key = content.map(timerText).join('\n');
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const number = this.contents.push(content) - 1;
    this.numbers.set(key, number);
    this.sets.push(new IntList(4));
    this.cancels.push(new IntList(4));
    this.ends.push(EMPTY);
    this.ticks.push(EMPTY);
    this.timeouts.add();
    return number;
  }
}

function put(row: IntList, at: number, value: number): number {
  if (at >= row.length) row.extend(at + 1 - row.length, EMPTY);
  return (row.data[at] = value);
}
