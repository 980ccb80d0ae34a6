import stringWidth from 'string-width';
import type { JsonValue } from '../trace/json-value.ts';
import type { TraceActor } from '../trace/trace.ts';
import { idsText } from './finding-words.ts';
import { lines, pad } from './layout.ts';
import type { Page } from './trace-terminal-page.ts';
import { contextEntries, pairsText, visible } from './value-text.ts';

/** Lines that one context may take; what it holds beyond that is counted. */
const CONTEXT_LINES = 3;

/** Actors that stand alike, told of together. */
interface Group {
  readonly ids: string[];
  readonly environment: boolean;
  readonly state: string;
  readonly entries: readonly (readonly [string, JsonValue])[];
}

/** Where actors stand: their state and context in columns, those that stand alike on one line. */
export function actorLines(page: Page, bar: string, actors: readonly TraceActor[]): string[] {
  const { colour, width } = page;
  const groups = groupsOf(actors);
  const states = Math.max(0, ...groups.map(({ state }) => stringWidth(state)).filter((n) => n <= width / 4));
  const rest = bar + ' '.repeat(Math.min(page.names + states + 4, Math.floor(width / 2)));
  return groups.flatMap(({ ids, environment, state, entries }) => {
    const first = `${bar}${pad(idsText(ids), page.names)}  ${pad(state, states)}  `;
    const notes = environment ? [colour.dim('(environment)')] : [];
    const text = [pairsText(entries), ...notes].filter((part) => part !== '').join('  ');
    const all = lines(text, width, { first, rest });
    if (all.length <= CONTEXT_LINES + 1) return all;
    const folded = colour.dim(`… (${entries.length} entries in all; the file holds them)`);
    return [...all.slice(0, CONTEXT_LINES), `${rest}${folded}`];
  });
}

/** Columns that the names of actors take, alone and told of together. */
export function nameColumns(actors: readonly TraceActor[], width: number): number {
  const names = [...actors.map(({ id }) => visible(id)), ...groupsOf(actors).map(({ ids }) => idsText(ids))];
  return Math.max(0, ...names.map((name) => stringWidth(name)).filter((columns) => columns <= width / 4));
}

function groupsOf(actors: readonly TraceActor[]): Group[] {
  const alike = new Map<string, Group>();
  for (const { id, state, context, environment } of actors) {
    const key = JSON.stringify([state, context, environment]);
    const group = alike.get(key) ?? {
      ids: [],
      environment,
      state: visible(state),
      entries: contextEntries(context),
    };
    group.ids.push(id);
    alike.set(key, group);
  }
  return [...alike.values()];
}
