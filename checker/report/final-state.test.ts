import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlainState } from '../step/plain-space.ts';
import type { SystemInstance } from '../system/instance.ts';
import { changesBetween } from '../trace/diff.ts';
import type { JsonValue } from '../trace/json-value.ts';
import { toJson } from '../trace/json-value.ts';
import { finalActors } from './final-state.ts';
import { actor, counterexample, step } from './testing/trace-builder.ts';

const instance = { actors: [{ id: 'one' }] } as unknown as SystemInstance;

function stateWith(context: unknown): PlainState {
  return {
    snapshots: [{ status: 'active', value: 'on', context }],
    channels: new Map(),
    timers: [],
    faults: new Map(),
  };
}

/** Without entries that are undefined: a change does not tell them from entries that are not there. */
function defined(json: JsonValue): JsonValue {
  const absent = (item: JsonValue | undefined): boolean => JSON.stringify(item) === '{"$undefined":true}';
  if (Array.isArray(json)) return (json as JsonValue[]).map(defined);
  if (typeof json !== 'object' || json === null) return json;
  const map = (json as Record<string, JsonValue>)['$map'];
  if (Array.isArray(map)) {
    const entries = (map as JsonValue[][])
      .filter(([, item]) => !absent(item))
      .map((entry) => entry.map(defined));
    return { $map: entries.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) };
  }
  const entries = Object.entries(json).filter(([, item]) => !absent(item));
  return Object.fromEntries(entries.map(([key, item]) => [key, defined(item)]));
}

const leaf = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.constantFrom('a', null, undefined),
  fc.constant(new Set([1])),
);
const key = fc.constantFrom('a', 'b', 'c.d', 'e[0]', 'a.b', 'f"', '', '$set', '$$map');
const { tree: context } = fc.letrec((tie) => ({
  node: fc.oneof({ depthSize: 'small' }, leaf, tie('list'), tie('map'), tie('tree')),
  list: fc.array(tie('node'), { maxLength: 3 }),
  map: fc
    .array(fc.tuple(fc.constantFrom('x', 'y.z', 'z', 1, '1'), tie('node')), { maxLength: 3 })
    .map((all) => new Map(all)),
  tree: fc.dictionary(key, tie('node'), { maxKeys: 3, noNullPrototype: true }),
}));

test('the recorded changes lead from the first context to the last', () => {
  fc.assert(
    fc.property(fc.array(context, { minLength: 2, maxLength: 4 }), (contexts) => {
      const steps = contexts.slice(1).map((after, i) =>
        step({
          actor: 'one',
          event: { type: 'go' },
          changes: changesBetween(instance, stateWith(contexts[i]), stateWith(after)),
        }),
      );
      const trace = counterexample({ actors: [actor('one', 'on', toJson(contexts[0]))], steps });
      const [last] = finalActors(trace);
      expect(defined(last!.context)).toEqual(defined(toJson(contexts.at(-1))));
    }),
    { numRuns: 200 },
  );
});

test('a state that has changed is the last one', () => {
  expect(finalActors(counterexample()).map(({ state }) => state)).toEqual(['on']);
});
