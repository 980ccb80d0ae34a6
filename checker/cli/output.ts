import pc from 'picocolors';
import type { Colors } from 'picocolors/types.js';
import { visibleLines } from '../report/value-text.ts';
import type { ProgressStream } from './progress.ts';

/** Where a command writes, and how wide. */
export interface Output {
  /** Writes a part of the answer to stdout. */
  answer(text: string): void;
  /** Writes a remark to stderr. */
  note(text: string): void;
  /** Where progress is shown. */
  readonly progress: ProgressStream;
  /** For the answer. Nothing is told by colour alone. */
  readonly colour: Colors;
  /** Columns of the answer. */
  readonly width: number;
}

/** Columns where the width is not known, and the most that reads well. */
const USUAL_WIDTH = 100;
const MOST_WIDTH = 120;

/** Whoever reads the answer may stop early, as `head` does. */
function onStdoutError(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/**
 * The process's own output.
 *
 * @param write puts a text on stdout, which everything else is kept from
 */
export function processOutput(write: (text: string) => void): Output {
  // A second call replaces the first one's listener.
  process.stdout.off('error', onStdoutError).on('error', onStdoutError);
  return {
    answer: (text) => write(`${text}\n`),
    note: (text) => void process.stderr.write(`${visibleLines(text)}\n`),
    progress: process.stderr,
    colour: pc,
    // A terminal of no known size says 0; for a pipe, COLUMNS may.
    width: Math.min(process.stdout.columns || Number(process.env['COLUMNS']) || USUAL_WIDTH, MOST_WIDTH),
  };
}
