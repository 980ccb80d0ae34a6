import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Judgement } from '../check/gate.ts';
import type { CheckResult, DesignReport, SearchFigures, SuiteReport } from '../check/result.ts';
import type { CoverageReport } from '../property/coverage.ts';

/** One design × property, as `--json` prints it. */
export interface JsonCheck {
  system: string;
  systemRef: string | null;
  design: string;
  designRef: string | null;
  scope: string;
  parameters: Readonly<Record<string, number | string>>;
  /** `untimed`, or the milliseconds of a tick; null where nothing is delayed. */
  time: 'untimed' | number | null;
  property: string;
  propertyRef: string | null;
  kind: string;
  /** Where the property is declared: `file:line`, the file relative to the project's root. */
  declaredAt: string | null;
  verdict: string;
  expected: string | null;
  asExpected: boolean | null;
  reason: string | null;
  /** Length of the counterexample or witness; `cycle`: the length of its repeated part. */
  steps: number | null;
  cycle: number | null;
  /** Of always-possible: how many states are certain of it, may come to it, or cannot; null where not known. */
  prospects: CheckResult['prospects'];
  /** The file, relative to the project's root. */
  counterexample: string | null;
  search: SearchFigures;
}

/** What never happened in one design, or, where `design` is null, in any. */
export interface JsonCoverage extends CoverageReport {
  system: string;
  design: string | null;
  scope: string;
}

/** What keeps suites from being checked. */
export interface JsonError {
  /**
   * The command line; a suite that does not load, be it that its code throws, or cannot be checked; code of a model
   * that fails while it is; `internal` is a bug.
   */
  kind: 'usage' | 'not-built' | 'user-code' | 'internal';
  message: string;
  /** The suite's file, relative to the project's root; null where it is about none. */
  file: string | null;
}

/** The object of `premortem check --json`. */
export interface JsonReport {
  version: string;
  checks: JsonCheck[];
  coverage: JsonCoverage[];
  /** Where an error kept suites from being checked `fail`; under `--set` null as ever. */
  gate: Judgement['gate'];
  /** Suites that are left out and need not be there, or why there are no checks of some or of all. */
  errors: JsonError[];
}

/** Who asks, and where things are. */
export interface JsonOptions {
  readonly version: string;
  readonly gate: Judgement['gate'];
  readonly errors: readonly JsonError[];
  /** The project's root, absolute. */
  readonly root: string;
  /** The counterexample's file, relative to the root. */
  readonly fileOf: (check: CheckResult) => string | null;
}

/** The reports of some suites as the one object that `--json` prints. */
export function toJsonReport(reports: readonly SuiteReport[], options: JsonOptions): JsonReport {
  const checks = reports.flatMap(({ designs }) => designs.flatMap((design) => design.checks));
  return {
    version: options.version,
    checks: checks.map((check) => jsonCheck(check, options)),
    coverage: reports.flatMap(coverageOf),
    gate: options.gate,
    errors: [...options.errors],
  };
}

function jsonCheck(check: CheckResult, { root, fileOf }: JsonOptions): JsonCheck {
  const search = check.search ?? NOT_SEARCHED;
  return {
    system: check.system,
    systemRef: check.systemRef,
    design: check.design,
    designRef: check.designRef,
    scope: check.scope,
    parameters: check.parameters,
    time: check.time,
    property: check.property,
    propertyRef: check.propertyRef,
    kind: check.kind,
    declaredAt: check.declaredAt === null ? null : relativePlace(check.declaredAt, root),
    verdict: check.verdict,
    expected: check.expected?.verdict ?? null,
    asExpected: check.asExpected,
    reason: check.reason ?? lengthDiffers(check),
    steps: check.steps,
    cycle: cycleOf(check),
    prospects: check.prospects,
    counterexample: fileOf(check),
    search: { ...search, seconds: Math.round(search.seconds * 1000) / 1000 },
  };
}

/** The length of the repeated part of a run that goes on for ever: 0 where it ends; null for other runs. */
function cycleOf({ counterexample }: CheckResult): number | null {
  const { forever, steps = [] } = counterexample ?? {};
  if (forever === undefined) return null;
  return forever.kind === 'cycle' ? steps.length - forever.from : 0;
}

const NOT_SEARCHED: SearchFigures = {
  mode: 'full',
  whyFull: null,
  states: 0,
  transitions: 0,
  depth: 0,
  complete: false,
  seconds: 0,
  modelCalls: 0,
  purityCalls: 0,
  bytesPerState: 0,
  blocked: 0,
};

/** Why a check with the expected verdict is not as expected. */
function lengthDiffers({ verdict, expected, asExpected, steps }: CheckResult): string | null {
  if (asExpected !== false || expected?.verdict !== verdict) return null;
  return `the shortest run takes ${steps} steps, and ${expected.steps} are expected`;
}

function coverageOf(report: SuiteReport): JsonCoverage[] {
  const entry = (design: string | null, coverage: CoverageReport): JsonCoverage => ({
    system: report.system,
    design,
    scope: report.scope,
    never: coverage.never,
    waived: coverage.waived,
    listed: coverage.listed,
    selfLoops: coverage.selfLoops,
    unhandled: coverage.unhandled,
    dropped: coverage.dropped,
  });
  const ofDesign = ({ design, coverage }: DesignReport): JsonCoverage[] =>
    coverage === null ? [] : [entry(design, coverage)];
  const together =
    report.together === null
      ? []
      : [entry(null, { ...report.together, listed: [], selfLoops: [], unhandled: [], dropped: [] })];
  return [...report.designs.flatMap(ofDesign), ...together];
}

/** `file:line` with the file relative to a folder, whether it came as a path or as a URL. */
export function relativePlace(place: string, root: string): string {
  const [, file = place, line = ''] = /^(.*):(\d+)$/.exec(place) ?? [];
  const path = file.startsWith('file:') ? fileURLToPath(file.replace(/\?.*$/, '')) : file;
  return `${relative(root, path).split(sep).join('/')}${line === '' ? '' : `:${line}`}`;
}
