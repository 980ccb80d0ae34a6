import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { createActor, createMachine, spawnChild } from 'xstate';
import { PlainSpace } from '../step/plain-space.ts';
import { IntegerSpace, Found } from '../step/integer-space.ts';
import { regionOrderMatters, snapshotKey } from '../step/snapshot-key.ts';
import type { SystemInstance } from '../system/instance.ts';

/** The exact local states of all actors, as text. */
export type Picture = readonly string[];

/** What XState keeps to itself and a live system here looks at or replaces. */
interface Internals {
  system: { get: (id: string) => unknown; _set: (id: string, actor: AnyActorRef) => void };
  mailbox: { _current: unknown };
  _send: (event: AnyEventObject) => void;
}

/**
 * A live system of XState actors in one process: a root spawns them in declared order, with their ids as
 * system ids.
 *
 * Live `system.get` knows no actor before it is made, nor after it is done; a send to it then goes to the
 * sender itself. In a system under check every actor is known all the time. With `lasting`, live ones are
 * too: `system.get` gives a reference that passes messages on to the actor of that id, as soon as it exists.
 */
export class LiveSystem {
  /** Messages that found their receiver busy, or not started yet. */
  waited = 0;
  private readonly instance: SystemInstance;
  private readonly root: AnyActorRef;
  private readonly actors = new Map<string, AnyActorRef & Internals>();

  constructor(instance: SystemInstance, lasting: boolean) {
    this.instance = instance;
    const entry = instance.actors.map(({ id, logic, input }) =>
      spawnChild(logic as AnyStateMachine, { id, systemId: id, input }),
    );
    const context = ({ self }: { self: unknown }): object => {
      this.meetActors((self as Internals).system, lasting);
      return {};
    };
    // Takes note of an actor that is done or has failed, and stays.
    const root = createMachine({ context, entry, on: { '*': {} } });
    const inspect = (event: { type: string; sourceRef?: unknown; actorRef: { id: string } }): void => {
      const receiver = this.actors.get(event.actorRef.id);
      if (event.type !== '@xstate.event' || event.sourceRef === undefined || receiver === undefined) return;
      if (receiver.mailbox._current !== null) this.waited++;
    };
    this.root = createActor(root, { logger: () => undefined, inspect: inspect as never });
    this.root.start();
  }

  /** Sends an event to one actor, which runs all it causes before it returns. */
  send(id: string, event: AnyEventObject): void {
    this.actors.get(id)!.send(event);
  }

  snapshots(): AnyMachineSnapshot[] {
    return this.instance.actors.map(({ id }) => this.actors.get(id)!.getSnapshot() as AnyMachineSnapshot);
  }

  picture(): Picture {
    return this.snapshots().map(pictureOf);
  }

  private meetActors(system: Internals['system'], lasting: boolean): void {
    const set = system._set;
    system._set = (id, made) => {
      this.actors.set(id, made as AnyActorRef & Internals);
      set(id, made);
    };
    if (!lasting) return;
    system.get = (id) => {
      const _send = (event: AnyEventObject): void => this.actors.get(id)!._send(event);
      return { xstate$$type: 1, id, sessionId: id, _send };
    };
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
      const choice = this.space.choice();
      if (choice.actor !== id || choice.event?.type !== event.type) continue;
      if (found === Found.failed) throw this.space.error!;
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
  // Where the order of active regions makes no difference, the engine keeps one snapshot of all orders.
  return snapshotKey(snapshot, regionOrderMatters(live.machine as AnyStateMachine));
}

function nameOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'sessionId' in value
    ? (value as unknown as { id: string }).id
    : value;
}
