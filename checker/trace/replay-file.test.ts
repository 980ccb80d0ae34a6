import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import retryQueue from '../../examples/retry-queue/retry-queue.suite.ts';
import lockServer from '../../examples/lock-server/lock-server.suite.ts';
import leaderFollowers from '../../examples/leader-followers/leader-followers.suite.ts';
import { parse } from './counterexample-file.ts';
import { replayFile } from './replay-file.ts';
import type { Counterexample } from './trace.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const folder = new URL('../../counterexamples/', import.meta.url);
const SUITES = [retryQueue, leaderFollowers, lockServer];
const FILES = [
  'retry-queue/acks-when-done/charged-at-most-once.json',
  'leader-followers/counts-acks/a-commit-overtakes-its-entry.json',
  'lock-server/release-then-grant/its-holder-passes-it-on.json',
  'lock-server/hasty-clients/served-if-nobody-need-leave.json',
];

/** Every place in a JSON value, with the value there. */
function places(value: Json, path: readonly (string | number)[] = []): [(string | number)[], Json][] {
  const inside: [string | number, Json][] = Array.isArray(value)
    ? value.map((item, i) => [i, item])
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
      : [];
  return [[[...path], value], ...inside.flatMap(([key, item]) => places(item, [...path, key]))];
}

/** The file with another value at a place; undefined takes the place away. */
function altered(
  value: Json,
  [key, ...rest]: (string | number)[],
  to: (old: Json) => Json | undefined,
): Json {
  if (key === undefined) return to(value) ?? null;
  const copy = structuredClone(value) as Record<string | number, Json> & Json[];
  const inside = rest.length === 0 ? to(copy[key]!) : altered(copy[key]!, rest, to);
  if (inside !== undefined) copy[key] = inside;
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else delete copy[key];
  return copy;
}

function other(old: Json): Json {
  if (typeof old === 'number') return old + 1;
  if (typeof old === 'boolean') return !old;
  if (typeof old === 'string') return `${old}x`;
  if (old === null) return 'x';
  return Array.isArray(old) ? [...old, ...(old.length === 0 ? [0] : old.slice(-1))] : { ...old, extra: 1 };
}

/** Whether a changed file passes as it were. */
function passes(file: Json): boolean {
  try {
    return replayFile(parse(JSON.stringify(file), 'x.json'), SUITES).outcome === 'as-recorded';
  } catch {
    return false;
  }
}

test.each(FILES)('whatever is changed in %s, or taken out of it, is found', (name) => {
  const file = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Json;
  expect(passes(file)).toBe(true);
  for (const [path] of places(file)) {
    for (const to of [other, () => undefined]) {
      const changed = altered(file, path, to);
      if (passes(changed))
        throw new Error(`changed at ${path.join('.')}, it passes: ${JSON.stringify(changed)}`);
    }
  }
});

test.each<
  [part: Partial<Counterexample> | ((file: Counterexample) => Partial<Counterexample>), what: object]
>([
  [{ because: 'x' }, { step: null, what: 'because', recorded: 'x' }],
  [{ statement: 'x' }, { step: null, what: 'statement' }],
  [{ propertyRef: 'V9' }, { step: null, what: 'propertyRef' }],
  [{ shows: 'witness' }, { step: null, what: 'shows', recorded: 'witness', now: 'violation' }],
  [{ inFlight: [] }, { step: null, what: 'inFlight', recorded: '[]' }],
  [{ system: 'x' }, { step: null, what: 'system' }],
  [
    ({ steps }) => ({ steps: steps.map((step, i) => (i === 1 ? { ...step, choices: [0, 0, 0] } : step)) }),
    { step: 2, what: 'choices', recorded: '[0,0,0]', now: 'nothing' },
  ],
  [
    ({ actors }) => ({ actors: actors.map((actor) => ({ ...actor, environment: !actor.environment })) }),
    { step: 0, what: 'environment' },
  ],
])('a change is told with its place: %o', (part, what) => {
  const file = parse(readFileSync(new URL(FILES[0]!, folder), 'utf8'), 'x.json');
  const changed = { ...file, ...(typeof part === 'function' ? part(file) : part) };
  expect(replayFile(changed, SUITES)).toMatchObject({ outcome: 'stale', ...what });
});

test.each<[part: (file: Counterexample) => object, what: object]>([
  [
    () => ({ forever: { kind: 'end', unfair: [] } }),
    { outcome: 'stale', step: null, what: 'forever', recorded: '{"kind":"end","unfair":[]}' },
  ],
  // Without it the run is one that shows nothing.
  [() => ({ forever: undefined }), { outcome: 'no-longer-shows', steps: 5 }],
])('what is said of the end of a run is told by name: %o', (part, what) => {
  const file = parse(readFileSync(new URL(FILES[3]!, folder), 'utf8'), 'x.json');
  const changed = parse(JSON.stringify({ ...file, ...part(file) }), 'x.json');
  expect(replayFile(changed, SUITES)).toMatchObject(what);
});
