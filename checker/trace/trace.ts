import type { PropertyKind } from '../property/property.ts';
import type { StepName } from '../step/step-table.ts';
import type { JsonValue } from './json-value.ts';

/** A message of a trace; actors by id. */
export interface TraceMessage {
  readonly from: string;
  readonly to: string;
  readonly event: JsonValue;
}

/** A message that was sent and lost. */
export interface TraceDropped extends TraceMessage {
  /** True where its receiver has crashed, or is a child that is not there; else its channel was full. */
  readonly crashed?: true;
}

/** One `sync` call folded into a step. */
export interface TraceCall extends TraceMessage {
  /** 1 for a call made by the step's own actor, 2 for one made by the called, and so on. */
  readonly depth: number;
  /** Whether a transition of the receiver handled it. */
  readonly handled: boolean;
  /** What the statechart says of the transitions taken. */
  readonly descriptions: readonly string[];
}

/** One thing that a step changed: `state`, or a path like `context.active[1].plans`; a key that holds dots or brackets stands as `["a.b"]`. */
export interface TraceChange {
  readonly actor: string;
  readonly path: string;
  /** Null in `before` or `after` means null; what was not there is `{"$undefined": true}`. */
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** One step of a trace, with all that happened inside it. */
export interface TraceStep {
  readonly kind: 'start' | StepName;
  /** The actor whose step it is, or that a fault strikes; empty for the start and for a tick. */
  readonly actor: string;
  /** The sender of a message that is delivered, lost or doubled. */
  readonly from: string | null;
  readonly event: JsonValue;
  /** Of a timeout, a loss or a duplicate: its place among the actor's timers or the channel's messages. */
  readonly at?: number;
  /** Alternatives taken of modelled actions that have a choice; left out when there were none. */
  readonly choices?: readonly number[];
  readonly handled: boolean;
  readonly descriptions: readonly string[];
  readonly calls: readonly TraceCall[];
  /** Messages put into channels, to be delivered by a later step. */
  readonly sent: readonly TraceMessage[];
  readonly emitted: readonly { readonly actor: string; readonly event: JsonValue }[];
  /** Messages lost to a full channel, or to an actor that has crashed. */
  readonly dropped: readonly TraceDropped[];
  readonly changes: readonly TraceChange[];
}

/** An actor as the heading of a trace lists it. */
export interface TraceActor {
  readonly id: string;
  readonly description: string | null;
  readonly environment: boolean;
  /** Its state and context before the first step. */
  readonly state: string;
  readonly context: JsonValue;
}

/** What a cycle does to a fairness condition. Steps are told by their number, 1 being the first of the run. */
export interface TraceFairness {
  readonly name: string;
  readonly strength: 'weak' | 'strong';
  /** The steps of the cycle that belong to it. */
  readonly taken: readonly number[];
  /** A step of the run (0: the start) after which it is not enabled, within the cycle; null when it always is. */
  readonly disabledAfter: number | null;
}

/** A step that is possible somewhere. */
export interface TraceOffer {
  readonly kind: Exclude<TraceStep['kind'], 'start'>;
  readonly actor: string;
  readonly from: string | null;
  readonly event: JsonValue;
}

/** How a run goes on for ever. */
export type TraceForever =
  /** The state after the last step is that after step `from` (0: the start): the steps after it are repeated. */
  | { readonly kind: 'cycle'; readonly from: number; readonly fairness: readonly TraceFairness[] }
  /** No step that must be taken is enabled: the run may stop. `unfair` are those that are possible all the same. */
  | { readonly kind: 'end'; readonly unfair: readonly TraceOffer[] };

/** A run that shows a property's verdict, written down. This is what a counterexample file holds. */
export interface Counterexample {
  /** The version of the file format. */
  readonly format: 1;
  readonly system: string;
  readonly systemRef: string | null;
  readonly suite: string;
  readonly design: string;
  readonly designRef: string | null;
  readonly designDescription: string;
  readonly scope: string;
  /** The values that replaced the scope's; what the design fixes itself is not among them. */
  readonly set: Readonly<Record<string, number | string>>;
  readonly parameters: Readonly<Record<string, number | string>>;
  /** How time passes: `untimed`, or the milliseconds of a tick; left out where nothing is delayed. */
  readonly time?: 'untimed' | number;
  readonly property: string;
  readonly propertyRef: string | null;
  readonly kind: PropertyKind;
  /** What must hold (for `reachable`: what is reached), in words. */
  readonly statement: string;
  /** `violation`, or `witness` of a reachable property. */
  readonly shows: 'violation' | 'witness';
  /** Why the last state or step violates the property, in words; null when the property does not say. */
  readonly because: string | null;
  readonly actors: readonly TraceActor[];
  readonly start: TraceStep;
  readonly steps: readonly TraceStep[];
  /** How the run goes on for ever, where that is what violates the property. */
  readonly forever?: TraceForever;
  /** Of leads-to: the first step (0: the start) after which it is awaited and does not come any more. */
  readonly awaitedSince?: number;
  /** States from which what should stay possible is not, where that is what violates the property. */
  readonly trapped?: number;
  /** Steps that are possible at the end of such a run and do not count as a way out; left out where there are none. */
  readonly uncounted?: readonly TraceOffer[];
  /** Of a property with memory, what it remembers in words: at the start, then after each step. */
  readonly remembered?: readonly string[];
  /** Messages under way at the end. */
  readonly inFlight: readonly TraceMessage[];
}
