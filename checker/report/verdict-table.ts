import type { Colors } from 'picocolors/types.js';
import stringWidth from 'fast-string-width';
import { verdictInSteps } from '../check/gate.ts';
import type { PropertyKind } from '../property/property.ts';
import type { Verdict } from '../property/verdict.ts';
import { brokenName, lines, nameParts } from './layout.ts';
import { NO_BREAK, visible } from './value-text.ts';
import { verdictMark } from './verdict-mark.ts';

/** One verdict of a table. */
export interface VerdictCell {
  readonly property: string;
  readonly propertyRef: string | null;
  readonly kind: PropertyKind;
  readonly verdict: Verdict;
  /** Length of the counterexample or witness. */
  readonly steps: number | null;
  /** Null where nothing is expected. */
  readonly asExpected: boolean | null;
}

/** One design with its verdicts. */
export interface VerdictRow {
  readonly design: string;
  readonly designRef: string | null;
  readonly checks: readonly VerdictCell[];
}

/** Marks a verdict that is not the expected one. */
const UNEXPECTED = '≠';
/** Columns between two columns, and before the first where there is room. */
const GAP = 2;
/** Columns that the names of designs may be broken to: as a rule, and where the table would not fit otherwise. */
const NAME = { good: 22, least: 12 };
/** Columns that a part of a property's name may ask for. */
const NAME_PART = 16;

/** How much a cell says: `✗ violated in 8 steps`, or `✗ violated 8`. */
type Wording = 'full' | 'short';

/**
 * Designs × properties for the terminal: a mark and words in each cell, names broken at their hyphens, and
 * below it what does not speak for itself. Where the full words do not fit, cells say less; what does not
 * fit beside each other even so follows in a table below. Ends without a newline.
 */
export function renderVerdictTable(
  { designs }: { readonly designs: readonly VerdictRow[] },
  { width, colour }: { readonly width: number; readonly colour: Colors },
): string {
  const properties = propertiesOf(designs);
  const layouts = [
    ['full', NAME.good],
    ['short', NAME.good],
    ['short', NAME.least],
  ] as const;
  const inOne = layouts.find(([wording, name]) => needed(designs, properties, wording, name) <= width);
  const [wording, name] = inOne ?? layouts[1];
  const blocks = inBlocks(properties, (some) => needed(designs, some, wording, name) <= width);
  const left = Math.min(...blocks.map((block) => width - columns(designs, block, wording)));
  const whole = (note: string): string => (note.length > width - GAP ? note : note.replaceAll(' ', NO_BREAK));
  const notes = legend(designs, wording).map(whole).join('   ');
  return [
    ...blocks.map((block) =>
      grid(designs, block, wording, Math.max(left, nameColumns(designs, name)), colour).join('\n'),
    ),
    ...(notes === '' ? [] : [lines(colour.dim(notes), width, { first: '  ', rest: '  ' }).join('\n')]),
  ].join('\n\n');
}

/** The properties of all designs, each by the first of its cells. */
function propertiesOf(designs: readonly VerdictRow[]): VerdictCell[] {
  const cells = designs.flatMap(({ checks }) => checks);
  return cells.filter(({ property }, i) => cells.findIndex((cell) => cell.property === property) === i);
}

function cellOf(row: VerdictRow, { property }: VerdictCell): VerdictCell | undefined {
  return row.checks.find((cell) => cell.property === property);
}

function cellText(cell: VerdictCell | undefined, wording: Wording): string {
  if (cell === undefined) return '·';
  const { kind, verdict, steps } = cell;
  const words = verdictInSteps(kind, verdict, steps);
  const short = words.replace(/ in (\d+) steps?$/, ' $1');
  return `${verdictMark(kind, verdict)} ${wording === 'full' ? words : short}${isUnexpected(cell) ? ` ${UNEXPECTED}` : ''}`;
}

function isUnexpected(cell: VerdictCell | undefined): boolean {
  return cell?.asExpected === false;
}

function withRef(name: string, ref: string | null): string {
  return ref === null ? visible(name) : `${visible(name)} (${visible(ref)})`;
}

/** Columns of one property: what its cells need, and the parts of its name. */
function columnsOf(designs: readonly VerdictRow[], property: VerdictCell, wording: Wording): number {
  const cells = designs.map((row) => stringWidth(cellText(cellOf(row, property), wording)));
  const ref = property.propertyRef === null ? [] : [`(${visible(property.propertyRef)})`];
  const name = [...nameParts(visible(property.property)), ...ref].map((part) => stringWidth(part));
  return Math.max(...cells, ...name.map((part) => Math.min(part, NAME_PART)));
}

/** Columns of some properties beside each other, with the gaps before them. */
function columns(
  designs: readonly VerdictRow[],
  properties: readonly VerdictCell[],
  wording: Wording,
): number {
  return properties.reduce((sum, property) => sum + GAP + columnsOf(designs, property, wording), 0);
}

/** The columns of a whole table with the names of designs broken to `name` columns. */
function needed(
  designs: readonly VerdictRow[],
  properties: readonly VerdictCell[],
  wording: Wording,
  name: number,
): number {
  return nameColumns(designs, name) + columns(designs, properties, wording);
}

/** The columns of the names of designs, broken to `most` columns. */
function nameColumns(designs: readonly VerdictRow[], most: number): number {
  const names = designs.map(({ design }) => stringWidth(visible(design)));
  return Math.min(most, Math.max('design'.length, ...names));
}

/** Properties in as few runs as fit, at least one each. */
function inBlocks(
  properties: readonly VerdictCell[],
  fits: (some: readonly VerdictCell[]) => boolean,
): VerdictCell[][] {
  const blocks: VerdictCell[][] = [[]];
  for (const property of properties) {
    const last = blocks.at(-1)!;
    if (last.length === 0 || fits([...last, property])) last.push(property);
    else blocks.push([property]);
  }
  return blocks;
}

/** One table; `left` is the columns that are left for the names of designs. */
function grid(
  designs: readonly VerdictRow[],
  properties: readonly VerdictCell[],
  wording: Wording,
  left: number,
  colour: Colors,
): string[] {
  const full = designs.map(({ design, designRef }) => withRef(design, designRef));
  const refs = full.every((name) => stringWidth(name) <= left);
  const names = designs.map(({ design, designRef }, i) =>
    refs ? [full[i]!] : brokenWithRef(design, designRef, left),
  );
  const widths = [
    Math.max('design'.length, ...names.flat().map((line) => stringWidth(line))),
    ...properties.map((property) => columnsOf(designs, property, wording)),
  ];
  const margin = ' '.repeat(Math.max(0, Math.min(GAP, left - widths[0]!)));
  const row = (
    cells: readonly (readonly string[])[],
    paint: (text: string, at: number) => string,
  ): string[] =>
    Array.from({ length: Math.max(...cells.map((cell) => cell.length)) }, (_, y) => {
      const texts = cells.map((cell, at) => {
        const last = at === cells.length - 1;
        const text = cell[y] ?? '';
        return (
          (text === '' ? '' : paint(text, at)) + (last ? '' : ' '.repeat(widths[at]! - stringWidth(text)))
        );
      });
      return `${margin}${texts.join(' '.repeat(GAP))}`.trimEnd();
    });
  return [
    ...row(headings(properties, widths), (text) => colour.bold(text)),
    ...designs.flatMap((design, i) => {
      const cells = properties.map((property) => cellOf(design, property));
      const texts = cells.map((cell) => [cellText(cell, wording)]);
      return row([names[i]!, ...texts], (text, at) =>
        at === 0 ? text : painted(text, cells[at - 1], colour),
      );
    }),
  ];
}

/** The name of a design in lines, with its ref beside the last one where it fits there. */
function brokenWithRef(design: string, ref: string | null, width: number): string[] {
  const name = brokenName(visible(design), width);
  const [text] = refLine(ref);
  if (text === undefined) return name;
  const beside = `${name.at(-1)} ${text}`;
  return stringWidth(beside) <= width
    ? [...name.slice(0, -1), beside]
    : [...name, ...brokenName(text, width)];
}

/** A ref below a name, where it does not fit beside it. */
function refLine(ref: string | null): string[] {
  return ref === null ? [] : [`(${visible(ref)})`];
}

/** The names of the columns, broken and standing on the same last line. */
function headings(properties: readonly VerdictCell[], widths: readonly number[]): string[][] {
  const titles = properties.map(({ property, propertyRef }, i) => [
    ...brokenName(visible(property), widths[i + 1]!),
    ...refLine(propertyRef).flatMap((line) => brokenName(line, widths[i + 1]!)),
  ]);
  const height = Math.max(1, ...titles.map((title) => title.length));
  return [['design'], ...titles].map((title) => [...Array<string>(height - title.length).fill(''), ...title]);
}

function painted(text: string, cell: VerdictCell | undefined, colour: Colors): string {
  if (cell === undefined) return colour.dim(text);
  const { green, red, yellow } = colour;
  const good = cell.kind === 'reachable' ? colour.cyan : green;
  const bad = cell.kind === 'reachable' ? colour.dim : red;
  const paint = { holds: good, violated: bad, vacuous: yellow, inconclusive: yellow, error: red }[
    cell.verdict
  ];
  return isUnexpected(cell) ? colour.bold(colour.inverse(paint(text))) : paint(text);
}

/** What the cells alone do not say. */
function legend(designs: readonly VerdictRow[], wording: Wording): string[] {
  const cells = designs.flatMap(({ checks }) => checks);
  const counted = (['violated', 'reached'] as const).filter((word) =>
    cells.some(({ kind, steps }) => steps !== null && (kind === 'reachable') === (word === 'reached')),
  );
  const told = (verdict: Verdict, words: string): string[] =>
    cells.some((cell) => cell.verdict === verdict) ? [`${verdictMark('invariant', verdict)} ${words}`] : [];
  return [
    ...(wording === 'full' || counted.length === 0
      ? []
      : [`${counted.map((word) => `${word} n`).join(', ')}: the shortest run has n steps`]),
    ...told('vacuous', 'vacuous: holds, but what it speaks of never happens'),
    ...told('inconclusive', 'inconclusive: not decided'),
    ...told('error', 'error: code of the model or of a property failed'),
    ...(cells.some(isUnexpected) ? [`${UNEXPECTED} not as expected`] : []),
  ];
}
