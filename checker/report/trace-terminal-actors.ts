import stringWidth from 'fast-string-width';
import { idsText } from './finding-words.ts';
import { hanging, labelled, lines, pad } from './layout.ts';
import type { Standing } from './standing.ts';
import { standingAtEnd, standingAtStart, statesAlone, withSharedApart } from './standing.ts';
import type { Page } from './trace-terminal-page.ts';
import { pairsText, visible } from './value-text.ts';

/** Lines that one context may take; what it holds beyond that is counted. */
const CONTEXT_LINES = 3;

/** Lines that what actors have in common may take. */
const SHARED_LINES = 2;

/** Where the actors stand at the start: their state and context in columns, those that stand alike together. */
export function startingLines(page: Page, bar: string): string[] {
  const { colour, trace, width } = page;
  const all = standingAtStart(trace);
  const full = all.map((one) => standingLines(page, bar, one, stateColumns(page, all)));
  if (full.every((text) => text.length === 1)) return full.flat();
  const { own, shared } = withSharedApart(trace);
  const states = stateColumns(page, own);
  const common = shared.flatMap(({ ids, entries }) =>
    lines(colour.dim(`each of ${idsText(ids)}: ${pairsText(entries)}`), width, {
      first: bar,
      rest: `${bar}  `,
    }),
  );
  return [
    ...own.flatMap((one) => standingLines(page, bar, one, states)),
    ...(common.length <= SHARED_LINES ? common : unchanging(page, bar, shared)),
  ];
}

/** The names alone of what actors are given alike and keep, where the values would take up too much room. */
function unchanging({ colour, width }: Page, bar: string, shared: readonly Standing[]): string[] {
  const names = new Set(shared.flatMap(({ entries }) => entries.map(([key]) => visible(key))));
  const text = `never changing, values in the file: ${[...names].join(', ')}`;
  return lines(colour.dim(text), width, { first: bar, rest: `${bar}  ` });
}

/**
 * Where the actors that have changed stand at the end, and what has changed of their contexts; where that does
 * not fit a line each, the new states alone, those in the same one together.
 */
export function endingLines(page: Page, bar: string): string[] {
  const all = standingAtEnd(page.trace);
  const full = told(page, bar, all);
  const stateChanged = new Set(
    page.trace.steps.flatMap(({ changes }) => changes.flatMap((c) => (c.path === 'state' ? [c.actor] : []))),
  );
  return full.length <= all.length || stateChanged.size === 0
    ? full
    : told(page, bar, statesAlone(all, stateChanged));
}

function told(page: Page, bar: string, all: readonly Standing[]): string[] {
  return all.flatMap((one) => standingLines(page, bar, one, stateColumns(page, all)));
}

/** Columns that the names of actors take, alone and told of together. */
export function nameColumns(page: Pick<Page, 'trace' | 'width'>): number {
  const together = standingAtStart(page.trace).map(({ ids }) => idsText(ids));
  const names = [...page.trace.actors.map(({ id }) => visible(id)), ...together];
  return Math.max(
    0,
    ...names.map((name) => stringWidth(name)).filter((columns) => columns <= page.width / 4),
  );
}

function stateColumns({ width }: Page, all: readonly Standing[]): number {
  const states = all.map(({ state }) => stringWidth(visible(state)));
  return Math.max(0, ...states.filter((columns) => columns <= width / 4));
}

function standingLines(page: Page, bar: string, one: Standing, states: number): string[] {
  const { colour, names, width } = page;
  const { ids, environment, state, entries } = one;
  const label = [pad(idsText(ids), names), ...(states > 0 ? [pad(visible(state), states)] : [])].join('  ');
  const notes = environment ? [colour.dim('(environment)')] : [];
  const text = [pairsText(entries), ...notes].filter((part) => part !== '').join('  ');
  const column = names + 2 + (states > 0 ? states + 2 : 0);
  const all = labelled(`${label}  `, text, width, bar, column);
  if (all.length <= CONTEXT_LINES + 1) return all;
  const rest = hanging(width, bar, column);
  const folded = colour.dim(`… (${entries.length} entries in all; the file holds them)`);
  return [...all.slice(0, CONTEXT_LINES), ...lines(folded, width, { first: rest, rest })];
}
