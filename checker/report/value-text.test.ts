import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonValue } from '../trace/json-value.ts';
import { toJson } from '../trace/json-value.ts';
import { value } from './testing/arbitraries.ts';
import { elementChange, eventText, NO_BREAK, valueText, visible } from './value-text.ts';

const plain = (text: string): string => text.replaceAll(NO_BREAK, ' ');

test.each<[unknown, string]>([
  [new Set([1, 2, 4]), '{1, 2, 4}'],
  [new Map<unknown, unknown>([['a', new Set([1])]]), '{a: {1}}'],
  [{ xstate$$type: 1, id: 'enactor-1' }, 'enactor-1'],
  [[1, 'two', null], '[1, two, null]'],
  [{ plan: 2, note: undefined }, '{note: undefined, plan: 2}'],
  [{ type: 'append', index: 1 }, '{append index: 1}'],
  [12n, '12n'],
  [Number.NaN, 'NaN'],
  [new Date(0), '1970-01-01T00:00:00.000Z'],
  [new Date(Number.NaN), 'no date'],
  [new TypeError('no plan'), 'TypeError: no plan'],
])('%o reads %s', (given, text) => {
  expect(plain(valueText(toJson(given)))).toBe(text);
});

test.each<[string, string]>([
  ['deep blue', 'deep blue'],
  ['us-east-1', 'us-east-1'],
  ['', '""'],
  ['7', '"7"'],
  ['null', '"null"'],
  ['a, b', '"a, b"'],
  ['key: value', '"key: value"'],
  ['{1}', '"{1}"'],
  ['two  spaces', '"two  spaces"'],
  ['\u001b[31m', '"\\u001b[31m"'],
  ['\u202egnp', '"\\u{202e}gnp"'],
])('the string %j reads %s: quoted where it could be something else', (given, text) => {
  expect(valueText(given)).toBe(text);
});

test('an event is its type and its payload, without references to who sends it', () => {
  const event: JsonValue = { from: { $actor: 'client' }, plan: 2, to: { $actor: 'store' }, type: 'WRITE' };
  expect(plain(eventText(event))).toBe('WRITE from: client, plan: 2, to: store');
  expect(plain(eventText(event, { sender: 'client' }))).toBe('WRITE plan: 2, to: store');
});

test('payload that an answer repeats from its question is cut short', () => {
  const question: JsonValue = { plans: [1], type: 'GET' };
  const answer: JsonValue = { missing: false, plans: [1], type: 'GOT' };
  expect(plain(eventText(answer, { seen: question }))).toBe('GOT missing: false …');
  expect(plain(eventText({ ...answer, plans: [2] }, { seen: question }))).toBe(
    'GOT missing: false, plans: [2]',
  );
});

test('of two sets, what was added and removed', () => {
  const sets = elementChange(toJson(new Set([1, 2, 3])), toJson(new Set([3, 4])));
  expect(sets).toEqual({ added: [4], removed: [1, 2], size: 2 });
  expect(elementChange([1], [2])).toBeNull();
});

test('no value and no text of a model reaches a terminal as a control character', () => {
  fc.assert(
    fc.property(value, fc.string({ unit: 'binary' }), (json, text) => {
      // oxlint-disable-next-line no-control-regex
      expect(valueText(json) + visible(text)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
    }),
  );
});
