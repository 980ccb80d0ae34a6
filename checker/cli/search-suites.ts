import { checkSuite } from '../check/check-suite.ts';
import type { SuiteReport } from '../check/result.ts';
import type { CheckFlags } from './check-arguments.ts';
import { listenForInterrupt } from './interrupt.ts';
import type { Output } from './output.ts';
import { ProgressLine } from './progress.ts';
import type { Run } from './select-runs.ts';

/** Searches one suite after the other, with progress on stderr. After Ctrl-C the rest is reported as not begun. */
export async function* searchSuites(
  runs: readonly Run[],
  flags: CheckFlags,
  output: Output,
): AsyncGenerator<{ report: SuiteReport; run: Run }> {
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
      const report = await checkSuite(run.loaded.suite, {
        ...run.options,
        maxStates: flags.maxStates,
        maxSeconds: flags.maxSeconds,
        maxMemory: flags.maxMemory,
        signal: interrupt.signal,
        onProgress: (at) => progress.update(at, done + run.designs.indexOf(at.design)),
      });
      done += run.designs.length;
      progress.clear();
      yield { report, run };
    }
  } finally {
    progress.clear();
    interrupt.dispose();
  }
}
