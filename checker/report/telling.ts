import type { Counterexample, TraceChange, TraceStep } from '../trace/trace.ts';
import { finalActors } from './final-state.ts';
import { count } from './figures.ts';
import { occurrence } from './step-words.ts';
import { contextEntries } from './value-text.ts';

/** What is told at once: a step, or ticks in a row. Steps are told by their number, 1 being the first. */
export interface Telling {
  readonly step: TraceStep;
  readonly first: number;
  readonly last: number;
  /** The ticks that have passed since the start. */
  readonly ticks: number;
  /** Of a crash: the context before it, by name, and what is left of it. */
  readonly remains: { readonly of: readonly string[]; readonly names: readonly string[] } | null;
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

function remainsOf(trace: Counterexample, at: number): Telling['remains'] {
  const { kind, actor } = trace.steps[at]!;
  if (kind !== 'crash') return null;
  const names = (steps: number): string[] => {
    const { context = null } =
      finalActors({ ...trace, steps: trace.steps.slice(0, steps) }).find(({ id }) => id === actor) ?? {};
    return contextEntries(context).map(([name]) => name);
  };
  return { of: names(at), names: names(at + 1) };
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
 * The changes of a step as they are told. That a crash takes timers and context goes without saying; of its context,
 * what is left is said in words.
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
  return [...byActor].map(([actor, changes]) =>
    remains === null || actor !== step.actor
      ? { actor, changes, remark: null }
      : {
          actor,
          changes: changes.filter(({ path }) => path === 'state'),
          remark: remainsText(remains, mark),
        },
  );
}

function remainsText(
  { of, names }: NonNullable<Telling['remains']>,
  mark: (name: string) => string,
): string | null {
  if (of.length === 0) return null;
  if (names.length === 0) return 'its context is lost';
  if (names.length === of.length) return 'its context survives';
  return `of its context only ${names.map(mark).join(', ')} ${names.length === 1 ? 'survives' : 'survive'}`;
}
