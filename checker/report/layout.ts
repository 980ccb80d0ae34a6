import stringWidth from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';
import { NO_BREAK } from './value-text.ts';

/** What stands before the first line of a text and before those it is continued on. */
export interface Indent {
  readonly first: string;
  readonly rest: string;
}

/** Breaks a text, which may hold colours, into lines of at most `width` columns, indent included. */
export function lines(text: string, width: number, indent: Indent): string[] {
  if (stringWidth(indent.first) + stringWidth(text) <= width)
    return [`${indent.first}${text}`.replaceAll(NO_BREAK, ' ').trimEnd()];
  const room = Math.max(16, width - Math.max(stringWidth(indent.first), stringWidth(indent.rest)));
  return wrapAnsi(text, room, { hard: true })
    .replaceAll(NO_BREAK, ' ')
    .split('\n')
    .map((line, i) => `${i === 0 ? indent.first : indent.rest}${line}`.trimEnd());
}

/** The part of a line that a label may take, so that the text beside it still reads. */
const MOST_LABEL = 0.56;

/** The indent of lines that go on below a column, which leaves the text beside it room to read. */
export function hanging(width: number, bar: string, column: number): string {
  const most = Math.floor(width * MOST_LABEL);
  return pad(bar, Math.max(stringWidth(bar), Math.min(stringWidth(bar) + column, most)));
}

/**
 * A text beside a label, the label filled up to a column's width. A label that takes more of the
 * line than that stands above the text.
 */
export function labelled(label: string, text: string, width: number, bar: string, column: number): string[] {
  const rest = hanging(width, bar, column);
  const first = `${bar}${pad(label, column)}`;
  if (text === '') return lines(label, width, { first: bar, rest: `${bar}  ` });
  if (stringWidth(first) <= Math.max(stringWidth(rest), width * MOST_LABEL))
    return lines(text, width, { first, rest });
  return [
    ...lines(label, width, { first: bar, rest: `${bar}  ` }),
    ...lines(text, width, { first: rest, rest }),
  ];
}

/** Fills a text up with spaces to a width in columns. */
export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)));
}

/** A plain text broken into lines of at most `width` columns. */
export function broken(text: string, width: number): string[] {
  return wrapAnsi(text, width, { hard: true }).replaceAll(NO_BREAK, ' ').split('\n');
}

/** The parts of a name that are kept whole: up to and with each hyphen, dot, slash or space. */
export function nameParts(name: string): string[] {
  return name.match(/[^-. _/]+[-. _/]?|[-. _/]/g) ?? [name];
}

/** A name in lines of at most `width` columns, broken at its hyphens where it has some. */
export function brokenName(name: string, width: number): string[] {
  const result: string[] = [];
  for (const part of nameParts(name)) {
    const last = result.at(-1);
    if (last !== undefined && stringWidth(last + part) <= width) result[result.length - 1] = last + part;
    // As it is: wrapping would take the space off its end, and what follows on the line would touch it.
    else if (stringWidth(part) <= width) result.push(part);
    else result.push(...broken(part, width));
  }
  return result.map((line) => line.trimEnd());
}
