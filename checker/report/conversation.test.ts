import { expect, test } from 'vitest';
import type { TraceCall } from '../trace/trace.ts';
import { conversation } from './conversation.ts';
import { call, start, step } from './testing/trace-builder.ts';

const says = (depth: number, from: string, to: string, type: string): TraceCall =>
  call(depth, from, to, { type });

/** One line each: indentation, direction, who is spoken to or answers, the event, the answer beside it. */
function told(calls: TraceCall[], from = step({ actor: 'me', event: { type: 'go' } })): string[] {
  const type = ({ event }: TraceCall): string => (event as { type: string }).type;
  return conversation({ ...from, calls }).map(({ kind, call: spoken, level, answer, nameSender }) => {
    const sender = nameSender ? `${spoken.from} ` : '';
    const line = kind === 'call' ? `${sender}→ ${spoken.to} ${type(spoken)}` : `← ${sender}${type(spoken)}`;
    return `${'  '.repeat(level)}${line}${answer === null ? '' : ` ← ${type(answer)}`}`;
  });
}

test('an answer stands beside its question, and the asker goes on where it was', () => {
  const calls = [
    says(1, 'me', 'a', 'ask'),
    says(2, 'a', 'me', 'answer'),
    says(3, 'me', 'b', 'ask on'),
    says(4, 'b', 'me', 'answer on'),
    says(5, 'me', 'a', 'tell'),
  ];
  expect(told(calls)).toEqual(['→ a ask ← answer', '→ b ask on ← answer on', '→ a tell']);
});

test('answers to a busy caller are read last and stand beside their questions all the same', () => {
  const calls = [
    says(1, 'me', 'a', '1'),
    says(1, 'me', 'b', '2'),
    says(2, 'a', 'me', 'one'),
    says(2, 'b', 'me', 'two'),
  ];
  expect(told(calls)).toEqual(['→ a 1 ← one', '→ b 2 ← two']);
});

test('whoever asks others before answering answers below what they said', () => {
  const calls = [
    says(1, 'me', 'a', 'ask'),
    says(2, 'a', 'b', 'pass on'),
    says(3, 'b', 'a', 'answer'),
    says(4, 'a', 'me', 'answer at last'),
  ];
  expect(told(calls)).toEqual(['→ a ask', '  → b pass on ← answer', '← a answer at last']);
});

test('an actor that has answered is not waiting: a later message to it is a call', () => {
  const calls = [
    says(1, 'me', 'a', 'ask'),
    says(2, 'a', 'b', 'check'),
    says(3, 'b', 'a', 'checked'),
    says(4, 'a', 'me', 'answer'),
    says(5, 'me', 'c', 'tell'),
    says(6, 'c', 'a', 'tell on'),
  ];
  expect(told(calls)).toEqual([
    '→ a ask',
    '  → b check ← checked',
    '← a answer',
    '→ c tell',
    '  → a tell on',
  ]);
});

test('several answers have lines of their own', () => {
  const calls = [says(1, 'me', 'a', 'ask'), says(2, 'a', 'me', 'one'), says(2, 'a', 'me', 'two')];
  expect(told(calls)).toEqual(['→ a ask', '← one', '← a two']);
});

test('a message an actor sends to itself is a call', () => {
  const calls = [says(1, 'me', 'me', 'one'), says(2, 'me', 'me', 'two'), says(3, 'me', 'a', 'tell')];
  expect(told(calls)).toEqual(['→ me one', '  → me two', '    → a tell']);
});

test('at the start, whoever speaks is named', () => {
  const calls = [says(1, 'a', 'b', 'ask'), says(2, 'b', 'a', 'answer'), says(1, 'c', 'b', 'ask')];
  expect(told(calls, start())).toEqual(['a → b ask ← answer', 'c → b ask']);
});
