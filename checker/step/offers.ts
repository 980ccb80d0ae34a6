import { EMPTY } from './actor-table.ts';
import { IntList } from './int-list.ts';

/** One thing that a content offers. */
export interface Offered {
  /** The number of its event. */
  readonly event: number;
  /** The content that is left of it. */
  readonly rest: number;
  /** Its place in the content. */
  readonly place: number;
}

/** What each content of a component offers, worked out once: the offers of content `c` lie at `start[c]`..`end[c]`. */
export class Offers {
  readonly events = new IntList(16);
  readonly rests = new IntList(16);
  readonly places = new IntList(16);
  readonly start = new IntList(16);
  readonly end = new IntList(16);
  /** The decision tree of each offer; EMPTY when it has none yet. */
  readonly roots = new IntList(16);

  /** Makes room for a new content. */
  add(): void {
    this.start.push(EMPTY);
    this.end.push(EMPTY);
  }

  isLoaded(content: number): boolean {
    return this.start.data[content] !== EMPTY;
  }

  load(content: number, offered: readonly Offered[]): void {
    this.start.data[content] = this.events.length;
    for (const { event, rest, place } of offered) {
      this.events.push(event);
      this.rests.push(rest);
      this.places.push(place);
      this.roots.push(EMPTY);
    }
    this.end.data[content] = this.events.length;
  }
}
