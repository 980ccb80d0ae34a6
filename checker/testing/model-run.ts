import type { AnyEventObject } from 'xstate';
import type { Outcome } from '../system/children.ts';
import type { SystemInstance } from '../system/instance.ts';
import { Fold, NOWHERE } from './fold.ts';
import { pictureOf } from './live-tree.ts';
import { offersOf } from './offers.ts';
import type { World } from './world.ts';
import { keyOf } from './world.ts';

/** The states a system may be in, by the oracle, after what it has been through so far. */
export class ModelRun {
  private worlds: readonly World[];

  /** @throws what the model refuses */
  constructor(private readonly instance: SystemInstance) {
    const fold = new Fold(instance, NOWHERE, () => 0);
    fold.startAll();
    this.worlds = [fold.after()];
  }

  send(place: number, event: AnyEventObject): void {
    this.all((fold) => fold.enter(fold.lives[place]!, event));
  }

  settle(place: number, outcome: Exclude<Outcome, 'never'>): void {
    this.all((fold) => fold.settle(fold.lives[place]!, outcome));
  }

  private all(work: (fold: Fold) => void): void {
    this.worlds = this.worlds.map((world) => {
      const fold = new Fold(this.instance, world, () => 0);
      work(fold);
      return fold.after();
    });
  }

  tick(): void {
    this.worlds = this.worlds.flatMap((world) => {
      const idle =
        this.instance.time === null || this.instance.time === 'untimed' || world.timers.flat().length === 0;
      return idle ? [world] : this.take(world, 'tick');
    });
  }

  /** Everything that is due goes off, in any order. @returns how many timers did */
  timeouts(): number {
    let fired = 0;
    const ends = new Map<string, World>();
    const seen = new Map<string, number>();
    let depth = 0;
    let states = [...this.worlds];
    while (states.length > 0) {
      const next: World[] = [];
      for (const world of states) {
        const after = this.take(world, 'timeout');
        if (after.length === 0) ends.set(keyOf(world), world);
        fired += after.length;
        for (const reached of after) {
          const key = keyOf(reached);
          if ((seen.get(key) ?? depth) < depth) throw new RangeError('timers may go off for ever');
          if (seen.has(key)) continue;
          seen.set(key, depth);
          next.push(reached);
        }
      }
      if (seen.size > 500 || depth++ > 50) throw new RangeError('too many orders of timers');
      states = next;
    }
    this.worlds = [...ends.values()];
    return fired;
  }

  private take(world: World, kind: string): World[] {
    return offersOf(this.instance, world).flatMap((offer) => {
      if (offer === 'error' || offer.kind !== kind) return [];
      const fold = new Fold(this.instance, offer.world, () => 0);
      offer.run(fold);
      return [fold.after()];
    });
  }

  /** Every way the system may look. */
  pictures(): string[][] {
    return this.worlds.map(({ actors }) =>
      actors.map((snapshot) => (snapshot === null ? '-' : pictureOf(snapshot))),
    );
  }

  /** Only the states that look like this. */
  narrow(picture: readonly string[]): void {
    const pictures = this.pictures();
    this.worlds = this.worlds.filter((_, i) => pictures[i]!.join('\n') === picture.join('\n'));
  }
}
