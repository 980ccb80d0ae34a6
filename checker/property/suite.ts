import * as v from 'valibot';
import type { Actors } from '../system/actor.ts';
import type { AnySystem, System } from '../system/define-system.ts';
import type { Parameters } from '../system/parameters.ts';
import { BuildError } from '../system/errors.ts';
import { checkShape } from '../system/shape.ts';
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

const NAMES = v.array(v.string());
const SOME_TEXT = v.pipe(
  v.string(),
  v.check((text) => text.trim() !== '', 'some words'),
);

const EXPECTATION = v.strictObject(
  {
    verdict: v.picklist(['violated', 'error', 'inconclusive', 'vacuous', 'holds'], 'a verdict'),
    steps: v.nullable(
      v.pipe(v.number(), v.integer('a whole number'), v.minValue(0, 'a whole number from 0')),
    ),
  },
  'a verdict such as `holds` or `violated(8)`',
);

const SUITE = v.strictObject({
  name: v.optional(v.string()),
  system: v.looseObject({ build: v.function(), designs: v.looseObject({}) }),
  properties: v.record(
    v.string(),
    v.looseObject({ kind: v.string(), observes: NAMES }, 'a property, made by `invariant` or another kind'),
  ),
  expect: v.record(v.string(), v.record(v.string(), v.record(v.string(), EXPECTATION))),
  waive: v.optional(
    v.array(
      v.strictObject({
        never: SOME_TEXT,
        designs: v.union(
          [v.literal('all'), v.pipe(NAMES, v.minLength(1, 'at least one design'))],
          "a list of designs, or 'all'",
        ),
        scopes: v.optional(v.pipe(NAMES, v.minLength(1, 'at least one scope'))),
        reason: SOME_TEXT,
      }),
    ),
  ),
  headlines: v.optional(v.array(v.strictObject({ design: v.string(), property: v.string() }))),
});

/** @throws BuildError when a suite is not declared as one, or checks nothing */
function checkDeclaration(suite: unknown): void {
  const { name, system } = (suite ?? {}) as { name?: unknown; system?: { name?: unknown } };
  const called = name ?? system?.name;
  const where = typeof called === 'string' ? `suite ${called}` : 'defineSuite';
  checkShape(SUITE, suite, where);
  const { properties, expect } = suite as Pick<Suite, 'properties' | 'expect'>;
  if (Object.keys(properties).length === 0)
    throw new BuildError(
      `${where}: it has no properties, so nothing would be checked. Declare one at least.`,
    );
  const expected = Object.values(expect).flatMap((designs) => Object.values(designs).flatMap(Object.keys));
  if (expected.length === 0) {
    throw new BuildError(
      `${where}: it expects no verdict of anything, so nothing could fail. Write the verdict of each design and property into \`expect\`.`,
    );
  }
}

/**
 * Declares a suite. `expect` holds, for the scope `default` and any other worth pinning, the verdict of
 * every design and property; an unexpected pass fails like an unexpected violation.
 *
 * @throws BuildError for an unknown key, a value of another type, or a suite that checks or expects nothing
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
  checkDeclaration(suite);
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
