import type { AnyEventObject } from 'xstate';

/** What an actor does beyond changing itself, in the order in which live XState would do it. */
export type Output =
  /** A message to the actor at place `to`. */
  | { readonly kind: 'send'; readonly to: number; readonly event: AnyEventObject }
  | { readonly kind: 'emit'; readonly event: AnyEventObject }
  /** Starts or stops the child at place `to`; `early`: it was spawned by an assign. */
  | { readonly kind: 'start'; readonly to: number; readonly event: AnyEventObject; readonly early?: true }
  | { readonly kind: 'stop'; readonly to: number }
  /** Sets a timer: `event` goes to the actor at place `to` in so many ticks. */
  | {
      readonly kind: 'schedule';
      readonly to: number;
      readonly event: AnyEventObject;
      /** What it is cancelled by; empty when it was given no id. */
      readonly id: string;
      readonly ticks: number;
    }
  | { readonly kind: 'cancel'; readonly id: string }
  /** Cancels what the actor still has pending when it stops. */
  | { readonly kind: 'cancel-all' }
  /** Cancels all timers of the actor and of the children in it, whatever they are for: it has crashed. */
  | { readonly kind: 'clear-timers' }
  /** Empties the channels to the actor. */
  | { readonly kind: 'lose-mail' }
  /** A child has come to its end: what is still on its way to it must not reach the next one at its place. */
  | { readonly kind: 'forget' };

/** Events that are no messages: they start, stop and strike an actor. */
export const START = 'xstate.init';
export const STOP: AnyEventObject = Object.freeze({ type: 'xstate.stop' });
export const CRASH: AnyEventObject = Object.freeze({ type: 'premortem.crash' });
export const RESTART: AnyEventObject = Object.freeze({ type: 'premortem.restart' });

/** What the start of an actor with an input is to its table. */
export function startEvent(input: unknown): AnyEventObject {
  return { type: START, input };
}

/** Whether an event of a step is one that starts or stops an actor. */
export function isLifecycle(type: string): boolean {
  return type === START || type === STOP.type || type === CRASH.type || type === RESTART.type;
}

/**
 * The outputs of an actor's start in the order of live XState: children that will be active start first, in the order the
 * parent has them; then those that an assign spawned; then comes all else in its order.
 *
 * @param children the places of the parent's children, in its order
 */
export function inStartOrder(
  outputs: readonly Output[],
  children: readonly number[],
  wakes: (start: Output & { kind: 'start' }) => boolean,
): readonly Output[] {
  const starts = outputs.filter((output): output is Output & { kind: 'start' } => output.kind === 'start');
  if (starts.length === 0) return outputs;
  const awake = children.flatMap((place) => starts.filter((start) => start.to === place && wakes(start)));
  const early = starts.filter((start) => start.early === true && !awake.includes(start));
  const first: readonly Output[] = [...awake, ...early];
  return [...first, ...outputs.filter((output) => !first.includes(output))];
}
