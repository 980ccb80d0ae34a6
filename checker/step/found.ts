import type { AnyEventObject } from 'xstate';
import type { ChannelTable } from './channel-table.ts';
import type { StepName } from './step-table.ts';

/** What `next` found. */
export const Found = {
  /** No further step from this state. */
  end: 0,
  /** A step: `after` differs from `before` in the `changed` components, or a message was delivered. */
  step: 1,
  /** A stimulus that was handled and changed nothing. */
  selfLoop: 2,
  /** User code failed; see `error`. */
  failed: 3,
  /** A full channel disables the step. */
  blocked: 4,
  /** A full channel makes the search incomplete. */
  full: 5,
} as const;

/** A step as replay needs it: what was offered and which alternatives were taken. */
export interface StepChoice {
  readonly kind: 'start' | StepName;
  /** Empty for the start and for a tick. */
  readonly actor: string;
  /** The sender of a message that is delivered, lost or doubled. */
  readonly from: string | null;
  readonly event: AnyEventObject | null;
  /** Of a timeout, a loss or a duplicate: the place among the actor's timers or the channel's messages. */
  readonly at?: number;
  /** Of a timeout: what its timer is cancelled by; empty when it was given no id. */
  readonly timer?: string;
  /** Of a timeout: whom its event goes to. */
  readonly to?: string;
  /** The alternatives taken of the modelled actions that have a choice, in order. */
  readonly choices: readonly number[];
}

/** One way to start the actors. */
export interface InitialState {
  readonly vector: Int32Array;
  readonly start: StepChoice;
  /** One of {@link Ended}. */
  readonly ended: number;
  readonly fullChannel: ChannelTable | null;
}
