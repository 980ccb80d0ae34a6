import type { Property } from '../property/property.ts';
import type { Verdict } from '../property/verdict.ts';
import type { SearchEnd } from '../property/verdict.ts';
import type { BreadthFirstSearch } from '../search/breadth-first.ts';
import type { Slices } from '../search/slices.ts';
import type { TemporalOutcome } from '../search/temporal-search.ts';
import { TemporalSearch } from '../search/temporal-search.ts';
import { messageOf } from '../system/errors.ts';
import type { SystemInstance } from '../system/instance.ts';
import { rebuild, rebuildLasso } from '../trace/rebuild.ts';
import type { Shown, Subject } from '../trace/replay.ts';
import { replay, shows, writeDown } from '../trace/replay.ts';
import type { Counterexample } from '../trace/trace.ts';

/** Runs work in slices; null when it was told to stop. */
export type RunSlices = <T>(work: Slices<T>) => Promise<{ readonly value: T } | { readonly stopped: string }>;

/** What became of a temporal property. */
export interface TemporalFinding {
  readonly name: string;
  readonly property: Property;
  readonly verdict: Verdict;
  readonly reason: string | null;
  readonly counterexample: Counterexample | null;
  readonly outcome: TemporalOutcome | null;
}

/** Decides temporal properties from a finished search, one after the other. */
export async function checkTemporal(
  search: BreadthFirstSearch,
  properties: Readonly<Record<string, Property>>,
  end: SearchEnd,
  subject: (property: string) => Subject,
  run: RunSlices,
): Promise<TemporalFinding[]> {
  if (Object.keys(properties).length === 0) return [];
  const temporal = new TemporalSearch(search);
  const findings: TemporalFinding[] = [];
  for (const [name, property] of Object.entries(properties)) {
    const done = await run(temporal.decide(name, property));
    findings.push(
      'stopped' in done
        ? {
            name,
            property,
            verdict: 'inconclusive',
            reason: end.incomplete ?? done.stopped,
            counterexample: null,
            outcome: null,
          }
        : judged(search, done.value, end, subject(name)),
    );
  }
  return findings;
}

function judged(
  search: BreadthFirstSearch,
  outcome: TemporalOutcome,
  end: SearchEnd,
  subject: Subject,
): TemporalFinding {
  const { name, property } = outcome;
  const { verdict, reason } = decideTemporal(outcome, end);
  const finding = { name, property, outcome };
  if (verdict !== 'violated') return { ...finding, verdict, reason, counterexample: null };
  try {
    const counterexample = traceOf(search, outcome, subject);
    return { ...finding, verdict, reason, counterexample };
  } catch (thrown) {
    return {
      ...finding,
      verdict: 'error',
      reason: `the run that was found could not be replayed through XState: ${messageOf(thrown)} This is a bug in premortem, or the model is impure.`,
      counterexample: null,
    };
  }
}

/**
 * The verdict of a temporal property. On a space that was not searched whole a violation is a run of the system
 * all the same; nothing else is decided there.
 */
export function decideTemporal(
  { lasso, trap, error, vacuous }: TemporalOutcome,
  end: SearchEnd,
): { verdict: Verdict; reason: string | null } {
  if (lasso !== null || trap !== null) return { verdict: 'violated', reason: null };
  if (error !== null) return { verdict: 'error', reason: error.thrown.message };
  if (end.failure !== null) return { verdict: 'error', reason: end.failure };
  if (end.incomplete !== null) return { verdict: 'inconclusive', reason: end.incomplete };
  if (vacuous !== null) return { verdict: 'vacuous', reason: vacuous };
  return { verdict: 'holds', reason: null };
}

function traceOf(
  search: BreadthFirstSearch,
  { lasso, trap, property }: TemporalOutcome,
  subject: Subject,
): Counterexample {
  const instance: SystemInstance = search.space.instance;
  if (lasso === null) {
    const run = replay(instance, rebuild(search, { state: trap!.state, ordinal: null }));
    return confirmed(instance, property, run, subject, { trapped: trap!.states });
  }
  const run = replay(instance, rebuildLasso(search, lasso));
  const broken = lasso.kind === 'broken';
  const loopsTo = lasso.kind === 'cycle' ? lasso.prefix.length : null;
  return confirmed(instance, property, run, subject, broken ? {} : { goesOn: { loopsTo } });
}

function confirmed(
  instance: SystemInstance,
  property: Property,
  run: ReturnType<typeof replay>,
  subject: Subject,
  shown: Shown,
): Counterexample {
  if (!shows(instance, property, run, shown.goesOn ?? null))
    throw new Error('replayed, it no longer shows what was found.');
  return writeDown(instance, property, subject, run, shown);
}
