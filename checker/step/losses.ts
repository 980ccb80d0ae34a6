import { IntList } from './int-list.ts';

/**
 * How often a message of each event found nobody to take it: arrivals at each place that no transition
 * handled, then messages of each pair (`(sender + 1) * places + receiver`) that were dropped.
 */
export class Losses {
  readonly counts: readonly IntList[];
  /** What the present fold will add if it counts: index and event. */
  readonly lost = new IntList(8);
  private readonly places: number;

  constructor(places: number) {
    this.places = places;
    this.counts = Array.from({ length: places + places * places }, () => new IntList(4));
  }

  unhandled(place: number, event: number): void {
    this.lost.push(place);
    this.lost.push(event);
  }

  dropped(sender: number, receiver: number, event: number): void {
    this.lost.push((sender + 1) * this.places + receiver);
    this.lost.push(event);
  }

  /** Counts what this fold has lost. Called when the step counts. */
  countLost(): void {
    const { lost } = this;
    for (let i = 0; i < lost.length; i += 2) this.count(lost.data[i]!, lost.data[i + 1]!);
  }

  /** Counts one loss. */
  count(index: number, event: number): void {
    const counts = this.counts[index]!;
    if (event >= counts.length) counts.extend(event + 1 - counts.length, 0);
    counts.data[event]!++;
  }
}
