import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import retryQueue from '../../examples/retry-queue/retry-queue.suite.ts';
import lockServer from '../../examples/lock-server/lock-server.suite.ts';
import philosophers from '../../examples/dining-philosophers/dining-philosophers.suite.ts';
import retryWithTimeout from '../../examples/retry-with-timeout/retry-with-timeout.suite.ts';
import leaderFollowers from '../../examples/leader-followers/leader-followers.suite.ts';
import { parse } from './counterexample-file.ts';
import { replayFile } from './replay-file.ts';
import type { Counterexample } from './trace.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const folder = new URL('../../counterexamples/', import.meta.url);
const SUITES = [retryQueue, leaderFollowers, lockServer, philosophers, retryWithTimeout];
const FILES = [
  'retry-queue/acks-when-done/charged-at-most-once.json',
  'leader-followers/counts-acks/a-commit-overtakes-its-entry.json',
  'lock-server/release-then-grant/its-holder-passes-it-on.json',
  'lock-server/hasty-clients/served-if-nobody-need-leave.json',
  'retry-with-timeout/impatient/the-order-is-answered.json',
  'dining-philosophers/left-fork-first/the-first-can-always-eat.json',
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
  // In turn: every second place is changed, every other taken out. Of traps a number is always changed.
  for (const [i, [path]] of [...places(file)].entries()) {
    const to = i % 2 === 0 || path.join() === 'trapped' ? other : () => undefined;
    const changed = altered(file, path, to);
    // That more states are trapped than replay sees may be so: only a search counts them.
    if (path.join() === 'trapped' && to === other) expect(passes(changed)).toBe(true);
    else if (passes(changed))
      throw new Error(`changed at ${path.join('.')}, it passes: ${JSON.stringify(changed)}`);
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

/** A file with a part replaced, as it is read. */
function replacing(name: string, part: (file: Counterexample) => object): Counterexample {
  const file = parse(readFileSync(new URL(name, folder), 'utf8'), 'x.json');
  return parse(JSON.stringify({ ...file, ...part(file) }), 'x.json');
}

/** The file with other parts of a step. */
const atStep =
  (number: number, part: object) =>
  ({ steps }: Counterexample): object => ({
    steps: steps.map((step, i) => (i === number - 1 ? { ...step, ...part } : step)),
  });

const [, , WATCHED = '', ENDING = '', TIMED = '', TRAPPED = ''] = FILES;
const CYCLE = 'dining-philosophers/lower-fork-first/hungry-eats.json';

test.each<[name: string, part: (file: Counterexample) => object, what: object]>([
  [
    ENDING,
    () => ({ forever: { kind: 'end', unfair: [] } }),
    { outcome: 'stale', step: null, what: 'forever', recorded: '{"kind":"end","unfair":[]}' },
  ],
  // Without it the run is one that shows nothing.
  [ENDING, () => ({ forever: undefined }), { outcome: 'no-longer-shows', steps: 5 }],
  [TIMED, () => ({ time: 500 }), { outcome: 'stale', step: 0, what: 'time', recorded: '500', now: '1000' }],
  [TIMED, () => ({ time: 'untimed' }), { outcome: 'stale', step: 0, what: 'time', recorded: 'untimed' }],
  [TIMED, () => ({ time: undefined }), { outcome: 'stale', step: 0, what: 'time', recorded: 'none' }],
  [ENDING, () => ({ time: 1000 }), { outcome: 'stale', step: 0, what: 'time', now: 'none' }],
  [
    TIMED,
    atStep(3, { at: 1 }),
    {
      outcome: 'stale',
      step: 3,
      what: 'step',
      recorded: 'client takes after timeout in client.waiting',
      now: 'the timeout client after timeout in client.waiting is not possible here.',
    },
  ],
  [TIMED, () => ({ awaitedSince: 0 }), { outcome: 'stale', step: null, what: 'awaitedSince', now: '1' }],
  [
    TIMED,
    () => ({ awaitedSince: undefined }),
    { outcome: 'stale', step: null, what: 'awaitedSince', recorded: 'nothing', now: '1' },
  ],
  [ENDING, () => ({ awaitedSince: 1 }), { outcome: 'stale', what: 'awaitedSince', now: 'nothing' }],
  [
    TRAPPED,
    () => ({ trapped: 0 }),
    { outcome: 'stale', step: null, what: 'trapped', recorded: '0', now: '1' },
  ],
  [
    TRAPPED,
    () => ({ trapped: undefined }),
    { outcome: 'stale', step: null, what: 'trapped', recorded: 'nothing', now: '1' },
  ],
  [ENDING, () => ({ trapped: 3 }), { outcome: 'stale', step: null, what: 'trapped', now: 'nothing' }],
  [
    WATCHED,
    ({ remembered = [] }) => ({ remembered: remembered.map((words, i) => (i === 2 ? 'x' : words)) }),
    { outcome: 'stale', step: null, what: 'remembered', recorded: expect.stringContaining('"x"') },
  ],
  [
    WATCHED,
    () => ({ remembered: undefined }),
    { outcome: 'stale', step: null, what: 'remembered', recorded: 'nothing' },
  ],
  [TRAPPED, () => ({ remembered: ['x'] }), { outcome: 'stale', what: 'remembered', now: 'nothing' }],
  ...(['systemRef', 'designRef', 'designDescription', 'statement', 'propertyRef'] as const).map(
    (what): [string, () => object, object] => [
      TIMED,
      () => ({ [what]: 'x' }),
      { outcome: 'stale', step: null, what, recorded: 'x' },
    ],
  ),
])('what %s says of the run besides its steps is told by name where it is not so: %o', (name, part, what) => {
  expect(replayFile(replacing(name, part), SUITES)).toMatchObject(what);
});

test.each<[part: (forever: Cycle) => object, what: object]>([
  [
    ({ from }) => ({ from: from + 1 }),
    {
      outcome: 'stale',
      step: 5,
      what: 'how it goes on for ever',
      now: 'replayed, its cycle does not close.',
    },
  ],
  [({ fairness }) => ({ fairness: fairness.slice(1) }), { outcome: 'stale', step: null, what: 'forever' }],
  [
    ({ fairness }) => ({ fairness: fairness.map((each) => ({ ...each, strength: 'strong' })) }),
    { outcome: 'stale', step: null, what: 'forever' },
  ],
  [
    ({ fairness }) => ({ fairness: fairness.map((each) => ({ ...each, taken: [1] })) }),
    { outcome: 'stale', step: null, what: 'forever' },
  ],
])('so is what is said of a cycle: %o', (part, what) => {
  const changed = replacing(CYCLE, ({ forever }) => ({ forever: { ...forever, ...part(forever as Cycle) } }));
  expect(replayFile(changed, SUITES)).toMatchObject(what);
});

type Cycle = Extract<Counterexample['forever'], { kind: 'cycle' }>;

test('of a trap it is told how many of its states are seen again', () => {
  expect(
    replayFile(
      replacing(TRAPPED, () => ({})),
      SUITES,
    ),
  ).toEqual({
    outcome: 'as-recorded',
    steps: 6,
    trap: { states: 1, whole: true },
  });
});
