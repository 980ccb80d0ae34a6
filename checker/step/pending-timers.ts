import type { AnyEventObject } from 'xstate';
import { ModelError } from '../system/errors.ts';
import { MAX_ALIKE, MAX_TIMERS } from '../system/time.ts';
import { compareText, encode } from './canonical.ts';

/** One pending timer of an actor. */
export interface Timer {
  /** What it is cancelled by; empty when it was given no id. */
  readonly id: string;
  readonly event: AnyEventObject;
  /** The place of the actor the event goes to. */
  readonly to: number;
  /** Ticks until it is due; 0 where time is not kept. */
  readonly left: number;
  /**
   * Whether `cancel` finds it. Live XState keeps one timer for an id, the latest: one that was set before still fires
   * but cannot be cancelled, and when one fires the id is forgotten.
   */
  readonly last: boolean;
}

/** An exact text of a timer; timers are kept in the order of their texts. */
export function timerText({ id, event, to, left, last }: Timer): string {
  return `${JSON.stringify(id)} ${encode(event, 'event')} ${to} ${left} ${last}`;
}

/** Sorted: in what order timers were set makes no difference. */
export function inOrder(timers: readonly Timer[]): Timer[] {
  return timers.toSorted((a, b) => compareText(timerText(a), timerText(b)));
}

function forget(timers: readonly Timer[], id: string): Timer[] {
  return timers.map((timer) => (timer.id === id && timer.last ? { ...timer, last: false } : timer));
}

/**
 * What is pending after a timer is set.
 *
 * @param actor the id of the actor whose timers they are
 * @throws ModelError when it has too many
 */
export function setTimer(timers: readonly Timer[], timer: Omit<Timer, 'last'>, actor: string): Timer[] {
  const text = encode(timer.event, 'event');
  const alike = timers.filter(({ id, event }) => id === timer.id && encode(event, 'event') === text);
  const most = alike.length >= MAX_ALIKE ? MAX_ALIKE : MAX_TIMERS;
  if (alike.length >= MAX_ALIKE || timers.length >= MAX_TIMERS) {
    throw new ModelError(
      `more than ${most} ${most === MAX_ALIKE ? 'such ' : ''}timers are pending at once: it is set again and again before it fires, and nothing bounds how many there are. Cancel it first, or leave the state that set it.`,
      { actor, action: `timer "${timer.id === '' ? timer.event.type : timer.id}"` },
    );
  }
  const named = timer.id !== '';
  return inOrder([...(named ? forget(timers, timer.id) : timers), { ...timer, last: named }]);
}

/** What is left after `cancel(id)`. */
export function cancelTimer(timers: readonly Timer[], id: string): Timer[] {
  return timers.filter((timer) => timer.id !== id || !timer.last);
}

/** The id of a timer whose actor has ended: whoever has the place next does not know it. */
export const LEFT = '\u0000';

/** What is left when the actor at `owner` is no longer active: a timer that no longer counts for its id may still reach another actor. */
export function cancelAllTimers(timers: readonly Timer[], owner: number): Timer[] {
  return inOrder(
    timers
      .filter(({ id, last, to }) => id === LEFT || (id !== '' && !last && to !== owner))
      .map((timer) => ({ ...timer, id: LEFT })),
  );
}

/** What is left when the actor at a place can no longer be reached. */
export function forgetReceiver(timers: readonly Timer[], place: number): Timer[] {
  return timers.filter(({ to }) => to !== place);
}

/** What is left when the timer at a place fires. */
export function fireTimer(timers: readonly Timer[], at: number): Timer[] {
  const fired = timers[at]!;
  const rest = timers.filter((_, i) => i !== at);
  return inOrder(fired.id === '' ? rest : forget(rest, fired.id));
}

/** The places of the timers that may fire: of equal ones the first. */
export function dueTimers(timers: readonly Timer[], timed: boolean): number[] {
  return timers.flatMap((timer, i) => {
    if (timed && timer.left > 0) return [];
    return i > 0 && timerText(timers[i - 1]!) === timerText(timer) ? [] : [i];
  });
}

/** The timers a tick later; null when one is due, which no tick passes. */
export function tickTimers(timers: readonly Timer[]): Timer[] | null {
  if (timers.some(({ left }) => left === 0)) return null;
  return inOrder(timers.map((timer) => ({ ...timer, left: timer.left - 1 })));
}
