import type { ResolvedDelivery } from '../system/delivery.ts';
import { compareText } from './canonical.ts';
import type { EventTable } from './event-table.ts';
import { EMPTY } from './actor-table.ts';
import { IntList } from './int-list.ts';

/** What `push` gives for a channel that is full. */
export const FULL = -2;

/**
 * The messages from one actor to another as a component: its contents numbered as they appear, content 0
 * being the empty channel. A fifo channel offers its head, an unordered one each distinct message.
 */
export class ChannelTable {
  readonly sender: number;
  readonly receiver: number;
  readonly delivery: ResolvedDelivery;
  /** The deliveries a content offers: event and remaining content, at `offerStart`..`offerStart of the next`. */
  readonly offerEvents = new IntList(32);
  readonly offerRests = new IntList(32);
  /** The decision tree of each event; EMPTY when it has none yet. */
  readonly eventRoots = new IntList(16);
  readonly offerStart = new IntList(32);
  readonly offerEnd = new IntList(32);
  private readonly contents: (readonly number[])[] = [];
  private readonly ids = new Map<string, number>();
  private readonly pushed: Int32Array[] = [];
  private readonly table: EventTable;

  constructor(sender: number, receiver: number, delivery: ResolvedDelivery, events: EventTable) {
    this.sender = sender;
    this.receiver = receiver;
    this.delivery = delivery;
    this.table = events;
    this.intern([]);
  }

  get size(): number {
    return this.contents.length;
  }

  /** The event numbers a content holds, oldest first (unordered: in the order of their encodings). */
  content(local: number): readonly number[] {
    return this.contents[local]!;
  }

  /** The content after `event` is added, or {@link FULL}. */
  push(local: number, event: number): number {
    const row = this.pushed[local]!;
    const known = event < row.length ? row[event]! : EMPTY;
    return known === EMPTY ? this.fillPush(local, event) : known;
  }

  /** Works out what a content offers, once. */
  loadOffers(local: number): void {
    const content = this.contents[local]!;
    const places =
      this.delivery.order === 'fifo' ? (content.length === 0 ? [] : [0]) : distinctPlaces(content);
    const rests = places.map((place) => this.intern(content.filter((_, i) => i !== place)));
    this.offerStart.data[local] = this.offerEvents.length;
    places.forEach((place, i) => {
      this.offerEvents.push(content[place]!);
      this.offerRests.push(rests[i]!);
    });
    this.offerEnd.data[local] = this.offerEvents.length;
  }

  private fillPush(local: number, event: number): number {
    const content = this.contents[local]!;
    const after =
      content.length >= this.delivery.capacity ? FULL : this.intern(this.inOrder([...content, event]));
    let row = this.pushed[local]!;
    if (event >= row.length) {
      const wider = new Int32Array(Math.max(4, event + 1, row.length * 2)).fill(EMPTY);
      wider.set(row);
      row = this.pushed[local] = wider;
    }
    row[event] = after;
    return after;
  }

  private inOrder(content: number[]): number[] {
    if (this.delivery.order === 'fifo') return content;
    return content.sort((a, b) => compareText(this.table.text(a), this.table.text(b)));
  }

  private intern(content: readonly number[]): number {
    const key = content.join(',');
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = this.contents.push(content) - 1;
    this.ids.set(key, id);
    this.pushed.push(new Int32Array(0));
    this.offerStart.push(EMPTY);
    this.offerEnd.push(EMPTY);
    return id;
  }
}

/** The first place of each distinct message of a sorted content. */
function distinctPlaces(content: readonly number[]): number[] {
  return content.flatMap((event, place) => (place > 0 && content[place - 1] === event ? [] : [place]));
}
