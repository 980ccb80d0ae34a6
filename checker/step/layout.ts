import type { SystemInstance } from '../system/instance.ts';
import type { FaultKind } from '../system/faults.ts';
import { FAULT_KINDS } from '../system/faults.ts';

/**
 * Where the components of a system stand in a state vector: the actors in declared order, the timers of each where
 * time is modelled, the faults used so far of each kind that has a budget, then the channels as they appear.
 */
export class Layout {
  readonly actors: number;
  /** The first timer component; that of an actor is as far from it as its place. */
  readonly timers: number;
  readonly timed: boolean;
  readonly channels: number;
  /** The most components there can be. */
  readonly size: number;
  private readonly budgets: readonly FaultKind[];

  constructor({ actors, time, faults }: SystemInstance) {
    const n = actors.length;
    this.actors = n;
    this.timers = n;
    this.timed = time !== null;
    this.budgets = FAULT_KINDS.filter((kind) => typeof faults.budgets.get(kind) === 'number');
    this.channels = n + (this.timed ? n : 0) + this.budgets.length;
    this.size = this.channels + n * n;
  }

  /** The component that counts a kind of fault; -1 where it is not counted. */
  budget(kind: FaultKind): number {
    const at = this.budgets.indexOf(kind);
    return at < 0 ? -1 : this.channels - this.budgets.length + at;
  }

  /** The kind of fault that a component counts. */
  budgetAt(component: number): FaultKind {
    return this.budgets[component - (this.channels - this.budgets.length)]!;
  }
}
