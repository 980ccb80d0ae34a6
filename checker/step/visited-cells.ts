import type { ActorTable } from './actor-table.ts';
import type { Firings } from './instrument.ts';
import { IntList } from './int-list.ts';

/** Told of what happened in a step that was really taken. */
export interface FiringSink {
  fired(place: number, event: number, firings: Firings): void;
}

/** The cells a fold has gone through; what was new in them is handed over when its step counts. */
export class VisitedCells {
  private readonly cells = new IntList(32);

  constructor(private readonly actors: readonly ActorTable[]) {}

  add(place: number, local: number, event: number): void {
    this.cells.push(place);
    this.cells.push(local);
    this.cells.push(event);
  }

  get any(): boolean {
    return this.cells.length > 0;
  }

  clear(): void {
    this.cells.length = 0;
  }

  /** Hands over what the cells reported, each once. */
  commit(sink: FiringSink): void {
    const { data, length } = this.cells;
    for (let i = 0; i < length; i += 3) {
      const place = data[i]!;
      const event = data[i + 2]!;
      // By state and event, not by cell: a row may have moved since.
      const fresh = `${data[i + 1]!},${event}`;
      const actor = this.actors[place]!;
      const firings = actor.fresh.get(fresh);
      if (firings === undefined) continue;
      actor.fresh.delete(fresh);
      sink.fired(place, event, firings);
    }
    this.clear();
  }
}
