import * as v from 'valibot';
import type { PropertyKind } from '../property/property.ts';
import { STEP_NAMES } from '../step/step-table.ts';
import type { JsonValue } from './json-value.ts';
import { sortKeys } from './json-value.ts';

/** The version of the file format that is written and read. */
export const FORMAT = 1;

/** As a record, so that a new kind that is not listed here does not compile. */
const KINDS: Readonly<Record<PropertyKind, true>> = {
  invariant: true,
  'step-property': true,
  reachable: true,
  'deadlock-free': true,
  'leads-to': true,
  eventually: true,
  'always-eventually': true,
  'eventually-always': true,
  until: true,
  'always-possible': true,
  monitor: true,
  within: true,
};

const JSON_VALUE = v.pipe(
  v.custom<JsonValue>(isJson, 'a JSON value with finite numbers'),
  v.transform(sortKeys),
);
const EVENT = v.pipe(
  v.custom<JsonValue>(
    (value) => isJson(value) && isObject(value) && typeof value['type'] === 'string',
    'an event with a type',
  ),
  v.transform(sortKeys),
);
const COUNT = v.pipe(v.number(), v.integer(), v.minValue(0, 'a whole number from 0'));

const TEXT_OR_NULL = v.nullable(v.string());

const MESSAGE = v.strictObject({ from: v.string(), to: v.string(), event: EVENT });
const CALL = v.strictObject({
  ...MESSAGE.entries,
  depth: v.pipe(v.number(), v.integer(), v.minValue(1, 'a whole number from 1')),
  handled: v.boolean(),
  descriptions: v.array(v.string()),
});
const CHANGE = v.strictObject({ actor: v.string(), path: v.string(), before: JSON_VALUE, after: JSON_VALUE });

const HAPPENED = {
  choices: v.optional(v.array(COUNT)),
  handled: v.boolean(),
  descriptions: v.array(v.string()),
  calls: v.array(CALL),
  sent: v.array(MESSAGE),
  emitted: v.array(v.strictObject({ actor: v.string(), event: EVENT })),
  dropped: v.array(v.strictObject({ ...MESSAGE.entries, crashed: v.optional(v.literal(true)) })),
  changes: v.array(CHANGE),
};
const START = v.strictObject({
  kind: v.literal('start'),
  actor: v.literal('', 'an empty string'),
  from: v.null(),
  event: v.null(),
  ...HAPPENED,
});
const STIMULUS = v.strictObject({
  kind: v.literal('stimulus'),
  actor: v.string(),
  from: v.null(),
  event: EVENT,
  ...HAPPENED,
});
const DELIVERY = v.strictObject({
  kind: v.literal('delivery'),
  actor: v.string(),
  from: v.string(),
  event: EVENT,
  ...HAPPENED,
});
const TIMEOUT = v.strictObject({
  kind: v.literal('timeout'),
  actor: v.string(),
  from: v.null(),
  event: EVENT,
  at: COUNT,
  ...HAPPENED,
});
const TICK = v.strictObject({
  kind: v.literal('tick'),
  actor: v.literal('', 'an empty string'),
  from: v.null(),
  event: EVENT,
  ...HAPPENED,
});
const OF_ACTOR = { actor: v.string(), from: v.null(), event: EVENT, ...HAPPENED };
const CRASH = v.strictObject({ kind: v.literal('crash'), ...OF_ACTOR });
const RESTART = v.strictObject({ kind: v.literal('restart'), ...OF_ACTOR });
const OF_MESSAGE = { actor: v.string(), from: v.string(), event: EVENT, at: COUNT, ...HAPPENED };
const LOSE = v.strictObject({ kind: v.literal('lose'), ...OF_MESSAGE });
const DUPLICATE = v.strictObject({ kind: v.literal('duplicate'), ...OF_MESSAGE });
const STEPS = [STIMULUS, DELIVERY, TIMEOUT, TICK, CRASH, RESTART, LOSE, DUPLICATE] as const;

const CYCLE = v.strictObject({
  kind: v.literal('cycle'),
  from: COUNT,
  fairness: v.array(
    v.strictObject({
      name: v.string(),
      strength: v.picklist(['weak', 'strong'], 'weak or strong'),
      taken: v.array(COUNT),
      disabledAfter: v.nullable(COUNT),
    }),
  ),
});
const OFFERS = v.array(
  v.strictObject({
    kind: v.picklist(STEP_NAMES, 'a kind of step'),
    actor: v.string(),
    from: TEXT_OR_NULL,
    event: EVENT,
  }),
);
const END = v.strictObject({ kind: v.literal('end'), unfair: OFFERS });

type Values = Readonly<Record<string, number | string>>;

/** Not valibot's `record`: that passes over keys such as `constructor`, which a parameter may be called. */
const VALUES = v.pipe(
  v.custom<Values>(isObject, 'an object'),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const [key, value] of Object.entries<unknown>(dataset.value)) {
      if (Number.isFinite(value) || typeof value === 'string') continue;
      const path = [{ type: 'object', origin: 'value', input: dataset.value, key, value }] as const;
      addIssue({ input: value, message: 'a finite number or a string', path: [...path] });
    }
  }),
);

/** The shape of a counterexample file, its keys in the order they are written. */
export const COUNTEREXAMPLE = v.strictObject({
  format: v.literal(FORMAT, String(FORMAT)),
  system: v.string(),
  systemRef: TEXT_OR_NULL,
  suite: v.string(),
  design: v.string(),
  designRef: TEXT_OR_NULL,
  designDescription: v.string(),
  scope: v.string(),
  set: VALUES,
  parameters: VALUES,
  time: v.optional(v.union([v.literal('untimed'), v.number()], "'untimed', or the milliseconds of a tick")),
  property: v.string(),
  propertyRef: TEXT_OR_NULL,
  kind: v.picklist(Object.keys(KINDS) as PropertyKind[], `one of ${Object.keys(KINDS).join(', ')}`),
  statement: v.string(),
  shows: v.picklist(['violation', 'witness'], 'violation or witness'),
  because: TEXT_OR_NULL,
  actors: v.array(
    v.strictObject({
      id: v.string(),
      description: TEXT_OR_NULL,
      environment: v.boolean(),
      state: v.string(),
      context: JSON_VALUE,
    }),
  ),
  start: START,
  steps: v.array(v.variant('kind', STEPS, 'a kind of step')),
  forever: v.optional(v.variant('kind', [CYCLE, END], 'cycle or end')),
  awaitedSince: v.optional(COUNT),
  trapped: v.optional(COUNT),
  uncounted: v.optional(OFFERS),
  remembered: v.optional(v.array(v.string())),
  inFlight: v.array(MESSAGE),
});

/** True for what stands between `{` and `}` in JSON. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `JSON.parse` turns a number too large into Infinity; nothing else it gives is not JSON. */
function isJson(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isJson);
  if (isObject(value)) return Object.values(value).every(isJson);
  return typeof value === 'number'
    ? Number.isFinite(value)
    : ['string', 'boolean'].includes(typeof value) || value === null;
}
