import type { Coverage } from '../property/coverage.ts';
import type { MemoryKind, Property } from '../property/property.ts';
import type { Suite } from '../property/suite.ts';
import type { SearchEnd, Verdict } from '../property/verdict.ts';
import type { BreadthFirstSearch } from '../search/breadth-first.ts';
import type { Slices } from '../search/slices.ts';
import type { TemporalOutcome } from '../search/temporal-search.ts';
import { TemporalSearch } from '../search/temporal-search.ts';
import { rebuild, rebuildLasso } from '../trace/rebuild.ts';
import type { Replayed, Shown } from '../trace/replay.ts';
import { replay, shows, writeDown } from '../trace/replay.ts';
import type { Counterexample } from '../trace/trace.ts';
import type { Options } from './check-result.ts';
import { result } from './check-result.ts';
import { describeBounds, runSlices } from './drive.ts';
import { subject, whyNotReplayed } from './findings.ts';
import type { CheckResult, SearchFigures } from './result.ts';

/** What is known when the search of the states is over. */
export interface Searched {
  readonly end: SearchEnd;
  readonly figures: SearchFigures;
  /** When the search started, by `performance.now()`. */
  readonly started: number;
  readonly options: Options;
  /** Told what each monitor was there to hear, and whether it did. */
  readonly coverage: Coverage;
}

/** Decides temporal properties from the graph of a finished search, one after the other. */
export async function checkTemporal(
  suite: Suite,
  search: BreadthFirstSearch,
  properties: Readonly<Record<string, Property>>,
  { end, figures, started, options, coverage }: Searched,
): Promise<CheckResult[]> {
  if (Object.keys(properties).length === 0) return [];
  const temporal = await runSlices(prepare(search), started, options);
  const results: CheckResult[] = [];
  for (const [name, property] of Object.entries(properties)) {
    const done =
      'stopped' in temporal
        ? temporal
        : await runSlices(temporal.value.decide(name, property), started, options);
    const found =
      'stopped' in done
        ? { verdict: 'inconclusive' as const, reason: end.incomplete ?? describeBounds([done.stopped]) }
        : judged(suite, search, done.value, end);
    if (property.monitor !== null) {
      const heard = 'stopped' in done ? null : (done.value.heard ?? null);
      coverage.noteMonitor(name, property.monitor.machine, heard);
    }
    results.push(
      result(suite, search.space.instance, name, property, options, {
        counterexample: null,
        ...found,
        search: figures,
      }),
    );
  }
  return results;
}

/** About what the graph and the search of its components take for each state. */
const GRAPH_BYTES = 32;

/** As work of its own, so that a lack of memory for the graph is a bound like any other. */
// oxlint-disable-next-line require-yield
function* prepare(search: BreadthFirstSearch): Slices<TemporalSearch> {
  if (!search.limits.memory.allows(GRAPH_BYTES * search.store.count))
    throw new RangeError('the graph is too large');
  return new TemporalSearch(search);
}

interface Judged {
  readonly verdict: Verdict;
  readonly reason: string | null;
  readonly counterexample?: Counterexample;
  readonly prospects?: TemporalOutcome['prospects'];
}

function judged(suite: Suite, search: BreadthFirstSearch, outcome: TemporalOutcome, end: SearchEnd): Judged {
  const { prospects } = outcome;
  const decided = decideTemporal(outcome, end);
  if (decided.verdict !== 'violated') return { ...decided, prospects };
  try {
    return { ...decided, prospects, counterexample: traceOf(suite, search, outcome) };
  } catch (thrown) {
    return { verdict: 'error', reason: whyNotReplayed(thrown, end) };
  }
}

/**
 * The verdict of a temporal property. On a space that was not searched whole a violation is a run of the system
 * all the same; nothing else is decided there.
 */
export function decideTemporal(
  { lasso, trap, error, vacuous, bound, property }: TemporalOutcome,
  end: SearchEnd,
): { verdict: Verdict; reason: string | null } {
  if (lasso !== null || trap !== null) {
    const besides = error === null ? null : `besides, ${error.thrown.message}`;
    return { verdict: 'violated', reason: besides };
  }
  if (error !== null) return { verdict: 'error', reason: error.thrown.message };
  if (end.failure !== null) return { verdict: 'error', reason: end.failure };
  if (end.incomplete !== null) return { verdict: 'inconclusive', reason: end.incomplete };
  if (bound !== null)
    return {
      verdict: 'inconclusive',
      reason: `the search with ${WITH[property.kind as MemoryKind]}: ${describeBounds([bound])}`,
    };
  if (vacuous !== null) return { verdict: 'vacuous', reason: vacuous };
  return { verdict: 'holds', reason: null };
}

/** What a search of its own has besides the system. */
const WITH: Readonly<Record<MemoryKind, string>> = { monitor: 'the monitor', within: 'the count of ticks' };

function traceOf(suite: Suite, search: BreadthFirstSearch, outcome: TemporalOutcome): Counterexample {
  const { lasso, trap, property, name } = outcome;
  const { instance } = search.space;
  let run: Replayed;
  let shown: Shown;
  if (lasso === null) {
    run = replay(instance, rebuild(search, { state: trap!.state, ordinal: null }));
    shown = { trapped: trap!.states };
  } else {
    run = replay(instance, rebuildLasso(search, lasso));
    const loopsTo = lasso.kind === 'cycle' ? lasso.prefix.length : null;
    shown = lasso.kind === 'broken' ? {} : { goesOn: { loopsTo } };
  }
  if (!shows(instance, property, run, shown.goesOn ?? null))
    throw new Error('replayed, it no longer shows what was found.');
  return writeDown(instance, property, subject(suite, instance, name), run, shown);
}
