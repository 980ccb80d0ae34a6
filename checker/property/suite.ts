import type { Actors } from '../system/actor.ts';
import type { AnySystem, System } from '../system/define-system.ts';
import type { Parameters } from '../system/parameters.ts';
import type { Property } from './property.ts';
import type { Verdict } from './verdict.ts';

/** The verdict a suite expects, with the length of the counterexample (or of the witness of `reachable`). */
export interface Expectation {
  readonly verdict: Verdict;
  readonly steps: number | null;
}

/** Expects a pass. For `reachable`, say {@link reached} instead. */
export const holds: Expectation = { verdict: 'holds', steps: null };
/** Expects a pass that means nothing: where the point is that the case never comes up. */
export const vacuous: Expectation = { verdict: 'vacuous', steps: null };
/** Expects `reachable` to find nothing. */
export const unreachable: Expectation = { verdict: 'violated', steps: null };
/** Expects a violation whose shortest counterexample takes `steps` steps. */
export function violated(steps: number): Expectation {
  return { verdict: 'violated', steps };
}
/** Expects `reachable` to find a shortest run of `steps` steps. */
export function reached(steps: number): Expectation {
  return { verdict: 'holds', steps };
}

/** The verdict expected of each property, by design and scope. */
export type Expected<S extends string, D extends string, P extends string> = {
  readonly default: Readonly<Record<D, Readonly<Record<P, Expectation>>>>;
} & {
  readonly [K in S]?: Readonly<Record<D, Readonly<Record<P, Expectation>>>>;
};

/** Something that never happens and is accepted, with the reason. */
export interface Waiver<D extends string, S extends string = string> {
  /** As the coverage report words it, for instance `store never moves`; a `*` stands for anything. */
  never: string;
  designs: readonly D[] | 'all';
  /** The scopes it is for; every one unless given. */
  scopes?: readonly S[];
  reason: string;
}

/** A suite: a system, its properties, and the verdict expected of each design. */
export interface Suite<Sys extends AnySystem = AnySystem> {
  readonly kind: 'premortem.suite';
  readonly name: string;
  readonly system: Sys;
  readonly properties: Readonly<Record<string, Property>>;
  readonly expect: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Expectation>>>>>>;
  readonly waive: readonly Waiver<string>[];
  /** The counterexamples a reader should see first. */
  readonly headlines: readonly { readonly design: string; readonly property: string }[];
}

/**
 * Declares a suite. `expect` holds, for the scope `default` and any other worth pinning, the verdict of
 * every design and property; an unexpected pass fails like an unexpected violation.
 */
export function defineSuite<
  A extends Actors,
  P extends Parameters,
  S extends string,
  D extends string,
  Name extends string,
  const Props extends Record<string, Property<NoInfer<Name>>>,
>(suite: {
  /** The system's name unless given. */
  name?: string;
  system: System<A, P, S, D, Name>;
  properties: Props;
  expect: Expected<NoInfer<S>, NoInfer<D>, keyof NoInfer<Props> & string>;
  waive?: readonly Waiver<NoInfer<D>, NoInfer<S>>[];
  headlines?: readonly { design: NoInfer<D>; property: keyof NoInfer<Props> & string }[];
}): Suite<System<A, P, S, D, Name>> {
  return {
    kind: 'premortem.suite',
    name: suite.name ?? suite.system.name,
    system: suite.system,
    properties: suite.properties,
    expect: suite.expect,
    waive: suite.waive ?? [],
    headlines: suite.headlines ?? [],
  };
}
