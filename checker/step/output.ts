import type { AnyEventObject } from 'xstate';

/** What an actor does beyond changing itself, in the order in which live XState would do it. */
export type Output =
  /** A message to the actor at place `to`. */
  | { readonly kind: 'send'; readonly to: number; readonly event: AnyEventObject }
  | { readonly kind: 'emit'; readonly event: AnyEventObject }
  /** Starts or stops the child at place `to`. */
  | { readonly kind: 'start'; readonly to: number; readonly event: AnyEventObject }
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
  /** Empties the channels to the actor. */
  | { readonly kind: 'lose-mail' };

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
