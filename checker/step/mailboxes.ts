import { EMPTY } from './actor-table.ts';
import { IntList } from './int-list.ts';

/** One mailbox per actor, for what comes to it while it is busy with a step. */
export class Mailboxes {
  private readonly head: Int32Array;
  private readonly tail: Int32Array;
  private readonly next = new IntList(64);
  readonly events = new IntList(64);
  readonly senders = new IntList(64);

  constructor(actors: number) {
    this.head = new Int32Array(actors).fill(EMPTY);
    this.tail = new Int32Array(actors).fill(EMPTY);
  }

  post(from: number, to: number, event: number): void {
    const mail = this.events.push(event);
    this.senders.push(from);
    this.next.push(EMPTY);
    const tail = this.tail[to]!;
    if (tail === EMPTY) this.head[to] = mail;
    else this.next.data[tail] = mail;
    this.tail[to] = mail;
  }

  /** Takes the oldest mail out; its number, or EMPTY. */
  take(place: number): number {
    const mail = this.head[place]!;
    if (mail === EMPTY) return EMPTY;
    const next = this.next.data[mail]!;
    this.head[place] = next;
    if (next === EMPTY) this.tail[place] = EMPTY;
    return mail;
  }

  /** Whether an event waits for an actor. */
  holds(place: number, event: number): boolean {
    for (let mail = this.head[place]!; mail !== EMPTY; mail = this.next.data[mail]!)
      if (this.events.data[mail] === event) return true;
    return false;
  }

  empty(place: number): void {
    this.head[place] = this.tail[place] = EMPTY;
  }

  get isUsed(): boolean {
    return this.events.length > 0;
  }

  clear(): void {
    this.head.fill(EMPTY);
    this.tail.fill(EMPTY);
    this.events.length = this.senders.length = this.next.length = 0;
  }
}
