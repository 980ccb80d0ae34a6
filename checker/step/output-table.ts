import type { EventTable } from './event-table.ts';
import { IntList } from './int-list.ts';
import type { Output } from './output.ts';
import { STOP } from './output.ts';
import type { TimerNames } from './timer-table.ts';

/** The place that stands for "nobody": the receiver of an emitted event. */
export const NOBODY = -1;

/** What one output is. */
export const Op = {
  send: 0,
  emit: 1,
  start: 2,
  stop: 3,
  schedule: 4,
  cancel: 5,
  cancelAll: 6,
  loseMail: 7,
  forget: 8,
  clearTimers: 9,
} as const;

/** Numbers lists of outputs; list `n` lies at `start[n]`..`start[n + 1]` in `ops`, `receivers` and `what`. */
export class OutputTable {
  readonly ops = new IntList(256);
  /** The receiver's place of each output, {@link NOBODY} where it has none. */
  readonly receivers = new IntList(256);
  /** The number of the event, of the timer that is set, or of the id that is cancelled. */
  readonly what = new IntList(256);
  readonly start = new IntList(256);
  /** 1 for each list in which a child is started. */
  readonly starts = new IntList(256);
  private readonly encoded: (readonly Output[])[] = [];
  private readonly lists = new Map<string, number>();
  private readonly events: EventTable;
  private readonly timers: TimerNames;

  constructor(events: EventTable, timers: TimerNames) {
    this.events = events;
    this.timers = timers;
    this.start.push(0);
    this.intern([]);
  }

  intern(outputs: readonly Output[]): number {
    const coded = outputs.map((output) => this.code(output));
    const key = coded.join(';');
    const known = this.lists.get(key);
    if (known !== undefined) return known;
    for (const [op, receiver, what] of coded) {
      this.ops.push(op);
      this.receivers.push(receiver);
      this.what.push(what);
    }
    const id = this.start.push(this.ops.length) - 1;
    this.starts.push(outputs.some(({ kind }) => kind === 'start') ? 1 : 0);
    this.encoded.push(outputs);
    this.lists.set(key, id);
    return id;
  }

  /** Counts for each place the starts that stand in a list: what is sent to a child before waits for it. */
  announce(list: number, starting: Uint8Array): void {
    for (let at = this.start.data[list]!; at < this.start.data[list + 1]!; at++)
      if (this.ops.data[at] === Op.start) starting[this.receivers.data[at]!]!++;
  }

  /** The outputs of a list. */
  list(id: number): readonly Output[] {
    return this.encoded[id]!;
  }

  private code(output: Output): readonly [op: number, receiver: number, what: number] {
    switch (output.kind) {
      case 'send':
        return [Op.send, output.to, this.events.intern(output.event)];
      case 'emit':
        return [Op.emit, NOBODY, this.events.intern(output.event)];
      case 'start':
        return [Op.start, output.to, this.events.intern(output.event)];
      case 'stop':
        return [Op.stop, output.to, this.events.intern(STOP)];
      case 'schedule':
        return [Op.schedule, output.to, this.timers.timer(output)];
      case 'cancel':
        return [Op.cancel, NOBODY, this.timers.id(output.id)];
      case 'cancel-all':
        return [Op.cancelAll, NOBODY, 0];
      case 'lose-mail':
        return [Op.loseMail, NOBODY, 0];
      case 'forget':
        return [Op.forget, NOBODY, 0];
      case 'clear-timers':
        return [Op.clearTimers, NOBODY, 0];
    }
  }
}

/** Numbers the alternatives of a step with a choice: each is a list of the {@link OutputTable}. */
export class ChoiceTable {
  readonly alternatives = new IntList(16);
  readonly start = new IntList(16);

  constructor() {
    this.start.push(0);
  }

  add(lists: readonly number[]): number {
    for (const list of lists) this.alternatives.push(list);
    return this.start.push(this.alternatives.length) - 1;
  }

  /** The lists of a choice. */
  lists(id: number): number[] {
    return Array.from(this.alternatives.data.subarray(this.start.data[id], this.start.data[id + 1]));
  }
}
