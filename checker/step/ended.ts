/** How a fold ended. */
export const Ended = { ok: 0, full: 1, blocked: 2 } as const;
