import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { createActor, createMachine, spawnChild } from 'xstate';
import { PlainSpace } from '../step/plain-space.ts';
import { IntegerSpace, Found } from '../step/integer-space.ts';
import { snapshotKey } from '../step/snapshot-key.ts';
import type { SystemInstance } from '../system/instance.ts';

/** The exact local states of all actors, as text. */
export type Picture = readonly string[];

/** A live system of XState actors in one process: a root spawns them in declared order, with their ids as system ids. */
export class LiveSystem {
  private readonly instance: SystemInstance;
  private readonly root: AnyActorRef;

  constructor(instance: SystemInstance) {
    this.instance = instance;
    const actors = instance.actors.map(({ id, logic, input }) =>
      spawnChild(logic as AnyStateMachine, { id, systemId: id, input }),
    );
    this.root = createActor(createMachine({ entry: actors }), { logger: () => undefined });
    this.root.start();
  }

  /** Sends an event to one actor, which runs all it causes before it returns. */
  send(id: string, event: AnyEventObject): void {
    this.actor(id).send(event);
  }

  picture(): Picture {
    return this.instance.actors.map(({ id }) =>
      pictureOf(this.actor(id).getSnapshot() as AnyMachineSnapshot),
    );
  }

  private actor(id: string): AnyActorRef {
    const { children } = this.root.getSnapshot() as AnyMachineSnapshot;
    return (children as Record<string, AnyActorRef>)[id]!;
  }
}

/** The same events taken by the integer engine and by plain stepping. */
export class CheckedSystem {
  private readonly instance: SystemInstance;
  private readonly space: IntegerSpace;
  private readonly plain: PlainSpace;
  private vector: Int32Array;
  private state;

  constructor(instance: SystemInstance) {
    this.instance = instance;
    this.space = new IntegerSpace(instance, { fired: () => undefined });
    this.plain = new PlainSpace(instance);
    this.vector = this.space.initial()[0]!.vector;
    this.state = this.plain.start().after;
  }

  /** Takes the offered stimulus; nothing happens where the statechart does not handle it. */
  send(id: string, event: AnyEventObject): void {
    const offer = this.plain.offers(this.state).find((o) => o.actor === id && o.event?.type === event.type);
    if (offer !== undefined) this.state = this.plain.take(this.state, offer).after;
    this.space.before.set(this.vector);
    this.space.begin();
    for (let found = this.space.next(); found !== Found.end; found = this.space.next()) {
      if (found === Found.failed) throw this.space.error!;
      const choice = this.space.choice();
      if (choice.actor !== id || choice.event?.type !== event.type) continue;
      this.vector = this.space.after.slice();
      return;
    }
  }

  /** By the engine's tables. */
  engine(): Picture {
    return this.instance.actors.map((_, place) =>
      pictureOf(this.space.snapshot(place, this.vector[place]!) as AnyMachineSnapshot),
    );
  }

  /** By plain stepping. */
  stepping(): Picture {
    return this.state.snapshots.map((snapshot) => pictureOf(snapshot as AnyMachineSnapshot));
  }
}

function pictureOf(live: AnyMachineSnapshot): string {
  // Live and modelled references to an actor are told by their ids.
  const named = Object.entries(live.context as object).map(([key, value]) => [key, nameOf(value)]);
  const snapshot = { ...live, context: Object.fromEntries(named) } as AnyMachineSnapshot;
  // The order of active regions is left out: the engine keeps one snapshot of those that behave alike.
  return snapshotKey(snapshot, false);
}

function nameOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'sessionId' in value
    ? (value as unknown as { id: string }).id
    : value;
}
