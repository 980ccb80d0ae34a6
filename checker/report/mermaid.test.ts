import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escaped, mermaidSequence } from './mermaid.ts';
import { anyCounterexample, text } from './testing/arbitraries.ts';
import { dnsRace } from './testing/dns-race.ts';
import { actor, call, change, counterexample, message, start, step } from './testing/trace-builder.ts';

const WIDE = { columns: 200, lines: 3 };

test('a diagram has the actors that take part, in order, and an arrow for each message', () => {
  const actors = [
    actor('idler', 'on', {}),
    actor('end', 'on', {}, { environment: true }),
    actor('b-1', 'on', {}),
  ];
  const steps = [
    step({
      actor: 'end',
      event: { n: 1, type: 'go' },
      calls: [
        call(1, 'end', 'b-1', { n: 1, type: 'ask' }),
        call(2, 'b-1', 'end', { n: 1, ok: true, type: 'done' }, { handled: false }),
      ],
      sent: [message('end', 'b-1', { from: { $actor: 'end' }, type: 'later' })],
      dropped: [message('end', 'b-1', { type: 'lost' })],
      emitted: [{ actor: 'end', event: { type: 'beep' } }],
      changes: [change('b-1', 'state', 'on', 'off'), change('b-1', 'context.n', 0, 1)],
    }),
    step({ actor: 'b-1', from: 'end', event: { type: 'later' }, handled: false }),
  ];
  const trace = counterexample({
    actors,
    start: start({ sent: [message('b-1', 'end', { type: 'hello' })] }),
    steps,
  });
  expect(mermaidSequence(trace)).toBe(
    `
sequenceDiagram
  actor a1 as #101;nd
  participant a2 as b-1
  a2--)a1: hello (sent)
  a1->>a1: 1. go n: 1
  a1->>a2: ask n: 1
  a2->>a1: done ok: true … (not handled)
  a1--)a2: later (sent)
  a1--xa2: lost (lost)
  Note over a1: emits beep
  Note over a2: off, n: 1
  a1-->>a2: 2. later (not handled)
  Note over a1,a2: Violated: The lamp stays dark.<br/>The lamp is on.`.trimStart(),
  );
});

test.each<[string, string]>([
  ['a; b', 'a#59; b'],
  ['no #1', 'no #35;1'],
  ['<b> & "c"', '#60;b#62; #38; #34;c#34;'],
  ['%%{init}%%', '#37;#37;{init}#37;#37;'],
  ['the end', 'the #101;nd'],
  ['ending', 'ending'],
  ['lifestyle:', 'life#115;tyle:'],
  ['nowrap: x', 'nowrap#58; x'],
  ['plans: [1, 2] → {3}', 'plans: [1, 2] → {3}'],
  ['', '#32;'],
])('the label %j is written %s', (label, written) => {
  expect(escaped(label, WIDE)).toBe(written);
});

test('a long label is broken, and cut where it takes too many lines', () => {
  expect(escaped('one two three four five', { columns: 9, lines: 2 })).toBe('one two<br/>three …');
  expect(escaped('one two three', { columns: 9, lines: 2 })).toBe('one two<br/>three');
});

test('of a label, nothing is left that Mermaid reads as its own', () => {
  fc.assert(
    fc.property(text, (label) => {
      const bare = escaped(label, WIDE).replaceAll('<br/>', ' ').replace(/#\d+;/g, '');
      expect(bare).not.toMatch(/[#;<>&%$@\\`"\n]|\bend\b|style|classDef/);
    }),
  );
});

test('every line of a diagram is a participant, an arrow, a note, or begins or ends its only loop', () => {
  fc.assert(
    fc.property(anyCounterexample, (trace) => {
      const [head, ...lines] = mermaidSequence(trace).split('\n');
      expect(head).toBe('sequenceDiagram');
      const loops = lines.filter((line) => /^ {2}(?:loop again and again|end)$/.test(line));
      expect(loops).toEqual(trace.forever?.kind === 'cycle' ? ['  loop again and again', '  end'] : []);
      for (const line of lines) {
        expect(line).toMatch(
          /^ {2}(?:loop again and again$|end$|(?:actor|participant) a\d+ as .|a\d+(?:->>|-->>|--\)|--x)a\d+: .|Note over a\d+(?:,a\d+)?: .)/u,
        );
      }
    }),
    { numRuns: 40 },
  );
});

test('the DNS race ends with what is violated', () => {
  expect(mermaidSequence(dnsRace).split('\n').at(-1)).toMatch(
    /^ {2}Note over a1,a5: Violated \(V1\): Every endpoint resolves/,
  );
});
