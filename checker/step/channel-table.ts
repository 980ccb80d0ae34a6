import type { ResolvedDelivery } from '../system/delivery.ts';
import { compareText } from './canonical.ts';
import type { EventTable } from './event-table.ts';
import { EMPTY } from './actor-table.ts';
import { IntList } from './int-list.ts';
import type { Offered } from './offers.ts';
import { Offers } from './offers.ts';

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
  /** The deliveries a content offers, and the faults that may strike its messages. */
  readonly deliveries = new Offers();
  readonly losses = new Offers();
  readonly copies = new Offers();
  /** The decision tree of each event; EMPTY when it has none yet. */
  readonly eventRoots = new IntList(16);
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

  /** The number of a content, given in any order where the channel has none. */
  adopt(content: number[]): number {
    return this.intern(this.inOrder(content));
  }

  /** Works out which deliveries a content offers, once. */
  loadDeliveries(local: number): void {
    const content = this.contents[local]!;
    const places =
      this.delivery.order === 'fifo' ? (content.length === 0 ? [] : [0]) : distinctPlaces(content);
    this.deliveries.load(local, this.without(content, places));
  }

  /** Works out which messages of a content may be lost, once: any of them, wherever it waits. */
  loadLosses(local: number): void {
    const content = this.contents[local]!;
    this.losses.load(local, this.without(content, distinctPlaces(content)));
  }

  /** Works out which messages of a content may be doubled, once. A full channel has {@link FULL} as the rest. */
  loadCopies(local: number): void {
    const content = this.contents[local]!;
    const full = content.length >= this.delivery.capacity;
    const places = full && this.delivery.whenFull !== 'inconclusive' ? [] : distinctPlaces(content);
    const offered = places.map((place) => ({
      event: content[place]!,
      rest: full ? FULL : this.intern(content.toSpliced(place, 0, content[place]!)),
      place,
    }));
    this.copies.load(local, offered);
  }

  private without(content: readonly number[], places: readonly number[]): Offered[] {
    return places.map((place) => ({
      event: content[place]!,
      rest: this.intern(content.filter((_, i) => i !== place)),
      place,
    }));
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
    for (const offers of [this.deliveries, this.losses, this.copies]) offers.add();
    return id;
  }
}

/** The first place of each run of equal messages: of a sorted content, that of each distinct one. */
function distinctPlaces(content: readonly number[]): number[] {
  return content.flatMap((event, place) => (place > 0 && content[place - 1] === event ? [] : [place]));
}
