import * as v from 'valibot';
import type { Actors } from '../system/actor.ts';
import type { System } from '../system/define-system.ts';
import { ModelError, messageOf } from '../system/errors.ts';
import type { SystemInstance } from '../system/instance.ts';
import type { Parameters } from '../system/parameters.ts';
import type { ObservableName, Common, Property, PropertyScope, StatePredicate } from './property.ts';
import { BLANK, COMMON, OPTIONAL_FUNCTION, callSite, checkDeclared } from './property.ts';
import type { Asks } from './temporal-properties.ts';

/** What comes within a time, counted in ticks. */
export interface WithinOptions<
  A extends Actors,
  P extends Parameters,
  D extends string,
  Names extends ObservableName<A>,
> extends Common<Names> {
  /** The most ticks that may pass. */
  ticks: number | ((scope: PropertyScope<P, D>) => number);
  when: Asks<A, P, D, Names, boolean>;
  eventually: Asks<A, P, D, Names, boolean>;
  /** Why it is too late, in words, of the state after the tick that is one too many. */
  because?: Asks<A, P, D, Names, string>;
}

const TICKS = v.pipe(v.number(), v.integer('a whole number'), v.minValue(0, 'a whole number from 0'));
const OPTIONS = v.strictObject({
  ...COMMON,
  ticks: v.union([TICKS, v.function()], 'a whole number of ticks from 0, or a function of the scope'),
  when: v.function(),
  eventually: v.function(),
  because: OPTIONAL_FUNCTION,
});

/**
 * States that after every state `when` picks, one that `eventually` picks comes before more than `ticks` ticks
 * have passed. Says nothing of runs in which time does not pass: that is for `leadsTo`.
 */
export function within<
  A extends Actors,
  P extends Parameters,
  S extends string,
  D extends string,
  Name extends string,
  const Names extends ObservableName<A>,
>(system: System<A, P, S, D, Name>, options: WithinOptions<A, P, D, Names>): Property<Name> {
  checkDeclared('within', OPTIONS, system, options);
  return {
    ...BLANK,
    kind: 'within',
    ref: options.ref ?? null,
    description: options.description,
    observes: options.observes,
    state: options.when as StatePredicate,
    goal: options.eventually as StatePredicate,
    ticks: options.ticks as Property['ticks'],
    because: (options.because ?? null) as Property['because'],
    declaredAt: callSite(),
  };
}

/**
 * The most ticks that may pass at the values of an instance.
 *
 * @throws ModelError when the system's time is not counted in ticks, or the number is none
 */
export function ticksOf(instance: SystemInstance, { ticks }: Property): number {
  if (instance.time === null || instance.time === 'untimed') {
    const has = instance.time === null ? 'no `time`' : "`time: 'untimed'`";
    throw new ModelError(
      `within needs discrete time, and the system has ${has}: without ticks there is nothing to count. Give it \`time: { tick: ms }\`.`,
      {},
    );
  }
  const scope = { parameters: instance.parameters, design: instance.design };
  let most: unknown = ticks;
  try {
    if (typeof ticks === 'function') most = ticks(scope);
  } catch (thrown) {
    throw new ModelError(`its \`ticks\` threw: ${messageOf(thrown)}`, {}, { cause: thrown });
  }
  if (typeof most === 'number' && Number.isInteger(most) && most >= 0 && most < MOST) return most;
  throw new ModelError(`its \`ticks\` must be a whole number from 0, and is ${String(most)}.`, {});
}

/** Far more ticks than any search could count. */
const MOST = 2 ** 30;
