import type { Property } from '../property/property.ts';
import { BLANK } from '../property/property.ts';
import type { Outcome } from '../property/safety-checks.ts';
import type { Suite } from '../property/suite.ts';
import type { SearchEnd } from '../property/verdict.ts';
import { decide } from '../property/verdict.ts';
import type { BreadthFirstSearch } from '../search/breadth-first.ts';
import { messageOf } from '../system/errors.ts';
import type { SystemInstance } from '../system/instance.ts';
import { rebuild } from '../trace/rebuild.ts';
import type { Subject } from '../trace/replay.ts';
import { replay, shows, writeDown } from '../trace/replay.ts';
import type { Counterexample } from '../trace/trace.ts';
import type { Options } from './check-result.ts';
import { result } from './check-result.ts';
import type { CheckResult, DesignReport, SearchFigures } from './result.ts';

/** What one property came to: its verdict, and the run that shows it, replayed. */
export function resultOf(
  suite: Suite,
  instance: SystemInstance,
  search: BreadthFirstSearch,
  outcome: Outcome,
  end: SearchEnd,
  figures: SearchFigures,
  options: Options,
): CheckResult {
  let { verdict, reason } = decide(outcome, end);
  let counterexample: Counterexample | null = null;
  if (outcome.found !== null && (verdict === 'violated' || verdict === 'holds')) {
    try {
      counterexample = traceTo(suite, instance, search, outcome);
    } catch (thrown) {
      verdict = 'error';
      reason = whyNotReplayed(thrown, end);
    }
  }
  return result(suite, instance, outcome.name, outcome.property, options, {
    verdict,
    reason,
    counterexample,
    search: figures,
  });
}

function traceTo(
  suite: Suite,
  instance: SystemInstance,
  search: BreadthFirstSearch,
  outcome: Outcome,
): Counterexample {
  const run = replay(instance, rebuild(search, outcome.found!));
  if (!shows(instance, outcome.property, run))
    throw new Error('replayed, it no longer shows what was found.');
  return writeDown(instance, outcome.property, subject(suite, instance, outcome.name), run);
}

/** The first code that failed, of the model or of a property, and the run that led there. */
export function failureOf(
  suite: Suite,
  instance: SystemInstance,
  search: BreadthFirstSearch,
  outcomes: readonly Outcome[],
): DesignReport['failure'] {
  const { failure } = search;
  const ofProperty =
    outcomes.find(
      // A violation stands for itself, and tells of the failure beside it.
      ({ error, found, property }) => error !== null && (found === null || property.kind === 'reachable'),
    )?.error ?? null;
  const message = failure?.error.message ?? ofProperty?.thrown.message;
  if (message === undefined) return null;
  const at =
    failure === null
      ? ofProperty!.at
      : failure.state === null
        ? null
        : { state: failure.state, ordinal: null };
  let trace: Counterexample | null = null;
  if (at !== null) {
    try {
      const property = { ...NO_CODE_FAILS, because: () => message };
      trace = writeDown(
        instance,
        property,
        subject(suite, instance, 'no-code-fails'),
        replay(instance, rebuild(search, at)),
      );
    } catch {
      // The step that leads there may itself be the impure one; the message alone has to do.
    }
  }
  return { message, trace, thrown: failure?.error ?? ofProperty?.thrown };
}

/** Stands in for a property where the trace only has to show the way to where user code failed. */
const NO_CODE_FAILS: Property = {
  ...BLANK,
  kind: 'invariant',
  description: 'No code of the model or of a property fails.',
  observes: [],
  declaredAt: null,
};

/** Why a run that was found is not shown. Where the model itself fails, replay meets that failure too. */
export function whyNotReplayed(thrown: unknown, { failure }: SearchEnd): string {
  return (
    failure ??
    `the run that was found could not be replayed through XState: ${messageOf(thrown)} This is a bug in premortem, or the model is impure.`
  );
}

/** Which property of which suite a run is shown for. */
export function subject(suite: Suite, instance: SystemInstance, property: string): Subject {
  return {
    suite: suite.name,
    designDescription: suite.system.designs[instance.design]?.description ?? '',
    property,
  };
}
