import fc from 'fast-check';
import type { JsonValue } from '../../trace/json-value.ts';
import { toJson } from '../../trace/json-value.ts';
import type { Counterexample, TraceForever, TraceStep } from '../../trace/trace.ts';
import { tick } from './slow-link.ts';
import { start } from './trace-builder.ts';

/** Text as it may come out of a model: plain words, markup, escape sequences, halves of surrogate pairs. */
export const text: fc.Arbitrary<string> = fc.oneof(
  fc.lorem({ maxCount: 6 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    'end',
    '',
    'a;b #1',
    '\u001b[31mred\u001b[0m',
    '\u202eabc',
    '`x|y`',
    '\ud800',
    '日本語',
    'a\nb',
    '__proto__',
  ),
);

/** A value as a trace holds it. */
export const value: fc.Arbitrary<JsonValue> = fc
  .anything({
    maxDepth: 2,
    maxKeys: 3,
    withSet: true,
    withMap: true,
    withBigInt: true,
    withDate: true,
    key: text,
  })
  .map(toJson);

const event: fc.Arbitrary<JsonValue> = fc
  .tuple(text, fc.dictionary(text, value, { maxKeys: 3 }))
  .map(([type, payload]) => toJsonObject({ ...payload, type }));

function toJsonObject(object: Record<string, JsonValue>): JsonValue {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A counterexample of the right shape; what its steps say of each other need not fit together. */
export const anyCounterexample: fc.Arbitrary<Counterexample> = fc
  .uniqueArray(fc.oneof(fc.constantFrom('lock', 'client-1', 'client-2', 'client-3'), text), {
    minLength: 1,
    maxLength: 4,
  })
  .chain((ids) => {
    const id = fc.constantFrom(...ids);
    const few = <T>(items: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(items, { maxLength: 3 });
    const message = fc.record({ from: id, to: id, event });
    const happened = {
      handled: fc.boolean(),
      descriptions: few(text),
      calls: few(
        fc.record({
          from: id,
          to: id,
          event,
          depth: fc.integer({ min: 1, max: 4 }),
          handled: fc.boolean(),
          descriptions: few(text),
        }),
      ),
      sent: few(message),
      emitted: few(fc.record({ actor: id, event })),
      dropped: few(message),
      changes: few(
        fc.record({
          actor: id,
          path: fc.oneof(fc.constantFrom('state', 'status', 'context', 'context.a', 'context.a[0].b'), text),
          before: value,
          after: value,
        }),
      ),
    };
    const stimulus = fc.record({
      kind: fc.constant('stimulus'),
      actor: id,
      from: fc.constant(null),
      event,
      ...happened,
    });
    const delivery = fc.record({ kind: fc.constant('delivery'), actor: id, from: id, event, ...happened });
    const choosing = fc
      .tuple(stimulus, fc.array(fc.nat(3), { minLength: 1, maxLength: 3 }))
      .map(([step, choices]) => ({ ...step, choices }));
    const timeout = fc.record({
      kind: fc.constant('timeout'),
      actor: id,
      from: fc.constant(null),
      event,
      at: fc.nat(3),
      ...happened,
    });
    const fault = fc.record({
      kind: fc.constantFrom('crash', 'restart'),
      actor: id,
      from: fc.constant(null),
      event,
      ...happened,
    });
    const onTheWay = fc.record({
      kind: fc.constantFrom('lose', 'duplicate'),
      actor: id,
      from: id,
      event,
      at: fc.nat(3),
      ...happened,
    });
    const anyStep = fc.oneof(
      stimulus,
      delivery,
      choosing,
      timeout,
      fault,
      onTheWay,
      fc.constant(tick),
    ) as fc.Arbitrary<TraceStep>;
    const offer = fc.record({
      kind: fc.constantFrom(
        'stimulus',
        'delivery',
        'timeout',
        'tick',
        'lose',
        'duplicate',
        'crash',
        'restart',
      ),
      actor: id,
      from: fc.option(id, { nil: null }),
      event,
    });
    const goesOn = (steps: number): fc.Arbitrary<TraceForever> =>
      fc.oneof(
        fc.record({ kind: fc.constant('end'), unfair: few(offer) }),
        fc.record({
          kind: fc.constant('cycle'),
          from: fc.nat(steps - 1),
          fairness: few(
            fc.record({
              name: text,
              strength: fc.constantFrom('weak', 'strong'),
              taken: fc.array(fc.nat(9), { maxLength: 4 }),
              disabledAfter: fc.option(fc.nat(9), { nil: null }),
            }),
          ),
        }),
      );
    const orNull = fc.option(text, { nil: null });
    const values = fc.dictionary(
      text.filter((name) => name !== '__proto__'),
      fc.oneof(fc.integer(), text),
      { maxKeys: 3 },
    );
    const maybe = { requiredKeys: [] };
    const more = fc.record({ remembered: few(text), trapped: fc.integer({ min: 1, max: 9999 }) }, maybe);
    const ending = (steps: number): fc.Arbitrary<Pick<Counterexample, 'forever' | 'awaitedSince'>> =>
      steps === 0
        ? fc.constant({})
        : fc.record({ forever: goesOn(steps), awaitedSince: fc.nat(steps) }, maybe);
    const trace = fc.record({
      format: fc.constant(1 as const),
      system: text,
      systemRef: orNull,
      suite: text,
      design: text,
      designRef: orNull,
      designDescription: text,
      scope: text,
      set: values,
      parameters: values,
      property: text,
      propertyRef: orNull,
      kind: fc.constantFrom(
        ...(['invariant', 'step-property', 'reachable', 'deadlock-free'] as const),
        ...(['leads-to', 'always-possible', 'monitor', 'within'] as const),
      ),
      statement: text,
      shows: fc.constantFrom('violation', 'witness'),
      because: orNull,
      actors: fc.tuple(
        ...ids.map((own) =>
          fc.record({
            id: fc.constant(own),
            description: orNull,
            environment: fc.boolean(),
            state: text,
            context: value,
          }),
        ),
      ),
      start: fc.record(happened).map((given) => start(given)),
      steps: fc.array(anyStep, { maxLength: 6 }),
      inFlight: few(message),
    });
    return fc
      .tuple(trace, more)
      .chain(([given, shown]) => ending(given.steps.length).map((ends) => ({ ...given, ...shown, ...ends })));
  });
