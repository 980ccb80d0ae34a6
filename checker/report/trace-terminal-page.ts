import type { Colors } from 'picocolors/types.js';
import type { Counterexample } from '../trace/trace.ts';
import { NO_BREAK, visible } from './value-text.ts';

/** How a trace is written on a terminal. */
export interface TerminalOptions {
  /** Columns; lines are broken to it as long as that leaves something to read. */
  readonly width: number;
  /** Colours, made with picocolors' `createColors(enabled)`. Nothing is told by colour alone. */
  readonly colour: Colors;
  /** What the trace shows is where user code failed, and no verdict of a property. */
  readonly failing?: boolean;
  /** Sizes of the scope were changed by `--set`. */
  readonly changed?: boolean;
}

/** A trace on its way to the terminal. */
export interface Page extends TerminalOptions {
  readonly trace: Counterexample;
  /** Columns of the step numbers. */
  readonly numbers: number;
  /** Columns of the actors' names where values are listed beside them. */
  readonly names: number;
}

/** Red for a violation, cyan for a witness, as in tables of verdicts; the marks say the same. */
export function tint({ colour, trace }: Page): Page['colour']['red'] {
  return trace.shows === 'violation' ? colour.red : colour.cyan;
}

/** The id that something has in the source its model comes from. */
export function refText({ colour }: Page, ref: string | null): string {
  return ref === null ? '' : colour.dim(`${NO_BREAK}(${visible(ref)})`);
}

/** The margin: a line runs down the trace, with a number and a dot at each step. */
export function margin(
  { colour, numbers }: Page,
  number: string,
  dot: string,
): { head: string; bar: string } {
  return {
    head: `${colour.bold(number.padStart(numbers))} ${dot} `,
    bar: `${' '.repeat(numbers)} ${colour.dim('│')} `,
  };
}
