import type { AnyEventObject } from 'xstate';
import type { FaultKind } from '../system/faults.ts';
import type { StepChoice } from './found.ts';
import type { Timer } from './pending-timers.ts';
import type { AnySnapshot } from './snapshot-key.ts';
import type { Step } from './step-table.ts';

/** A state as plain objects: one snapshot per actor, and the messages under way by pair. */
export interface PlainState {
  readonly snapshots: readonly AnySnapshot[];
  /** `sender -> receiver` (ids) → messages, oldest first; pairs without messages are left out. */
  readonly channels: ReadonlyMap<string, readonly AnyEventObject[]>;
  /** The pending timers of each actor, in the order of their texts. */
  readonly timers: readonly (readonly Timer[])[];
  /** How often a fault of each kind that has a budget has struck. */
  readonly faults: ReadonlyMap<FaultKind, number>;
}

/** One actor's part in a step. */
export interface PlainCall {
  readonly actor: string;
  /** Who sent the event; null for a stimulus or a start. */
  readonly from: string | null;
  readonly event: AnyEventObject | null;
  readonly handled: boolean;
  /** How deep in the fold: 0 for the actor whose step it is. */
  readonly depth: number;
  /** Descriptions of the transitions it took, in the order they stand in the statechart. */
  readonly descriptions: readonly string[];
}

/** A step carried out on plain objects. */
export interface PlainStep {
  readonly choice: StepChoice;
  readonly ended: 'ok' | 'blocked' | 'full';
  readonly after: PlainState;
  readonly step: Step;
  readonly calls: readonly PlainCall[];
  /** How many alternatives each choice met had. */
  readonly alternatives: readonly number[];
}

/** The name of a channel. */
export function pairName(sender: string, receiver: string): string {
  return `${sender} -> ${receiver}`;
}
