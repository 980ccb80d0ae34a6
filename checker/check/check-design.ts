import { Coverage } from '../property/coverage.ts';
import type { Property } from '../property/property.ts';
import type { Outcome } from '../property/safety-checks.ts';
import { SafetyChecks } from '../property/safety-checks.ts';
import type { Suite } from '../property/suite.ts';
import type { SearchEnd } from '../property/verdict.ts';
import { decide } from '../property/verdict.ts';
import type { Incomplete } from '../search/breadth-first.ts';
import { BreadthFirstSearch } from '../search/breadth-first.ts';
import { growth } from '../search/growth.ts';
import { IntegerSpace } from '../step/integer-space.ts';
import { ModelError, messageOf } from '../system/errors.ts';
import type { SystemInstance } from '../system/instance.ts';
import { instantiate } from '../system/instance.ts';
import { rebuild } from '../trace/rebuild.ts';
import { replay, shows, writeDown } from '../trace/replay.ts';
import type { Counterexample } from '../trace/trace.ts';
import type { Options } from './check-result.ts';
import { heading, result } from './check-result.ts';
import { failedAtStart, notBegun, notBuilt } from './not-searched.ts';
import { DEFAULT_MAX_STATES } from './options.ts';
import type { CheckResult, DesignReport, SearchFigures } from './result.ts';

/** A design's report, and the evidence for judging coverage over all designs. */
export interface DesignSearch {
  readonly report: DesignReport;
  readonly coverage: Coverage | null;
}

/** Searches one design at one scope and decides every property from that one search. */
export async function checkDesign(
  suite: Suite,
  design: string,
  properties: Readonly<Record<string, Property>>,
  options: Options,
): Promise<DesignSearch> {
  if (options.signal?.aborted === true)
    return { report: notBegun(suite, design, properties, options), coverage: null };
  let instance: SystemInstance;
  try {
    instance = instantiate(suite.system, { design, scope: options.scope, set: options.set });
  } catch (thrown) {
    return { report: notBuilt(suite, design, properties, options, thrown), coverage: null };
  }
  const coverage = new Coverage(instance);
  const space = new IntegerSpace(instance, coverage);
  coverage.attach(space);
  const started = performance.now();
  let checks: SafetyChecks;
  let search: BreadthFirstSearch;
  try {
    checks = new SafetyChecks(properties, space);
    search = new BreadthFirstSearch(space, checks, {
      maxStates: options.maxStates ?? DEFAULT_MAX_STATES,
      stopWhenDecided: options.properties !== undefined,
    });
  } catch (thrown) {
    if (!(thrown instanceof ModelError)) throw thrown;
    return { report: failedAtStart(suite, instance, properties, thrown, options), coverage: null };
  }
  await drive(suite, search, started, options);
  const figures = figuresOf(search, (performance.now() - started) / 1000);
  const growing = search.incomplete !== null && search.incomplete.why !== 'decided' ? growth(space) : [];
  const end: SearchEnd = {
    failure: search.failure?.error.message ?? null,
    incomplete: describeBounds(search.bounds),
  };
  const results = checks.outcomes.map((outcome) =>
    resultOf(suite, instance, search, outcome, end, figures, options),
  );
  return {
    report: {
      ...heading(suite, design),
      checks: results,
      search: figures,
      coverage: null,
      growth: growing,
      incomplete: search.incomplete,
      failure: failureOf(suite, instance, search, checks.outcomes),
      notBuilt: null,
    },
    coverage,
  };
}

/** Milliseconds a search runs between looks at the clock, the signal and the event loop. */
const SLICE = 50;

/** Expands some states. What the engine cannot allocate ends the search as a bound, not as a crash. */
function advance(search: BreadthFirstSearch): boolean {
  try {
    return search.advance(500);
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    search.abandon();
    return true;
  }
}

/** One turn of the event loop; a timer would add a millisecond of idleness to each. */
function pause(): Promise<void> {
  const { setImmediate } = globalThis as { setImmediate?: (resolve: () => void) => void };
  return new Promise((resolve) =>
    setImmediate === undefined ? setTimeout(resolve, 0) : setImmediate(resolve),
  );
}

async function drive(
  suite: Suite,
  search: BreadthFirstSearch,
  started: number,
  options: Options,
): Promise<void> {
  const { maxSeconds, signal, onProgress } = options;
  let slice = performance.now();
  while (!advance(search)) {
    const now = performance.now();
    const seconds = (now - started) / 1000;
    if (maxSeconds !== undefined && seconds >= maxSeconds)
      search.stop({ why: 'max-seconds', limit: maxSeconds });
    if (now - slice < SLICE) continue;
    onProgress?.({
      suite: suite.name,
      design: search.space.instance.design,
      states: search.store.count,
      frontier: search.frontier,
      depth: search.depth,
      seconds,
    });
    // Lets a signal, such as Ctrl-C, arrive.
    await pause();
    if (signal?.aborted === true) search.stop({ why: 'interrupted' });
    slice = performance.now();
  }
}

function resultOf(
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
      reason = `the run that was found could not be replayed through XState: ${messageOf(thrown)} This is a bug in premortem, or the model is impure.`;
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
function failureOf(
  suite: Suite,
  instance: SystemInstance,
  search: BreadthFirstSearch,
  outcomes: readonly Outcome[],
): DesignReport['failure'] {
  const { failure } = search;
  const ofProperty = outcomes.find(({ error }) => error !== null)?.error ?? null;
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
  kind: 'invariant',
  ref: null,
  description: 'No code of the model or of a property fails.',
  observes: [],
  state: null,
  holds: null,
  on: null,
  stepHolds: null,
  because: null,
  stepBecause: null,
  declaredAt: null,
};

function subject(suite: Suite, instance: SystemInstance, property: string) {
  return {
    suite: suite.name,
    designDescription: suite.system.designs[instance.design]?.description ?? '',
    property,
  };
}

function figuresOf(search: BreadthFirstSearch, seconds: number): SearchFigures {
  const { store, space } = search;
  return {
    states: store.count,
    transitions: search.transitions,
    depth: search.depth,
    complete: search.complete,
    seconds,
    modelCalls: space.calls.model,
    purityCalls: space.calls.purity,
    bytesPerState: store.count === 0 ? 0 : Math.round(store.bytes / store.count),
    blocked: search.blocked,
  };
}

/** Why a search is not the whole space, as a reason for `inconclusive`; null when it is. */
export function describeBounds(bounds: readonly Incomplete[]): string | null {
  return bounds.length === 0 ? null : bounds.map(describeBound).join('; and ');
}

function describeBound(incomplete: Incomplete): string {
  switch (incomplete.why) {
    case 'max-states':
      return `stopped at the limit of ${incomplete.limit} states (--max-states)`;
    case 'max-seconds':
      return `stopped at the limit of ${incomplete.limit} s (--max-seconds)`;
    case 'interrupted':
      return 'interrupted before the space was searched whole';
    case 'out-of-memory':
      return `out of memory after ${incomplete.states} states`;
    case 'decided':
      return 'stopped once the properties asked for were decided';
    case 'full-channel':
      return `the channel ${incomplete.from} -> ${incomplete.to} was full at its capacity of ${incomplete.capacity}: what a further message would do is not known. Give it more capacity, or a \`whenFull\` policy`;
  }
}
