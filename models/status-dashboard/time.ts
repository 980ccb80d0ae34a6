/** Milliseconds of a tick: ten minutes. How long a post by hand took was never published. */
export const TICK = 600_000;
