import { renderTrace } from '../report/trace-terminal.ts';
import type { Output } from './output.ts';
import { readCounterexample } from './read-counterexample.ts';

/** `premortem explain`: the trace of a counterexample file; gives the exit code. */
export function explain(path: string, output: Output): number {
  output.answer(renderTrace(readCounterexample(path), { width: output.width, colour: output.colour }));
  return 0;
}
