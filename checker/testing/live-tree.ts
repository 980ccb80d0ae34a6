import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { SimulatedClock, createActor, createMachine, spawnChild } from 'xstate';
import type { Outcome } from '../system/children.ts';
import type { SystemInstance } from '../system/instance.ts';
import { textOf } from './world.ts';

/** What XState keeps to itself and a live system here looks at. */
interface Inner {
  readonly id: string;
  readonly _parent?: Inner;
  readonly _processingStatus: 0 | 1 | 2;
  readonly _snapshot: AnyMachineSnapshot;
  readonly system: { get: unknown; _relay: (from: Inner, to: Inner, event: AnyEventObject) => void };
  _send: (event: AnyEventObject) => void;
  send: (event: AnyEventObject) => void;
}

const RUNNING = 1;

/** A live system with all its children, on a clock that is moved by hand. */
export class LiveTree {
  private readonly clock = new SimulatedClock();
  private readonly root: AnyActorRef;
  /** The actors of each path, the latest last. */
  private readonly actors = new Map<string, Inner[]>();

  constructor(private readonly instance: SystemInstance) {
    const top = instance.actors.filter(({ child }) => child === null);
    const entry = top.map(({ id, logic, input }) =>
      spawnChild(logic as AnyStateMachine, { id, systemId: id, input }),
    );
    const context = ({ self }: { self: unknown }): object => {
      // In a system under check every actor is known all the time.
      (self as Inner).system.get = (id: string) => {
        const _send = (event: AnyEventObject): void => this.at(id)!._send(event);
        return { xstate$$type: 1, id, sessionId: id, _send };
      };
      return {};
    };
    // Takes note of an actor that is done or has failed, and stays.
    const root = createMachine({ context, entry, on: { '*': {} } });
    const inspect = ({ type, actorRef }: { type: string; actorRef: unknown }): void => {
      if (type !== '@xstate.actor') return;
      const path = pathOf(actorRef as Inner);
      this.actors.set(path, [...(this.actors.get(path) ?? []), actorRef as Inner]);
    };
    this.root = createActor(root, {
      id: '',
      clock: this.clock,
      logger: () => undefined,
      inspect: inspect as never,
    });
    this.root.start();
  }

  /** The latest actor of a path that has not gone: a parent may lose the reference to one that still runs. */
  private at(id: string): Inner | undefined {
    const all = this.actors.get(id) ?? [];
    return all.findLast(isThere) ?? all.at(-1);
  }

  /** Whether an actor can take an event. */
  runs(place: number): boolean {
    return this.at(this.instance.actors[place]!.id)?._processingStatus === RUNNING;
  }

  send(place: number, event: AnyEventObject): void {
    this.at(this.instance.actors[place]!.id)!.send(event);
  }

  /** What comes of a promise, callback or observable, the moment it does. */
  settle(place: number, outcome: Exclude<Outcome, 'never'>): void {
    const actor = this.at(this.instance.actors[place]!.id)!;
    const observable = '_subscription' in actor._snapshot;
    if ('sends' in outcome) actor.system._relay(actor, actor._parent!, outcome.sends);
    else if ('output' in outcome && observable) actor.send({ type: 'xstate.observable.complete' });
    else if ('output' in outcome) actor.send({ type: 'xstate.promise.resolve', data: outcome.output });
    else if (observable) actor.send({ type: 'xstate.observable.error', data: outcome.error });
    else actor.send({ type: 'xstate.promise.reject', data: outcome.error });
  }

  /** Moves the clock until nothing is due any more. @returns false where that never comes */
  wait(ms: number): boolean {
    this.clock.increment(ms);
    const { timeouts } = this.clock as unknown as {
      timeouts: Map<number, { start: number; timeout: number }>;
    };
    const due = (): boolean =>
      [...timeouts.values()].some(({ start, timeout }) => this.clock.now() - start >= timeout);
    // The clock may leave out a timer that was set while it went through them.
    for (let times = 0; times < 20 && due(); times++) this.clock.increment(0);
    return !due();
  }

  /** The state of every actor as text; of a child that is not there, `-`. */
  picture(): string[] {
    return this.instance.actors.map(({ id }) => {
      const actor = this.at(id);
      if (actor === undefined || !isThere(actor)) return '-';
      return pictureOf(actor._snapshot);
    });
  }
}

/** A child that has come to its end is there until its parent stops it, or is done. */
function isThere(actor: Inner): boolean {
  const parent = actor._parent!;
  if (actor._processingStatus === RUNNING || parent.id === '') return true;
  if (!['done', 'error'].includes(actor._snapshot.status)) return false;
  return parent._snapshot.status !== 'done' && Object.values(parent._snapshot.children).includes(actor);
}

function pathOf({ id, _parent }: Inner): string {
  return _parent === undefined || _parent.id === '' ? id : `${pathOf(_parent)}/${id}`;
}

/** A snapshot as text, live or modelled: references are told by their paths. */
export function pictureOf(snapshot: AnyMachineSnapshot): string {
  const { status, output, error, context } = snapshot;
  if (!('machine' in snapshot)) return textOf({ type: '', status, output, error });
  const plain = { context: named(context), output: named(output), error: named(error) };
  return textOf({ ...snapshot, ...plain } as AnyMachineSnapshot, true);
}

function named(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  if ('sessionId' in value)
    return '_processingStatus' in value
      ? pathOf(value as unknown as Inner)
      : ((value as { path?: string }).path ?? (value as unknown as Inner).id);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, named(inner)]));
}
