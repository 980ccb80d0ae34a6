import type { Arena } from './arena.ts';
import { Own, Place, UNDER_WAY, placeOf, wordsOf } from './crew.ts';
import type { Message } from './crew.ts';
import { Owner, PARTS } from './owner.ts';

/** What another thread does for a search. It knows integers only. */
export class CrewMember {
  private readonly arenas: Arena[] = [];
  private owner = new Owner(1, 0, 0);

  constructor(
    private readonly thread: number,
    private readonly threads: number,
    private readonly control: Int32Array,
  ) {}

  /** Takes notice of a message; what goes wrong is written into the control words. */
  hear(message: Message): void {
    this.attempt(() => this.heed(message));
  }

  /** Looks a round up, what is its own of it; what goes wrong is written into the control words. */
  lookUp(round: number): void {
    const { control, owner } = this;
    const own = wordsOf(this.thread);
    const successors = control[placeOf(round) + Place.successors]!;
    this.attempt(() => {
      if (successors > 0) owner.lookUp(this.arenas[round % UNDER_WAY]!, successors);
      control[own + Own.kilobytes] = owner.visited.bytes >> 10;
      control[own + Own.room] = owner.visited.room;
    });
  }

  private heed(message: Message): void {
    switch (message.kind) {
      case 'begin': {
        const { thread, threads } = this;
        const bound = (of: number): number => Math.floor((PARTS * of) / threads);
        this.owner = new Owner(message.words, bound(thread), bound(thread + 1));
        return;
      }
      case 'arena':
        this.arenas[message.place] = message.arena;
        return;
      case 'end':
        this.arenas.length = 0;
        this.owner = new Owner(1, 0, 0);
    }
  }

  private attempt(work: () => void): void {
    try {
      work();
    } catch (thrown) {
      this.control[wordsOf(this.thread) + Own.failed] = thrown instanceof RangeError ? 1 : 2;
    }
  }
}
