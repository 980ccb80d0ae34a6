import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { PlainSpace } from '../step/plain-space.ts';
import type { PlainState } from '../step/plain-state.ts';
import { ABSENT } from '../step/snapshot-key.ts';
import type { Outcome } from '../system/children.ts';
import type { SystemInstance } from '../system/instance.ts';
import { Fold, NOWHERE } from './fold.ts';
import { pictureOf } from './live-tree.ts';
import type { Model } from './model-run.ts';
import { offersOf, outcomeEvent } from './offers.ts';
import type { World } from './world.ts';
import { keyOf } from './world.ts';

/** Steps by brute force, as the oracle takes them. */
export class OracleModel implements Model<World> {
  constructor(private readonly instance: SystemInstance) {}

  start(): World {
    return this.after(NOWHERE, (fold) => fold.startAll());
  }

  send(world: World, place: number, event: AnyEventObject): World {
    return this.after(world, (fold) => fold.enter(fold.lives[place]!, event));
  }

  settle(world: World, place: number, outcome: Exclude<Outcome, 'never'>): World {
    return this.after(world, (fold) => fold.settle(fold.lives[place]!, outcome));
  }

  timeouts(world: World): World[] {
    return this.take(world, 'timeout');
  }

  tick(world: World): World[] {
    const { time } = this.instance;
    const idle = time === null || time === 'untimed' || world.timers.flat().length === 0;
    return idle ? [world] : this.take(world, 'tick');
  }

  key(world: World): string {
    return keyOf(world);
  }

  picture({ actors }: World): string[] {
    return actors.map((snapshot) => (snapshot === null ? '-' : pictureOf(snapshot)));
  }

  private after(world: World, work: (fold: Fold) => void): World {
    const fold = new Fold(this.instance, world, () => 0);
    work(fold);
    return fold.after();
  }

  private take(before: World, kind: string): World[] {
    return offersOf(this.instance, before).flatMap((offer) => {
      if (offer === 'error' || offer.kind !== kind) return [];
      return [this.after(offer.world, offer.run)];
    });
  }
}

/** The steps that are under test: those by which traces are replayed. */
export class PlainModel implements Model<PlainState> {
  private readonly space: PlainSpace;

  constructor(private readonly instance: SystemInstance) {
    this.space = new PlainSpace(instance);
  }

  start(): PlainState {
    return this.space.start().after;
  }

  send(state: PlainState, place: number, event: AnyEventObject): PlainState {
    const actor = this.instance.actors[place]!.id;
    return this.space.take(state, { kind: 'stimulus', actor, from: null, event, choices: [] }).after;
  }

  settle(state: PlainState, place: number, outcome: Exclude<Outcome, 'never'>): PlainState {
    return this.send(state, place, outcomeEvent(outcome));
  }

  timeouts(state: PlainState): PlainState[] {
    return this.take(state, 'timeout');
  }

  tick(state: PlainState): PlainState[] {
    return this.take(state, 'tick');
  }

  key(state: PlainState): string {
    return this.space.key(state);
  }

  picture({ snapshots }: PlainState): string[] {
    return snapshots.map((snapshot) =>
      snapshot === ABSENT ? '-' : pictureOf(snapshot as AnyMachineSnapshot),
    );
  }

  private take(state: PlainState, kind: string): PlainState[] {
    return this.space
      .offers(state)
      .filter((offer) => offer.kind === kind)
      .map((offer) => this.space.take(state, offer).after);
  }
}
