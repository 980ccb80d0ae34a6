import { inspect } from 'node:util';
import type { AnyEventObject as Event, AnyMachineSnapshot } from 'xstate';
import { ModelError } from '../system/errors.ts';
import type { Timer } from './world.ts';

/**
 * The error of two children at one place, or of one that would belong to two parents: engine and oracle refuse it, though not
 * always in the same steps.
 */
export function twoLives(what: string): ModelError {
  return new ModelError(what, {});
}

/** What stops an actor. */
export const STOP = { type: 'xstate.stop' };

/** What XState is given for `self`, references and `_parent`. As live, its id is the one its parent knows it by. */
export class Reference {
  readonly xstate$$type = 1;
  readonly id: string;
  readonly sessionId: string;
  readonly _parent: Reference | undefined;
  /** What XState reads of it while it makes a child. */
  system: object | undefined;

  constructor(
    id: string,
    readonly path: string,
    parent?: Reference,
  ) {
    this.id = id;
    this.sessionId = id;
    this._parent = parent;
    this.system = undefined;
  }

  get ref(): this {
    return this;
  }

  toJSON(): object {
    return { xstate$$type: 1, id: this.id };
  }

  [inspect.custom](): string {
    return `the actor ${this.path}`;
  }
}

/**
 * An actor while a step runs, as live XState's `Actor`: one that is stopped and started again at the same place
 * within one step is two.
 */
export class Life {
  readonly place: number;
  readonly ref: Reference;
  readonly input: unknown;
  snapshot: AnyMachineSnapshot | null;
  /** As `_processingStatus`. */
  stage: 'new' | 'running' | 'stopped';
  /** In a macrostep, or among its outputs: what comes now waits. */
  busy = false;
  /** Who was at its place when it was made. */
  before: Life | null = null;
  /** Its parent has stopped it. */
  gone = false;
  mail: { readonly from: number; readonly event: Event }[] = [];
  timers: Timer[] = [];
  /** As `_deferred`: what is left to do after the macrostep. */
  deferred: (() => void)[] = [];

  constructor(place: number, ref: Reference, input: unknown, snapshot: AnyMachineSnapshot | null) {
    this.place = place;
    this.ref = ref;
    this.input = input;
    this.snapshot = snapshot;
    this.stage = snapshot === null ? 'new' : snapshot.status === 'active' ? 'running' : 'stopped';
  }
}
