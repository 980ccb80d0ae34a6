import type { PropertyKind } from '../property/property.ts';
import type { Expectation, Waiver } from '../property/suite.ts';
import type { Verdict } from '../property/verdict.ts';
import type { CoverageReport } from '../property/coverage.ts';
import type { Incomplete } from '../search/breadth-first.ts';
import type { Prospects } from '../search/temporal-search.ts';
import type { Growth } from '../search/growth.ts';
import type { Counterexample } from '../trace/trace.ts';

/**
 * Which states a search goes through: all of them, one of each orbit of the permutations of interchangeable actors, as many as a
 * partial-order reduction leaves, or both.
 */
export type SearchMode = 'full' | 'symmetry' | 'por' | 'both';

/** The figures of one search. */
export interface SearchFigures {
  /** With `symmetry`, states are counted up to the renaming of interchangeable actors, and so is all that is counted of them. */
  readonly mode: SearchMode;
  /** Why a reduction that was asked for was not used; null where none was, or it was. */
  readonly whyFull: string | null;
  /** Distinct states. */
  readonly states: number;
  /** Steps that change the state, each counted from each state. */
  readonly transitions: number;
  /** Steps from the initial state to the deepest state. */
  readonly depth: number;
  /** Whether the whole space within the scope was searched. */
  readonly complete: boolean;
  readonly seconds: number;
  /** Table cells filled by XState, and second calls that check them. */
  readonly modelCalls: number;
  readonly purityCalls: number;
  /** Bytes of states, parents and visited set, per state. */
  readonly bytesPerState: number;
  /** Steps disabled by a full channel with `whenFull: block`. */
  readonly blocked: number;
}

/** One design × property at one scope. */
export interface CheckResult {
  readonly system: string;
  readonly systemRef: string | null;
  readonly design: string;
  readonly designRef: string | null;
  readonly scope: string;
  readonly parameters: Readonly<Record<string, number | string>>;
  /** How time passes: `untimed`, or the milliseconds of a tick; null where nothing is delayed, and where it is not known. */
  readonly time: 'untimed' | number | null;
  readonly property: string;
  readonly propertyRef: string | null;
  readonly kind: PropertyKind;
  /** Where the property was declared, `file:line`, when known. */
  readonly declaredAt: string | null;
  readonly verdict: Verdict;
  /** Null where nothing is expected: under `set`, and at scopes the suite says nothing of. */
  readonly expected: Expectation | null;
  readonly asExpected: boolean | null;
  readonly reason: string | null;
  /** Length of the counterexample or witness. */
  readonly steps: number | null;
  readonly counterexample: Counterexample | null;
  /** Of always-possible: how many states are certain of it, may come to it, or cannot. */
  readonly prospects: Prospects | null;
  readonly search: SearchFigures | null;
}

/** What became of one design. */
export interface DesignReport {
  readonly design: string;
  readonly designRef: string | null;
  readonly description: string;
  readonly checks: readonly CheckResult[];
  readonly search: SearchFigures | null;
  /** Null where coverage is not judged: under `set`, and when the space was not searched whole. */
  readonly coverage: CoverageReport | null;
  /** Where the space grows, when a limit ended the search. */
  readonly growth: readonly Growth[];
  /** What was searched in another way than was asked for, and why. */
  readonly notes: readonly string[];
  /** Why the search is not the whole space; null when it is, and when there was no search. */
  readonly incomplete: Incomplete | null;
  /** The first code of the model or of a property that failed, and the run to where it did. */
  readonly failure: {
    readonly message: string;
    readonly trace: Counterexample | null;
    readonly thrown: unknown;
  } | null;
  /** Why the design could not be built: `notBuildable`, or a BuildError. */
  readonly notBuilt: {
    readonly message: string;
    readonly byDesign: boolean;
    readonly thrown: unknown;
  } | null;
}

/** What became of a suite at one scope. */
export interface SuiteReport {
  readonly suite: string;
  readonly system: string;
  readonly systemRef: string | null;
  readonly description: string;
  readonly scope: string;
  /** Whether parameters were changed by `set`. */
  readonly set: boolean;
  /** Whether only some properties were asked for: their searches stop once those are decided. */
  readonly some: boolean;
  readonly designs: readonly DesignReport[];
  /** All that it took, beside the searches also what is worked out on the graphs they found. */
  readonly seconds: number;
  /** What no design of the suite ever does; null unless all were searched whole. */
  readonly together: {
    readonly never: readonly string[];
    readonly waived: readonly { never: string; reason: string }[];
  } | null;
  /** Waivers that waive nothing in the runs they name; empty where coverage is not judged. */
  readonly staleWaivers: readonly Waiver<string>[];
  readonly headlines: readonly { readonly design: string; readonly property: string }[];
}
