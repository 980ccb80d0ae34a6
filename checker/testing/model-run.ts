import type { AnyEventObject } from 'xstate';
import type { Outcome } from '../system/children.ts';

/** A way to step a system: what a run of it needs. */
export interface Model<S> {
  /** @throws what the model refuses, as the others */
  start(): S;
  send(state: S, place: number, event: AnyEventObject): S;
  settle(state: S, place: number, outcome: Exclude<Outcome, 'never'>): S;
  /** The states after each timer that is due. */
  timeouts(state: S): S[];
  /** The state after a tick; the same where nothing is pending. */
  tick(state: S): S[];
  key(state: S): string;
  /** The state of every actor as text; of a child that is not there, `-`. */
  picture(state: S): string[];
}

/** The states a system may be in, by a model, after what it has been through so far. */
export class ModelRun<S> {
  private states: readonly S[];

  /** @throws what the model refuses */
  constructor(private readonly model: Model<S>) {
    this.states = [model.start()];
  }

  send(place: number, event: AnyEventObject): void {
    this.states = this.states.map((state) => this.model.send(state, place, event));
  }

  settle(place: number, outcome: Exclude<Outcome, 'never'>): void {
    this.states = this.states.map((state) => this.model.settle(state, place, outcome));
  }

  tick(): void {
    this.states = this.states.flatMap((state) => this.model.tick(state));
  }

  /** Everything that is due goes off, in any order. @returns how many timers did */
  timeouts(): number {
    let fired = 0;
    const ends = new Map<string, S>();
    const seen = new Map<string, number>();
    let depth = 0;
    let states = [...this.states];
    while (states.length > 0) {
      const next: S[] = [];
      for (const state of states) {
        const after = this.model.timeouts(state);
        if (after.length === 0) ends.set(this.model.key(state), state);
        fired += after.length;
        for (const reached of after) {
          const key = this.model.key(reached);
          if ((seen.get(key) ?? depth) < depth) throw new RangeError('timers may go off for ever');
          if (seen.has(key)) continue;
          seen.set(key, depth);
          next.push(reached);
        }
      }
      if (seen.size > 500 || depth++ > 50) throw new RangeError('too many orders of timers');
      states = next;
    }
    this.states = [...ends.values()];
    return fired;
  }

  /** Every way the system may look. */
  pictures(): string[][] {
    return this.states.map((state) => this.model.picture(state));
  }

  /** Only the states that look like this. */
  narrow(picture: readonly string[]): void {
    const pictures = this.pictures();
    this.states = this.states.filter((_, i) => pictures[i]!.join('\n') === picture.join('\n'));
  }
}
