import type { EventTable } from './event-table.ts';
import { IntList } from './int-list.ts';
import type { Output } from './local-step.ts';

/** The place that stands for "nobody": the receiver of an emitted event. */
export const NOBODY = -1;

/** Numbers lists of outputs; list `n` lies at `start[n]`..`start[n + 1]` in `receivers` and `events`. */
export class OutputTable {
  /** The receiver's place of each output, {@link NOBODY} for an emitted event. */
  readonly receivers = new IntList(256);
  readonly events = new IntList(256);
  readonly start = new IntList(256);
  private readonly lists = new Map<string, number>();
  private readonly table: EventTable;

  constructor(table: EventTable) {
    this.table = table;
    this.start.push(0);
    this.intern([]);
  }

  intern(outputs: readonly Output[]): number {
    const pairs = outputs.map(
      (output) => [output.kind === 'send' ? output.to : NOBODY, this.table.intern(output.event)] as const,
    );
    const key = pairs.join(';');
    const known = this.lists.get(key);
    if (known !== undefined) return known;
    for (const [receiver, event] of pairs) {
      this.receivers.push(receiver);
      this.events.push(event);
    }
    const id = this.start.push(this.events.length) - 1;
    this.lists.set(key, id);
    return id;
  }

  /** The outputs of a list. */
  list(id: number): Output[] {
    const result: Output[] = [];
    for (let at = this.start.data[id]!; at < this.start.data[id + 1]!; at++) {
      const to = this.receivers.data[at]!;
      const event = this.table.event(this.events.data[at]!);
      result.push(to === NOBODY ? { kind: 'emit', event } : { kind: 'send', to, event });
    }
    return result;
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
