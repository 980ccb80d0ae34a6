import { renderTrace } from '../report/trace-terminal.ts';
import { parse } from '../trace/counterexample-file.ts';
import type { Output } from './output.ts';
import { counterexampleText } from './read-counterexample.ts';

/** `premortem explain`: the trace of a counterexample file; gives the exit code. */
export function explain(path: string, output: Output): number {
  const counterexample = parse(counterexampleText(path), path);
  output.answer(renderTrace(counterexample, { width: output.width, colour: output.colour }));
  return 0;
}
