import { UsageError } from '../system/errors.ts';

/** How far to explore at random. */
export interface ExplorationOptions {
  /** Where the random numbers start; the environment variable PREMORTEM_SEED replaces it. */
  readonly seed: number;
  /** Schedules to try, 100 unless given. */
  readonly numRuns?: number;
  /** Seconds after which to give up. An exploration that is cut short fails. */
  readonly maxSeconds?: number;
}

/** fast-check parameters that say which seed is in force and never let a cut-short exploration pass. */
export interface Exploration {
  readonly seed: number;
  readonly numRuns: number;
  readonly markInterruptAsFailure: true;
  readonly interruptAfterTimeLimit?: number;
}

/**
 * Parameters for `fc.assert`, `fc.check` and `test.prop`, the seed among them, so that a title can show it:
 * `describe(`random schedules, seed ${parameters.seed}`, …)`.
 *
 * @throws UsageError when PREMORTEM_SEED is no whole number of 32 bits
 */
export function exploration(options: ExplorationOptions): Exploration {
  return {
    seed: seedFrom(process.env['PREMORTEM_SEED'], options.seed),
    numRuns: options.numRuns ?? 100,
    markInterruptAsFailure: true,
    ...(options.maxSeconds === undefined ? {} : { interruptAfterTimeLimit: options.maxSeconds * 1000 }),
  };
}

function seedFrom(text: string | undefined, otherwise: number): number {
  if (text === undefined || text === '') return otherwise;
  const seed = Number(text);
  if (!Number.isInteger(seed) || seed !== (seed | 0)) {
    throw new UsageError(
      `PREMORTEM_SEED=${text}: expected a whole number from ${-(2 ** 31)} to ${2 ** 31 - 1}.`,
    );
  }
  return seed;
}
