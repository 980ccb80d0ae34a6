import { renderTrace } from '../report/trace-terminal.ts';
import { parse } from '../trace/counterexample-file.ts';
import type { Output } from './output.ts';
import { counterexamplePaths, counterexampleText } from './read-counterexample.ts';

/** `premortem explain`: the traces of counterexample files; gives the exit code. */
export function explain(path: string, output: Output): number {
  // All are read before the first is told.
  const traces = counterexamplePaths([path]).map((file) => parse(counterexampleText(file), file));
  const { width, colour } = output;
  output.answer(traces.map((trace) => renderTrace(trace, { width, colour })).join('\n\n'));
  return 0;
}
