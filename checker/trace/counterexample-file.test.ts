import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCounterexample } from '../report/testing/arbitraries.ts';
import { dnsRace } from '../report/testing/dns-race.ts';
import { replicatedLog } from '../report/testing/replicated-log.ts';
import { counterexample } from '../report/testing/trace-builder.ts';
import { UsageError } from '../system/errors.ts';
import { parse, serialise } from './counterexample-file.ts';

test('what was written is read, whatever the model holds, and written again it is the same text', () => {
  fc.assert(
    fc.property(anyCounterexample, (trace) => {
      const text = serialise(trace);
      expect(parse(text, 'x.json')).toEqual(trace);
      expect(serialise(parse(text, 'x.json'))).toBe(text);
    }),
  );
  const named = { ...counterexample(), parameters: { constructor: 1, prototype: 'a' } };
  expect(parse(serialise(named), 'x.json')).toEqual(named);
  for (const trace of [dnsRace, replicatedLog]) expect(parse(serialise(trace), 'x.json')).toEqual(trace);
});

test('equal counterexamples give equal files, whatever the order of their keys', () => {
  const backwards = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(backwards);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .map(([key, item]): [string, unknown] => [key, backwards(item)])
        .reverse(),
    );
  };
  const turned = {
    ...(backwards(replicatedLog) as typeof replicatedLog),
    set: replicatedLog.set,
    parameters: replicatedLog.parameters,
  };
  expect(serialise(turned)).toBe(serialise(replicatedLog));
});

test('a file is for people too: one thing a line where it fits', () => {
  const text = serialise(counterexample());
  expect(text).toContain('\n  "actors": [\n    {\n      "id": "lamp",\n');
  expect(text).toContain(
    '\n      "changes": [{"actor": "lamp", "path": "state", "before": "off", "after": "on"}]\n',
  );
  expect(text.endsWith('\n  "inFlight": []\n}\n')).toBe(true);
});

/** The message with which a text is refused. */
function refusal(text: string): string {
  try {
    parse(text, 'runs/x.json');
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(UsageError);
    return (thrown as UsageError).message;
  }
  throw new Error('the text was read');
}

// oxlint-disable-next-line typescript/no-explicit-any -- damage has no type
type Damage = (file: any) => unknown;

test.each<[string, Damage]>([
  ['steps[2].actor: expected a string, found 5', (file) => (file.steps[2].actor = 5)],
  ['steps[2].calls[0].to: expected a value, found nothing', (file) => delete file.steps[2].calls[0].to],
  [
    'steps[2].calls[0].to: expected an actor of the trace, found "lok"',
    (file) => (file.steps[2].calls[0].to = 'lok'),
  ],
  [
    'steps[2].calls[0].depth: expected a whole number from 1, found 0',
    (file) => (file.steps[2].calls[0].depth = 0),
  ],
  ['steps[0].from: expected an actor of the trace, found "x"', (file) => (file.steps[0].from = 'x')],
  ['steps[1].event: expected an event with a type, found "put"', (file) => (file.steps[1].event = 'put')],
  ['steps[1].kind: expected a kind of step, found "leap"', (file) => (file.steps[1].kind = 'leap')],
  ['steps: expected a list, found an object', (file) => (file.steps = {})],
  ['start.event: expected null, found an object', (file) => (file.start.event = { type: 'go' })],
  ['actors[1].id: a second actor is called "client"', (file) => (file.actors[1].id = 'client')],
  ['inFlight[0].to: expected an actor of the trace, found ""', (file) => (file.inFlight[0].to = '')],
  [
    'kind: expected one of invariant, step-property, reachable, deadlock-free, leads-to, eventually, always-eventually, eventually-always, until, always-possible, monitor, within, found "safety"',
    (file) => (file.kind = 'safety'),
  ],
  [
    'parameters.capacity: expected a finite number or a string, found true',
    (file) => (file.parameters.capacity = true),
  ],
  ['unknown key "notes"', (file) => (file.notes = [])],
  ['steps[1]: unknown key "time"', (file) => (file.steps[1].time = 3)],
  ['format: expected a value, found nothing', (file) => delete file.format],
])('a damaged file is refused: %s', (what, damage) => {
  const file: unknown = JSON.parse(serialise(replicatedLog));
  damage(file);
  expect(refusal(JSON.stringify(file))).toBe(
    `runs/x.json is not a readable counterexample file: ${what}. Restore it, or have it written again by checking the suite it belongs to.`,
  );
});

test('a file of another version is refused as that', () => {
  const file = { ...(JSON.parse(serialise(counterexample())) as object), format: 2 };
  expect(refusal(JSON.stringify(file))).toBe(
    'runs/x.json is a counterexample of format 2; this version of premortem reads format 1. Read it with the version that ' +
      'wrote it, or write it again with this one.',
  );
});

const good = serialise(replicatedLog);

/** The file with a value that deep in a context. */
function nested(levels: number): string {
  return good.replace('"$set": []', `"a": ${'{"]\\"[": '.repeat(levels)}1${'}'.repeat(levels)}`);
}

test('a file may start with a byte-order mark, and hold deep values', () => {
  expect(parse(`\uFEFF${good}`, 'x.json')).toEqual(parse(good, 'x.json'));
  const deep = parse(nested(400), 'x.json');
  expect(parse(serialise(deep), 'x.json')).toEqual(deep);
});

test.each<[string, string]>([
  ['it is empty', ''],
  ['it breaks off in line 20', good.split('\n').slice(0, 20).join('\n')],
  ['line 3: expected JSON, found something else', good.replace('"system"', 'system')],
  ['line 2: a merge conflict is left in it', good.replace('\n', '\n<<<<<<< ours\n')],
  ['expected an object, found a list', '[]'],
  ['it is no text', '\uFFFDPNG\r\n'],
  ['it is no text', `{\0"\0`],
  ['its values are nested more than 500 levels deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['its values are nested more than 500 levels deep', nested(5000)],
  [
    'actors[0].context: expected a JSON value with finite numbers, found an object',
    good.replace('"$set": []', '"a": 1e999'),
  ],
])('a text that is none is refused: %s', (what, text) => {
  expect(refusal(text)).toContain(`runs/x.json is not a readable counterexample file: ${what}`);
});

test('whatever letter of a file is lost, it is read or refused with a message', () => {
  fc.assert(
    fc.property(fc.nat(good.length - 1), (at) => {
      const text = good.slice(0, at) + good.slice(at + 1);
      try {
        parse(text, 'x.json');
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(UsageError);
      }
    }),
  );
});
