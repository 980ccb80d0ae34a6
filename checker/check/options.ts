/** What to check of a suite, and how far to go. */
export interface CheckOptions {
  /** All designs unless given. */
  readonly designs?: readonly string[];
  /** `default` unless given. */
  readonly scope?: string;
  /** Parameter values that replace the scope's. */
  readonly set?: Readonly<Record<string, number | string>>;
  /** All properties unless given; with some, the search stops once they are decided. */
  readonly properties?: readonly string[];
  /**
   * Search one state of each orbit of the actors that a system declares interchangeable. Verdicts and lengths are those of
   * the full search; properties that need the graph of all states are searched in full all the same.
   */
  readonly symmetry?: boolean;
  readonly maxStates?: number;
  readonly maxSeconds?: number;
  /** Bytes that the process may hold while it searches. */
  readonly maxMemory?: number;
  /** Threads that search, once there is much to search, 64 at most; unless given, two beyond a million states if there are two cores. */
  readonly workers?: number;
  /** How many states a search must have found before more threads than one take part; for tests of just that. */
  readonly workersFrom?: number;
  /**
   * Search only some of the orders of steps that do not meddle with each other, where safety alone is asked for: the
   * verdicts and the shortest runs are the same, coverage is not judged. See docs/reductions.md.
   */
  readonly partialOrder?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** How far a search is. */
export interface Progress {
  readonly suite: string;
  readonly design: string;
  readonly states: number;
  readonly frontier: number;
  readonly depth: number;
  /** Bytes of the states and of what tells them apart. */
  readonly bytes: number;
  readonly seconds: number;
}

/** States a search may hold unless `maxStates` says otherwise. */
export const DEFAULT_MAX_STATES = 50_000_000;
