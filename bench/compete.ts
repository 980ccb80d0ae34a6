import type { PreparedEngine } from './engines.ts';
import type { BenchModel, Sizes } from './models.ts';
import type { Runs } from './results.ts';
import { checkCounts, titleOf } from './results.ts';

/** A model at its sizes, with the engines that search it and what they have found. */
export interface Contest {
  readonly model: BenchModel;
  readonly sizes: Sizes;
  readonly engines: readonly Runs[];
}

/** A contest in which nothing has run yet. */
export function contestOf(model: BenchModel, sizes: Sizes, engines: readonly PreparedEngine[]): Contest {
  return { model, sizes, engines: engines.map((engine) => ({ engine, measurements: [] })) };
}

/**
 * Lets all engines search all models, `rounds` times; interleaved, so that what else the machine does falls
 * on all alike.
 *
 * @throws Error at the first count that differs from another engine's
 */
export async function compete(
  contests: readonly Contest[],
  rounds: number,
  note: (text: string) => void,
): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    for (const { model, sizes, engines } of contests) {
      for (const { engine, measurements } of engines) {
        const measurement = await engine.run();
        measurements.push(measurement);
        note(
          `run ${round}/${rounds}  ${model.name}  ${titleOf(engine)}  ${measurement.seconds.toFixed(3)} s`,
        );
        checkCounts(model, sizes, engines);
      }
    }
  }
}
