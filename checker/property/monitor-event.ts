import type { ActorsOf, AnySystem } from '../system/define-system.ts';
import type { MonitorEvent as ActorEvent } from './monitor.ts';

/**
 * The events of a system as a monitor without `sees` takes them: `lock.release` for `release` at actor `lock`,
 * `scheduler/job.done` for `done` at a child. What a child takes, and what such an event carries, types do not tell.
 */
export type MonitorEvent<Sys extends AnySystem> = ActorEvent<Sys> | ChildEvent<keyof ActorsOf<Sys> & string>;

interface ChildEvent<Name extends string> {
  type: `${Name}/${string}.${string}`;
  /** The id of the child, `parent/child`. */
  actor: string;
  /** The id of the actor that sent it; null for a stimulus. */
  from: string | null;
  // oxlint-disable-next-line typescript/no-explicit-any
  [payload: string]: any;
}
