import { parse } from '../trace/counterexample-file.ts';
import { renderTrace } from './trace-terminal.ts';
import type { TerminalOptions } from './trace-terminal-page.ts';

/**
 * What `premortem explain` prints: the trace of a counterexample file, without replaying it.
 *
 * @param text what the file holds
 * @param name the file's name, for messages
 * @throws UsageError when the text is not a counterexample file
 */
export function explainCounterexample(text: string, name: string, options: TerminalOptions): string {
  return renderTrace(parse(text, name), options);
}
