/**
 * How time passes in a system:
 * - `untimed`: any pending timer may fire. Adds orders that real delays forbid;
 * - `{ tick: ms }`: discrete. A tick is that many milliseconds, every delay a whole number of ticks, and no tick
 *   passes a timer that is due.
 */
export type Time = 'untimed' | { readonly tick: number };

/** Ticks a delay may have: beyond it, a larger tick must be chosen. */
export const MAX_TICKS = 10_000;

/** Timers one actor may have pending. */
export const MAX_TIMERS = 64;

/** How many of them may be for the same event: more are taken for a timer that is set again and again. */
export const MAX_ALIKE = 8;
