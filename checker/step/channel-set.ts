import type { SystemInstance } from '../system/instance.ts';
import { EMPTY } from './actor-table.ts';
import { ChannelTable } from './channel-table.ts';
import type { EventTable } from './event-table.ts';

/** Marks a pair of actors whose messages are part of the sender's step. */
export const SYNC = -3;

/** The channels of a system, each made when it is first used. */
export class ChannelSet {
  readonly list: ChannelTable[] = [];
  private readonly places: number;
  private readonly byPair: Int32Array;

  constructor(
    private readonly instance: SystemInstance,
    private readonly events: EventTable,
  ) {
    this.places = instance.actors.length;
    this.byPair = new Int32Array(this.places * this.places).fill(EMPTY);
  }

  /** The index of the channel between two actors, or {@link SYNC}. */
  between(from: number, to: number): number {
    const channel = this.byPair[from * this.places + to]!;
    return channel === EMPTY ? this.open(from, to) : channel;
  }

  /** Whether messages may wait for an actor. */
  mayLeadTo(place: number): boolean {
    return this.instance.actors.some((_, from) => this.instance.delivery(from, place).order !== 'sync');
  }

  private open(from: number, to: number): number {
    const delivery = this.instance.delivery(from, to);
    const pair = from * this.places + to;
    if (delivery.order === 'sync') return (this.byPair[pair] = SYNC);
    return (this.byPair[pair] = this.list.push(new ChannelTable(from, to, delivery, this.events)) - 1);
  }
}
