import type { Transitions } from '../property/coverage.ts';
import { Coverage } from '../property/coverage.ts';
import type { Property } from '../property/property.ts';
import { isTemporal } from '../property/property.ts';
import { SafetyChecks } from '../property/safety-checks.ts';
import type { Suite } from '../property/suite.ts';
import type { SearchEnd } from '../property/verdict.ts';
import { BreadthFirstSearch } from '../search/breadth-first.ts';
import { growth } from '../search/growth.ts';
import { IntegerSpace } from '../step/integer-space.ts';
import { SymmetricSink, closeStimuli } from '../step/symmetric-sink.ts';
import { Symmetry } from '../step/symmetry.ts';
import { ModelError } from '../system/errors.ts';
import type { SystemInstance } from '../system/instance.ts';
import { instantiate } from '../system/instance.ts';
import { checkBySymmetry } from './by-symmetry.ts';
import type { Options } from './check-result.ts';
import { heading } from './check-result.ts';
import type { Searched } from './check-temporal.ts';
import { checkTemporal } from './check-temporal.ts';
import { describeBounds, drive, memoryLimit } from './drive.ts';
import { failureOf } from './findings.ts';
import { failedAtStart, notBegun, notBuilt } from './not-searched.ts';
import { DEFAULT_MAX_STATES } from './options.ts';
import type { DesignReport, SearchFigures, SearchMode } from './result.ts';
import type { Reduction } from './reduction.ts';
import { reductionOf, resultsOf } from './reduction.ts';
import { stepsSeen } from './steps-seen.ts';

/** A design's report, and the evidence for judging coverage over all designs. */
export interface DesignSearch {
  readonly report: DesignReport;
  readonly coverage: Coverage | null;
  /** What is declared once for all designs, and whether this one has a use for it. */
  readonly declared: Transitions;
}

const NOTHING: Pick<DesignSearch, 'coverage' | 'declared'> = { coverage: null, declared: new Map() };

/**
 * Searches one design at one scope and decides every property from that one search; with `symmetry` there may be a
 * second one.
 */
export async function checkDesign(
  suite: Suite,
  design: string,
  properties: Readonly<Record<string, Property>>,
  options: Options,
): Promise<DesignSearch> {
  if (options.symmetry !== true) return searchDesign(suite, design, properties, options, false);
  return checkBySymmetry(suite, design, properties, options, (some, bySymmetry) =>
    searchDesign(suite, design, some, options, bySymmetry),
  );
}

async function searchDesign(
  suite: Suite,
  design: string,
  properties: Readonly<Record<string, Property>>,
  options: Options,
  bySymmetry: boolean,
): Promise<DesignSearch> {
  if (options.signal?.aborted === true)
    return { report: notBegun(suite, design, properties, options), ...NOTHING };
  let symmetry: Symmetry | null = null;
  let instance: SystemInstance;
  let coverage: Coverage;
  let space: IntegerSpace;
  try {
    instance = instantiate(suite.system, { design, scope: options.scope, set: options.set });
    coverage = new Coverage(instance);
    const sink = new SymmetricSink(coverage);
    space = new IntegerSpace(instance, bySymmetry ? sink : coverage);
    if (bySymmetry) sink.symmetry = symmetry = new Symmetry(space);
  } catch (thrown) {
    return { report: notBuilt(suite, design, properties, options, thrown), ...NOTHING };
  }
  coverage.attach(space);
  const started = performance.now();
  const { temporal, safety } = splitByKind(properties);
  let checks: SafetyChecks;
  let search: BreadthFirstSearch;
  let reduction: Reduction;
  try {
    checks = new SafetyChecks(safety, space, symmetry);
    // Monitors see steps with all they fold, which must be kept from the first on.
    if (Object.values(temporal).some(({ kind }) => kind === 'monitor')) space.trackSteps();
    reduction = reductionOf(space, checks, properties, options, symmetry);
    const limits = {
      reduction: reduction.filter,
      maxStates: options.maxStates ?? DEFAULT_MAX_STATES,
      memory: memoryLimit(options.maxMemory),
      stopWhenDecided: options.properties !== undefined && Object.keys(temporal).length === 0,
    };
    search = new BreadthFirstSearch(space, checks, limits, symmetry);
  } catch (thrown) {
    if (!(thrown instanceof ModelError)) throw thrown;
    return { report: failedAtStart(suite, instance, properties, thrown, options), ...NOTHING };
  }
  await drive(suite, search, started, options);
  if (search.symmetry !== null) closeStimuli(search.symmetry, space);
  if (symmetry !== null && symmetry.refusal !== null) {
    // What was found rests on the declaration as much as what was not.
    for (const outcome of checks.outcomes) outcome.found = null;
  }
  const figures = figuresOf(search, reduction, (performance.now() - started) / 1000);
  const growing = search.incomplete !== null && search.incomplete.why !== 'decided' ? growth(space) : [];
  const end: SearchEnd = {
    failure: search.failure?.error.message ?? null,
    incomplete: describeBounds(search.bounds),
  };
  const searched: Searched = { end, figures, started, options, coverage };
  const decided = await resultsOf(suite, search, checks, reduction, searched);
  const later = await checkTemporal(suite, search, temporal, searched);
  const order = Object.keys(properties);
  const results = [...decided, ...later].sort(
    (a, b) => order.indexOf(a.property) - order.indexOf(b.property),
  );
  let declared: Transitions = NOTHING.declared;
  // What a reduced search leaves out may be the only time that something happens.
  const isFull = reduction.filter === null;
  if (search.complete && isFull) {
    const decidedOn = results.filter(({ verdict }) => verdict !== 'error').map(({ property }) => property);
    const seen = stepsSeen(space, Object.fromEntries(decidedOn.map((name) => [name, properties[name]!])));
    coverage.noteSteps(seen);
    declared = seen.declared;
  }
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
      notes: toldApart(symmetry),
    },
    coverage: isFull ? coverage : null,
    declared,
  };
}

function toldApart(symmetry: Symmetry | null): string[] {
  return symmetry === null || symmetry.active ? [] : [`searched in full: ${symmetry.toldApart}`];
}

/** Properties that need the graph of the whole search, and those decided along the way. */
function splitByKind(properties: Readonly<Record<string, Property>>) {
  const entries = Object.entries(properties);
  const of = (temporal: boolean) =>
    Object.fromEntries(entries.filter(([, property]) => isTemporal(property) === temporal));
  return { temporal: of(true), safety: of(false) };
}

/** What a search with these reductions is called. */
function modeOf(symmetry: boolean, partialOrder: boolean): SearchMode {
  return symmetry ? (partialOrder ? 'both' : 'symmetry') : partialOrder ? 'por' : 'full';
}

function figuresOf(search: BreadthFirstSearch, reduction: Reduction, seconds: number): SearchFigures {
  const { store, space } = search;
  const bytes = search.bytes + (reduction.filter?.bytes ?? 0);
  return {
    mode: modeOf(search.symmetry !== null, reduction.filter !== null),
    whyFull: reduction.whyFull,
    states: store.count,
    transitions: search.transitions,
    depth: search.depth,
    complete: search.complete,
    seconds,
    modelCalls: space.calls.model,
    purityCalls: space.calls.purity,
    bytesPerState: store.count === 0 ? 0 : Math.round(bytes / store.count),
    blocked: search.blocked,
  };
}
