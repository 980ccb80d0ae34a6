import { checkSuite } from '../check/check-suite.ts';
import type { SuiteReport } from '../check/result.ts';
import { BuildError } from '../system/errors.ts';
import type { CheckFlags } from './check-arguments.ts';
import { listenForInterrupt } from './interrupt.ts';
import type { Output } from './output.ts';
import { ProgressLine } from './progress.ts';
import type { Run } from './select-runs.ts';

/** What became of one suite: its report, or why it could not be checked at all. */
export type Searched =
  | { readonly run: Run; readonly report: SuiteReport }
  | { readonly run: Run; readonly error: BuildError };

/**
 * Searches one suite after the other, with progress on stderr. After Ctrl-C the rest is reported as not begun. A suite
 * that cannot be checked keeps no other from it.
 */
export async function* searchSuites(
  runs: readonly Run[],
  flags: CheckFlags,
  output: Output,
): AsyncGenerator<Searched> {
  const progress = new ProgressLine(
    output.progress,
    runs.reduce((sum, { designs }) => sum + designs.length, 0),
  );
  const interrupt = listenForInterrupt(() => {
    progress.clear();
    output.note('interrupted: what was found so far is reported (press Ctrl-C again to stop at once).');
  });
  let done = 0;
  try {
    for (const run of runs) {
      let searched: Searched;
      try {
        const report = await checkSuite(run.loaded.suite, {
          ...run.options,
          symmetry: flags.symmetry,
          maxStates: flags.maxStates,
          maxSeconds: flags.maxSeconds,
          maxMemory: flags.maxMemory,
          workers: flags.workers,
          partialOrder: flags.partialOrder,
          signal: interrupt.signal,
          onProgress: (at) => progress.update(at, done + run.designs.indexOf(at.design)),
        });
        searched = { report, run };
      } catch (thrown) {
        if (!(thrown instanceof BuildError)) throw thrown;
        searched = { error: thrown, run };
      }
      done += run.designs.length;
      progress.clear();
      yield searched;
    }
  } finally {
    progress.clear();
    interrupt.dispose();
  }
}
