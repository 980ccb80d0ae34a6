/** How attempts to establish a lease are queued, served and given up. */
export interface QueueSettings {
  /** An attempt that is older than this many ticks is worthless (TO). */
  readonly timeout: number;
  /** Attempts served in a tick (c). */
  readonly serve: number;
  /** Attempts that have expired are thrown out unserved. */
  readonly dropsExpired: boolean;
}

/** First in, first out: the age of each attempt in ticks. All that have expired count as one age. */
export type Attempts = readonly number[];

export interface Round {
  /** Leases that are established. */
  readonly useful: number;
  /** Services spent on attempts that have expired. */
  readonly wasted: number;
  readonly attempts: Attempts;
}

export const isLive = (age: number, { timeout }: QueueSettings): boolean => age <= timeout;

export const liveIn = (attempts: Attempts, settings: QueueSettings): number =>
  attempts.filter((age) => isLive(age, settings)).length;

/** A tick: the first attempts are served, the others are a tick older. */
export function round(attempts: Attempts, settings: QueueSettings): Round {
  const served = attempts.slice(0, settings.serve);
  const useful = liveIn(served, settings);
  const older = attempts.slice(settings.serve).map((age) => Math.min(age, settings.timeout) + 1);
  return {
    useful,
    wasted: served.length - useful,
    attempts: settings.dropsExpired ? older.filter((age) => isLive(age, settings)) : older,
  };
}
