import stringify from 'json-stringify-pretty-compact';
import * as v from 'valibot';
import { UsageError, messageOf } from '../system/errors.ts';
import { misfitOf } from '../system/shape.ts';
import { COUNTEREXAMPLE, FORMAT, isObject } from './counterexample-schema.ts';
import type { Counterexample, TraceStep } from './trace.ts';

/** Columns up to which a value stays on one line. */
const LINE = 100;

/**
 * A counterexample as the text of its file: JSON, one thing a line where it fits, keys in a fixed order, a
 * newline at the end. Equal counterexamples give equal texts, so a changed run shows as a small diff.
 */
export function serialise(counterexample: Counterexample): string {
  return `${withoutControls(stringify(v.parse(COUNTEREXAMPLE, counterexample), { indent: 2, maxLength: LINE }))}\n`;
}

/** JSON with those control characters escaped too that it may hold as they are: a terminal would obey them. */
export function withoutControls(json: string): string {
  return json.replaceAll(/[\u007f-\u009f]/g, (char) => `\\u00${char.codePointAt(0)!.toString(16)}`);
}

/**
 * Reads the text of a counterexample file. What it says is checked for shape only: whether the run is one
 * of the model is for the replay to find.
 *
 * @param name the file's name, for messages
 * @throws UsageError naming the file, the place in it, what should stand there and what does
 */
export function parse(text: string, name: string): Counterexample {
  const json = parseJson(text, name);
  const format = isObject(json) ? json['format'] : undefined;
  if (typeof format === 'number' && format !== FORMAT) {
    throw new UsageError(
      `${name} is a counterexample of format ${format}; this version of premortem reads format ${FORMAT}. ` +
        'Read it with the version that wrote it, or write it again with this one.',
    );
  }
  if (!isObject(json))
    throw damaged(name, '', `expected an object${Array.isArray(json) ? ', found a list' : ''}`);
  if (format === undefined) throw damaged(name, 'format', 'expected a value, found nothing');
  const misfit = misfitOf(COUNTEREXAMPLE, json);
  if (misfit !== null) throw damaged(name, misfit.path, misfit.what);
  const file = v.parse(COUNTEREXAMPLE, json);
  const misnamed = firstMisnamed(file);
  if (misnamed !== null) throw damaged(name, ...misnamed);
  return file;
}

function damaged(name: string, path: string, what: string): UsageError {
  const place = path === '' ? '' : ` ${path}:`;
  return new UsageError(`${name} is not a readable counterexample file:${place} ${what}. ${REMEDY}`);
}

const REMEDY = 'Restore it, or have it written again by checking the suite it belongs to.';

/** Far deeper than contexts are, and far less than what reading it recursively would bear. */
const MOST_DEPTH = 500;

function parseJson(given: string, name: string): unknown {
  // Editors of some systems put a byte-order mark before a text.
  const text = given.replace(/^\uFEFF/, '');
  if (text.trim() === '') throw damaged(name, '', 'it is empty');
  if (text.startsWith('\uFFFD') || text.slice(0, 1000).includes('\0'))
    throw damaged(name, '', 'it is no text');
  const conflict = text.split('\n').findIndex((line) => /^(<{7}|={7}|>{7})( |$)/.test(line));
  if (conflict >= 0) throw damaged(name, `line ${conflict + 1}`, 'a merge conflict is left in it');
  if (depthOf(text) > MOST_DEPTH)
    throw damaged(name, '', `its values are nested more than ${MOST_DEPTH} levels deep`);
  try {
    return JSON.parse(text);
  } catch (thrown) {
    const message = messageOf(thrown);
    const position = Number(/at position (\d+)/.exec(message)?.[1] ?? Number.NaN);
    if (/end of JSON|Unterminated/i.test(message) || position >= text.trimEnd().length) {
      throw damaged(name, '', `it breaks off in line ${lineOf(text.trimEnd())}`);
    }
    const line = Number.isNaN(position) ? '' : `line ${lineOf(text.slice(0, position))}`;
    throw damaged(name, line, `expected JSON, found something else (${message})`);
  }
}

/** How deep the values of a JSON text are nested. */
function depthOf(text: string): number {
  let [depth, most, inString] = [0, 0, false];
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (inString && char === '\\') i++;
    else if (char === '"') inString = !inString;
    else if (inString) continue;
    else if (char === '[' || char === '{') most = Math.max(most, ++depth);
    else if (char === ']' || char === '}') depth--;
  }
  return most;
}

/** The number of the last line of a text. */
function lineOf(text: string): number {
  return text.split('\n').length;
}

/** The first actor id of the trace that is not among its actors. */
function firstMisnamed(file: Counterexample): [path: string, what: string] | null {
  const ids = new Set(file.actors.map(({ id }) => id));
  const double = file.actors.findIndex(
    ({ id }, i) => file.actors.findIndex((other) => other.id === id) !== i,
  );
  if (double >= 0)
    return [`actors[${double}].id`, `a second actor is called ${JSON.stringify(file.actors[double]!.id)}`];
  const steps: [string, TraceStep][] = [
    ['start', file.start],
    ...file.steps.map((s, i): [string, TraceStep] => [`steps[${i}]`, s]),
  ];
  const named = [
    ...steps.flatMap(([at, step]) => namedIn(at, step)),
    ...file.inFlight.flatMap(
      ({ from, to }, i) =>
        [
          [`inFlight[${i}].from`, from],
          [`inFlight[${i}].to`, to],
        ] as const,
    ),
  ];
  const wrong = named.find(([, id]) => !ids.has(id));
  return wrong === undefined
    ? null
    : [wrong[0], `expected an actor of the trace, found ${JSON.stringify(wrong[1])}`];
}

function namedIn(at: string, step: TraceStep): (readonly [path: string, id: string])[] {
  const messages = (['calls', 'sent', 'dropped'] as const).flatMap((part) =>
    step[part].flatMap(
      ({ from, to }, i) =>
        [
          [`${at}.${part}[${i}].from`, from],
          [`${at}.${part}[${i}].to`, to],
        ] as const,
    ),
  );
  return [
    ...(step.kind === 'start' || step.kind === 'tick' ? [] : [[`${at}.actor`, step.actor] as const]),
    ...(step.from === null ? [] : [[`${at}.from`, step.from] as const]),
    ...messages,
    ...step.emitted.map(({ actor }, i) => [`${at}.emitted[${i}].actor`, actor] as const),
    ...step.changes.map(({ actor }, i) => [`${at}.changes[${i}].actor`, actor] as const),
  ];
}
