import type { JsonValue } from '../trace/json-value.ts';
import { sameJson } from '../trace/json-value.ts';
import type { Counterexample, TraceChange, TraceStep } from '../trace/trace.ts';
import { finalActors } from './final-state.ts';
import { count } from './figures.ts';
import { occurrence } from './step-words.ts';
import { contextEntries } from './value-text.ts';

/** The context before a crash, by name, and what is left of it; or that it is as at the start once more. */
type Remains = { readonly of: readonly string[]; readonly names: readonly string[] } | 'as at the start';

/** What is told at once: a step, or ticks in a row. Steps are told by their number, 1 being the first. */
export interface Telling {
  readonly step: TraceStep;
  readonly first: number;
  readonly last: number;
  /** The ticks that have passed since the start. */
  readonly ticks: number;
  /** What is to be said of the context of an actor that crashes, or starts anew with that of the start. */
  readonly remains: Remains | null;
}

/** The steps of a run as they are told: ticks between which nothing happens are told at once. */
export function tellings(trace: Counterexample): Telling[] {
  const told: Telling[] = [];
  let ticks = 0;
  for (const [i, step] of trace.steps.entries()) {
    if (step.kind === 'tick') ticks++;
    const before = told.at(-1);
    // Where a cycle begins, something is told in between.
    const apart = trace.forever?.kind === 'cycle' && trace.forever.from === i;
    if (!apart && before !== undefined && isPlainTick(before.step) && isPlainTick(step)) {
      told[told.length - 1] = { ...before, last: i + 1, ticks };
    } else {
      told.push({ step, first: i + 1, last: i + 1, ticks, remains: remainsOf(trace, i) });
    }
  }
  return told;
}

/** A tick in which nothing happens but that time passes. */
function isPlainTick(step: TraceStep): boolean {
  const { kind, handled, descriptions, calls, sent, emitted, dropped, changes, choices = [] } = step;
  return (
    kind === 'tick' &&
    handled &&
    [descriptions, calls, sent, emitted, dropped, changes, choices].every((list) => list.length === 0)
  );
}

function remainsOf(trace: Counterexample, at: number): Remains | null {
  const { kind, actor, changes } = trace.steps[at]!;
  const context = (steps: number): JsonValue =>
    finalActors({ ...trace, steps: trace.steps.slice(0, steps) }).find(({ id }) => id === actor)?.context ??
    null;
  const names = (steps: number): string[] => contextEntries(context(steps)).map(([name]) => name);
  if (kind === 'crash') return { of: names(at), names: names(at + 1) };
  const anew = kind === 'restart' && changes.some((change) => change.actor === actor && isOfContext(change));
  return anew && sameJson(context(at + 1), context(0)) ? 'as at the start' : null;
}

function isOfContext({ path }: TraceChange): boolean {
  return path.startsWith('context');
}

/** `4`, or `4-13`. */
export function numbersOf({ first, last }: Telling): string {
  return first === last ? `${first}` : `${first}-${last}`;
}

/** As `occurrence`, of all that is told at once. */
export function occurrenceOf({ step, first, last, ticks }: Telling): string | null {
  if (first === last) return occurrence(step);
  return `${count(last - first + 1, 'tick')} pass (now at tick ${ticks.toLocaleString('en')})`;
}

/** What changed, by actor, in the order it stands in the trace. */
export interface ToldChanges {
  readonly actor: string;
  readonly changes: readonly TraceChange[];
  /** What is to be said besides. */
  readonly remark: string | null;
}

/**
 * The changes of a step as they are told. That a crash takes timers and context goes without saying: what is left of the
 * context is said in words, and so is where a restart makes it what it was at the start.
 *
 * @param mark how the name of a part of the context is written
 */
export function toldChanges(
  { step, remains }: Pick<Telling, 'step' | 'remains'>,
  mark: (name: string) => string,
): ToldChanges[] {
  const byActor = new Map<string, TraceChange[]>();
  for (const change of step.changes)
    byActor.set(change.actor, [...(byActor.get(change.actor) ?? []), change]);
  return [...byActor].map(([actor, changes]) => {
    if (remains === null || actor !== step.actor) return { actor, changes, remark: null };
    const kept = changes.filter((change) =>
      remains === 'as at the start' ? !isOfContext(change) : change.path === 'state',
    );
    return { actor, changes: kept, remark: remainsText(remains, mark) };
  });
}

function remainsText(remains: Remains, mark: (name: string) => string): string | null {
  if (remains === 'as at the start') return 'its context is as at the start';
  const { of, names } = remains;
  if (of.length === 0) return null;
  if (names.length === 0) return 'its context is lost';
  if (names.length === of.length) return 'its context survives';
  return `of its context only ${names.map(mark).join(', ')} ${names.length === 1 ? 'survives' : 'survive'}`;
}
