import { P, isMatching, match } from 'ts-pattern';
import type { JsonValue } from '../trace/json-value.ts';
import { eventName } from '../trace/event-name.ts';
import { unescapeKey } from '../trace/json-value.ts';
import type { JsonObject } from './json-shapes.ts';
import { actorOf, isEvent, isList, isObject } from './json-shapes.ts';

/**
 * A space that a line is not broken at: between the parts of one `key: value`. The layout turns it into a
 * plain space once lines are broken.
 */
export const NO_BREAK = '\u00a0';

/** A value of a trace for people: `{1, 2}` for a set, the id for an actor, strings without quotes where that is clear. */
export function valueText(value: JsonValue): string {
  if (typeof value === 'string') return stringText(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (isList(value)) return `[${value.map(valueText).join(', ')}]`;
  const tagged = taggedText(value);
  if (tagged !== null) return tagged;
  const event = isEvent(value) ? eventText(value) : pairsText(Object.entries(value));
  return `{${event}}`;
}

/** What an event's text may leave out because it stands close by. */
export interface Nearby {
  /** References to this actor are left out: whoever sends the event is named beside it. */
  readonly sender?: string | null;
  /** Payload that this event has as well is cut short to `…`: it stands in the line before. */
  readonly seen?: JsonValue;
}

/** An event for people: its type, then its payload as `key: value, key: value`. */
export function eventText(event: JsonValue, { sender = null, seen = null }: Nearby = {}): string {
  if (!isEvent(event)) return event === null ? '' : valueText(event);
  const { type, ...payload } = event;
  const own = type.startsWith('xstate.');
  const entries = Object.entries(payload)
    .filter(([, value]) => sender === null || actorOf(value) !== sender)
    // XState's own events name the actor twice, and have a part for what is not there.
    .filter(([key, value]) => !own || (key !== 'actorId' && !isNothing(value)));
  const known: JsonObject = isEvent(seen) ? seen : {};
  const shown = entries.filter(
    ([key, value]) => !(key in known) || JSON.stringify(known[key]) !== JSON.stringify(value),
  );
  return [visible(eventName(type, sender)), pairsText(shown), shown.length < entries.length ? '…' : '']
    .filter((part) => part !== '')
    .join(' ');
}

/** The entries of an object, a context say, as `key: value, key: value`. */
export function pairsText(entries: readonly (readonly [string, JsonValue])[]): string {
  return entries.map(([key, value]) => pairText(key, value)).join(', ');
}

/** One `key: value`, which is not broken where it is short. */
function pairText(key: string, value: JsonValue): string {
  return `${visible(unescapeKey(key))}:${NO_BREAK}${together(valueText(value))}`;
}

/** The parts of a context that has any; one that is a single value stands under no name. */
export function contextEntries(context: JsonValue): [string, JsonValue][] {
  if (typeof context !== 'object' || context === null || isList(context))
    return isNothing(context) ? [] : [['context', context]];
  if (taggedText(context) === null) return Object.entries(context);
  return isNothing(context) ? [] : [['context', context]];
}

function isNothing(value: JsonValue): boolean {
  return value === null || (typeof value === 'object' && !isList(value) && value['$undefined'] === true);
}

/** Keeps a short text on one line; a longer one may be broken at its spaces. */
export function together(text: string): string {
  return text.length <= 24 ? text.replaceAll(' ', NO_BREAK) : text;
}

/** The elements added and removed when both sides are sets, or lists in which only the ends differ; else null. */
export function elementChange(
  before: JsonValue,
  after: JsonValue,
): { added: readonly JsonValue[]; removed: readonly JsonValue[]; size: number } | null {
  const a = setOf(before);
  const b = setOf(after);
  if (a === null || b === null) return null;
  const inA = new Set(a.map((item) => JSON.stringify(item)));
  const inB = new Set(b.map((item) => JSON.stringify(item)));
  return {
    added: b.filter((item) => !inA.has(JSON.stringify(item))),
    removed: a.filter((item) => !inB.has(JSON.stringify(item))),
    size: b.length,
  };
}

/** Text from a model or a file, with control characters and invisible ones spelled out: a terminal would obey them. */
export function visible(text: string): string {
  return text.replace(UNPRINTABLE, (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`);
}

/** As `visible`, for text of several lines. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}

// Control characters, line separators, bidirectional controls, characters without width, no-break space,
// halves of surrogate pairs.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\u00a0]/gu;

/** Words that are clear without quotes: they cannot be read as another kind of value or as punctuation. */
const CLEAR = /^[\p{L}_#@][\p{L}\p{N}_#@./:*+-]*( [\p{L}\p{N}_#@./*+-]+)*$/u;
const OTHER_VALUES = /^(null|undefined|true|false|NaN|Infinity)$/;

function stringText(text: string): string {
  return CLEAR.test(text) && !OTHER_VALUES.test(text) && !/:( |$)/.test(text)
    ? text
    : visible(JSON.stringify(text));
}

function setOf(value: JsonValue): readonly JsonValue[] | null {
  return isObject(value) && isMatching({ $set: P.array(P.any) }, value) ? value.$set : null;
}

/** The text of what JSON has no form for; null for a plain object. See `toJson` for the tags. */
function taggedText(value: JsonObject): string | null {
  if (Object.keys(value).length !== 1) return null;
  return match(value)
    .with({ $undefined: P.any }, () => 'undefined')
    .with({ $date: P.select() }, dateText)
    .with({ $actor: P.select(P.string) }, visible)
    .with({ $number: P.select(P.string) }, visible)
    .with({ $other: P.select(P.string) }, visible)
    .with({ $bigint: P.select(P.string) }, (digits) => `${visible(digits)}n`)
    .with(
      { $set: P.select(P.array(P.any)) },
      (items: readonly JsonValue[]) => `{${items.map(valueText).join(', ')}}`,
    )
    .with(
      { $map: P.select(P.array(P.any)) },
      (entries: readonly JsonValue[]) => `{${entries.map(mapEntryText).join(', ')}}`,
    )
    .with({ $error: P.select(P.when(isObject)) }, errorText)
    .otherwise(() => null);
}

function errorText(error: JsonObject): string {
  const { name, message } = error;
  return visible(
    `${typeof name === 'string' ? name : 'Error'}: ${typeof message === 'string' ? message : ''}`,
  );
}

function dateText(time: JsonValue): string {
  const date = new Date(typeof time === 'number' ? time : Number.NaN);
  return Number.isNaN(date.getTime()) ? 'no date' : date.toISOString();
}

function mapEntryText(entry: JsonValue): string {
  if (!isList(entry)) return valueText(entry);
  const [key, value] = entry;
  return `${valueText(key ?? null)}:${NO_BREAK}${valueText(value ?? null)}`;
}
