/** Milliseconds of a tick: ten minutes. */
export const TICK = 600_000;
