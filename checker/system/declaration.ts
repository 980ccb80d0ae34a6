import * as v from 'valibot';
import type { Actors } from './actor.ts';
import type { Composition, System } from './define-system.ts';
import type { Delivery } from './delivery.ts';
import { BuildError, UsageError } from './errors.ts';
import { MAIL } from './faults.ts';
import { oneOfThese, unknownName } from './names.ts';
import type { Parameter, Parameters } from './parameters.ts';
import { checkValue } from './parameters.ts';
import { checkShape, complains } from './shape.ts';

/*
 * Types catch most slips where a suite is written, but nothing checks them where it is run, and JavaScript has
 * none: what is declared is checked once more, so that no misspelt key is read as one that was left out.
 */

const DESIGN = v.strictObject({
  ref: v.optional(v.string()),
  description: v.string(),
  fixes: v.optional(
    v.union([v.function(), v.record(v.string(), v.unknown())], 'values of parameters, or a function to them'),
  ),
  options: v.optional(v.looseObject({})),
});

const PARAMETER = v.variant(
  'kind',
  [
    v.strictObject({
      kind: v.literal('integer'),
      min: v.pipe(v.number(), v.integer('a whole number')),
      max: v.pipe(v.number(), v.integer('a whole number')),
      description: v.string(),
    }),
    v.strictObject({
      kind: v.literal('one-of'),
      values: v.pipe(v.array(v.string()), v.minLength(1, 'at least one value')),
      description: v.string(),
    }),
  ],
  'a parameter, made by `integer` or `oneOf`',
);

const SYSTEM = v.strictObject({
  name: v.string(),
  ref: v.optional(v.string()),
  description: v.string(),
  parameters: v.record(v.string(), PARAMETER),
  scopes: v.record(v.string(), v.record(v.string(), v.unknown())),
  designs: v.record(v.string(), DESIGN),
  build: v.function(),
});

/** @throws BuildError when a system is not declared as one: a key, a type, a scope's values */
export function checkSystem(definition: unknown): void {
  const name = (definition as { name?: unknown } | null)?.name;
  const where = typeof name === 'string' ? `system "${name}"` : 'defineSystem';
  checkShape(SYSTEM, definition, where);
  const { designs, scopes, parameters } = definition as System;
  if (Object.keys(designs).length === 0)
    throw new BuildError(`${where}: it has no designs, so there is nothing to check. Declare one at least.`);
  for (const [parameter, range] of Object.entries(parameters)) {
    if (range.kind === 'integer' && range.min > range.max)
      throw new BuildError(`${where}: parameter ${parameter}: min ${range.min} is above max ${range.max}.`);
  }
  if (!Object.hasOwn(scopes, 'default'))
    throw new BuildError(
      `${where}: it has no scope "default", which is checked unless another is asked for.`,
    );
  for (const [scope, values] of Object.entries(scopes)) {
    checkScope(`${where}, scope "${scope}"`, parameters, values);
  }
}

function checkScope(where: string, parameters: Parameters, values: Record<string, unknown>): void {
  try {
    checkValues(where, parameters, values);
  } catch (thrown) {
    throw thrown instanceof UsageError ? new BuildError(thrown.message) : thrown;
  }
}

/**
 * Values must be those of the declared parameters, each of them and no other, within their ranges.
 *
 * @throws UsageError naming the parameter
 */
export function checkValues(where: string, parameters: Parameters, values: Record<string, unknown>): void {
  const names = Object.keys(parameters);
  for (const name of Object.keys(values)) {
    if (!Object.hasOwn(parameters, name))
      throw new UsageError(unknownName(`${where}: there is no parameter`, name, names));
  }
  for (const [name, parameter] of Object.entries<Parameter>(parameters)) {
    if (!Object.hasOwn(values, name)) throw new UsageError(`${where}: parameter ${name} has no value.`);
    checkValue(`${where}, parameter ${name}`, parameter, values[name]);
  }
}

function isActorDefinition(value: unknown): boolean {
  return ['actor', 'replicas'].includes(String((value as { kind?: unknown } | null)?.kind));
}

const COMPOSITION = v.strictObject({
  actors: v.record(
    v.string(),
    v.optional(v.custom(isActorDefinition, 'what `actor` or `replicas` makes of a statechart')),
  ),
  delivery: v.optional(v.union([v.string(), v.looseObject({})], 'a delivery, or deliveries by name')),
  effects: v.optional(
    v.record(v.string(), v.union([v.literal('ignore'), v.function()], "'ignore' or a function")),
  ),
  faults: v.optional(v.looseObject({})),
  time: v.optional(
    v.union(
      [v.literal('untimed'), v.strictObject({ tick: v.number() })],
      "'untimed', or `{ tick: milliseconds }`",
    ),
  ),
  interchangeable: v.optional(
    v.array(
      v.union([v.string(), v.array(v.string())], 'a group of replicas by its name, or a list of actor ids'),
    ),
  ),
  throws: v.optional(v.picklist(['error', 'as-live'], "'error' or 'as-live'")),
});

/** @throws BuildError when what `build` returned is no composition of actors */
export function checkComposition(
  composition: unknown,
  where: string,
): asserts composition is Composition<Actors> {
  if (typeof (composition as Partial<PromiseLike<unknown>> | null | undefined)?.then === 'function') {
    throw new BuildError(
      `${where}: build returned a promise. It must return the actors at once: await what it needs before the system is defined.`,
    );
  }
  checkShape(COMPOSITION, composition, `${where}: what build returned`);
}

const STIMULUS = v.union([v.string(), v.looseObject({ type: v.string() })], 'an event or its type');

const ACTOR_OPTIONS = v.strictObject({
  input: v.optional(v.unknown()),
  stimuli: v.optional(v.union([v.array(STIMULUS), v.function()], 'a list of events, or a function to one')),
  environment: v.optional(v.boolean()),
  description: v.optional(v.string()),
  children: v.optional(v.record(v.string(), v.looseObject({}, 'an object'))),
  survives: v.optional(
    v.union(
      [v.literal('context'), v.literal('nothing'), v.array(v.string())],
      "'context', 'nothing' or keys of the context",
    ),
  ),
  mail: v.optional(v.picklist(MAIL, "'absorbed', 'lost' or 'kept'")),
});

const OUTCOME_KEYS = ['output', 'error', 'sends'];
const OUTCOME = v.pipe(
  v.unknown(),
  complains((outcome) => {
    const keys = typeof outcome === 'object' && outcome !== null ? Object.keys(outcome) : [];
    const unknown = keys.find((key) => !OUTCOME_KEYS.includes(key));
    if (unknown === undefined) return null;
    return `unknown key "${unknown}" of an outcome.${oneOfThese(unknown, OUTCOME_KEYS).replace(/\.$/, '')}`;
  }),
  v.union(
    [
      v.literal('never'),
      v.strictObject({ output: v.unknown() }),
      v.strictObject({ error: v.unknown() }),
      v.strictObject({ sends: v.looseObject({ type: v.string() }) }),
    ],
    "an outcome: { output }, { error }, { sends } or 'never'",
  ),
);

const { stimuli, environment, description, children } = ACTOR_OPTIONS.entries;
const OUTCOMES = v.pipe(v.array(OUTCOME), v.minLength(1, 'at least one outcome'));

const CHILD_OPTIONS = v.strictObject({
  logic: v.optional(v.looseObject({ transition: v.function() })),
  count: v.optional(
    v.pipe(v.number(), v.integer('a whole number from 1'), v.minValue(1, 'a whole number from 1')),
  ),
  outcomes: v.optional(v.union([v.function(), OUTCOMES], 'a list of outcomes, or a function to one')),
  stimuli,
  environment,
  description,
  children,
});

/** @throws BuildError when the options of an invoked or spawned actor are none */
export function checkChild(options: unknown, where: string): void {
  const outcomes = (options as { outcomes?: unknown } | null)?.outcomes;
  // By itself, so that what is wrong is told of the one outcome.
  if (Array.isArray(outcomes)) checkOutcomes(outcomes, `${where}: outcomes`);
  checkShape(CHILD_OPTIONS, options, where);
}

/** @throws BuildError when it is no list of outcomes */
export function checkOutcomes(outcomes: unknown, where: string): void {
  checkShape(OUTCOMES, outcomes, where);
}

/** @throws BuildError when an actor's logic or options are none */
export function checkActor(logic: unknown, options: unknown, where: string): void {
  if (typeof (logic as { transition?: unknown } | null | undefined)?.transition !== 'function')
    throw new BuildError(`${where}: its logic is no statechart. Give what XState's createMachine makes.`);
  checkShape(ACTOR_OPTIONS, options, where);
}

const CHANNEL = v.strictObject({
  order: v.string(),
  capacity: v.optional(
    v.pipe(
      v.number('a whole number from 1'),
      v.integer('a whole number from 1'),
      v.minValue(1, 'a whole number from 1'),
    ),
  ),
  whenFull: v.optional(v.string()),
});

/** @throws BuildError when the options of a channel are none */
export function checkChannel(delivery: Delivery, where: string): void {
  if (typeof delivery !== 'string') checkShape(CHANNEL, delivery, where);
}
