import picocolors from 'picocolors';
import stringWidth from 'fast-string-width';
import { expect, test } from 'vitest';
import type { JsonValue } from '../trace/json-value.ts';
import type { Counterexample, TraceStep } from '../trace/trace.ts';
import { mermaidSequence } from './mermaid.ts';
import { numbersOf, tellings } from './telling.ts';
import { slowLink, tick } from './testing/slow-link.ts';
import { actor, change, counterexample, message, step } from './testing/trace-builder.ts';
import { renderMarkdown } from './trace-markdown.ts';
import { renderTrace } from './trace-terminal.ts';

const rendered = (trace: Counterexample, width = 80): string =>
  renderTrace(trace, { width, colour: picocolors.createColors(false) });

const go: TraceStep = step({ actor: 'lamp', event: { type: 'go' } });
const numbers = (given: Partial<Counterexample>): string[] =>
  tellings(counterexample(given)).map((part) => `${numbersOf(part)} at ${part.ticks}`);

test('ticks in a row are told at once, and steps keep their numbers', () => {
  expect(numbers({ steps: [tick, go, tick, tick, tick, go, go, tick] })).toEqual([
    '1 at 1',
    '2 at 1',
    '3-5 at 4',
    '6 at 4',
    '7 at 4',
    '8 at 5',
  ]);
});

test('a tick stands alone in which something happens, or with which a cycle begins', () => {
  const late: TraceStep = { ...tick, dropped: [message('lamp', 'lamp', { type: 'go' })] };
  expect(numbers({ steps: [tick, late, tick, tick] })).toEqual(['1 at 1', '2 at 2', '3-4 at 4']);
  const forever = { kind: 'cycle', from: 2, fairness: [] } as const;
  expect(numbers({ steps: [tick, tick, tick, tick], forever })).toEqual(['1-2 at 2', '3-4 at 4']);
});

test('timers, ticks, losses, doublings, crashes and restarts in a terminal', () => {
  const lines = rendered(slowLink).split('\n');
  const from = lines.findIndex((line) => line.startsWith(' 1 ●'));
  expect(lines.slice(from).join('\n')).toBe(
    `
 1 ● client · order
   │   sends ⇢ server: ask order: 1
   │ client        timer after patience in
   │               client.waiting: not set → due in 4 ticks, idle → waiting
 2 ● server ⇠ client · ask order: 1 is lost on its way
 3 ● time · steps 3-6: 4 ticks pass (now at tick 4)
 7 ● client · timer: after patience in client.waiting
   │   sends ⇢ server: ask order: 1
   │ client        timer after patience in client.waiting: due → due in 4 ticks,
   │               asked: 0 → 1
 8 ● server ⇠ client · ask order: 1 is doubled on its way
 9 ● server ⇠ client · ask order: 1
   │   → server/write: start
   │ server        log: [] → [1]
   │ server/write  not there → active
10 ● time · a tick passes
11 ● server/write · resolve output: 1
   │   → server: child write is done output: 1
   │ server        timer flush: not set → due in 9 ticks
   │ server/write  active → not there
12 ● server · crashes
   │ server        up → crashed; of its context only log survives
13 ● server · restarts
   │ server        crashed → up, seen: undefined → 0
14 ● time · steps 14-17: 4 ticks pass (now at tick 9)
   │
   ✗ Violated: An order is answered within eight ticks.
     what is different at the end
       client        waiting    asked: 1
       server        up         log: [1], seen: 0
       server/write  not there
     the wait, after
       the start  nothing is awaited
       step 1     0 of 8 ticks
       step 6     4 of 8 ticks
       step 10    5 of 8 ticks
       step 17    9 of 8 ticks
     still under way
       client ⇢ server: ask order: 1`.slice(1),
  );
});

test('the same in Markdown: after ticks a new list goes on with the number of its step', () => {
  const text = renderMarkdown(slowLink);
  expect(text).toContain(
    `
2. **server** ask order: 1 is lost on its way from client.

*Steps 3-6:* 4 ticks pass (now at tick 4).

7. **client** timer: after patience in client.waiting. *client timer after patience`,
  );
  expect(text).toContain(
    `
12. **server** crashes. *server \`up\` → \`crashed\`; of its context only \`log\` survives.*
13. **server** restarts. *server \`crashed\` → \`up\`, seen \`undefined\` → \`0\`.*

*Steps 14-17:* 4 ticks pass (now at tick 9).

**Violated:** An order is answered within eight ticks.

| after | the wait |
| --- | --- |
| the start | \`nothing is awaited\` |
| step 1 | \`0 of 8 ticks\` |
| step 6 | \`4 of 8 ticks\` |
`,
  );
  expect(text).toContain('\n| 3-6 | time | `4 ticks pass (now at tick 4)` |  |  |\n');
  expect(text).toContain('\n| 8 | server | `ask order: 1 is doubled on its way`<br>from client |  |  |\n');
  expect(text).toContain(
    '\n| 12 | server | `crashes` |  | server: `up` → **`crashed`**<br>of its context only `log` survives |\n',
  );
});

test('the same as a diagram', () => {
  expect(mermaidSequence(slowLink)).toBe(
    `
sequenceDiagram
  participant a1 as client
  participant a2 as server
  participant a3 as server/write
  a1->>a1: 1. order
  a1--)a2: ask order: 1 (sent)
  Note over a1: timer after patience in<br/>client.waiting: due in 4 ticks,<br/>waiting
  a1--xa2: 2. ask order: 1 is lost on its way
  Note over a1,a3: 3-6. 4 ticks pass (now at tick 4)
  a1->>a1: 7. timer: after patience in<br/>client.waiting
  a1--)a2: ask order: 1 (sent)
  Note over a1: timer after patience in<br/>client.waiting: due in 4 ticks,<br/>asked: 1
  Note over a2: 8. ask order: 1 is doubled on its<br/>way
  a1-->>a2: 9. ask order: 1
  a2->>a3: start
  Note over a2: log: [1]
  Note over a3: active
  Note over a1,a3: 10. a tick passes
  a3->>a3: 11. resolve output: 1
  a3->>a2: child write is done output: 1
  Note over a2: timer flush: due in 9 ticks
  Note over a3: not there
  Note over a2: 12. crashes
  Note over a2: crashed#59; of its context only log<br/>survives
  Note over a2: 13. restarts
  Note over a2: up, seen: 0
  Note over a1,a3: 14-17. 4 ticks pass (now at tick<br/>9)
  Note over a1,a3: Violated: An order is answered within eight ticks.`.trimStart(),
  );
});

test.each<[name: string, context: Record<string, number>, lost: string[], words: string]>([
  ['all of it', { a: 1, b: 2 }, ['a', 'b'], 'up → crashed; its context is lost'],
  ['none of it', { a: 1, b: 2 }, [], 'up → crashed; its context survives'],
  ['a part', { a: 1, b: 2, c: 3 }, ['b'], 'up → crashed; of its context only a, c survive'],
  ['nothing, as it has none', {}, [], 'up → crashed'],
])('a crash that takes %s of the context says so once', (_, context, lost, words) => {
  const steps = [
    step({ actor: 'lamp', event: { type: 'go' }, changes: [change('lamp', 'state', 'off', 'up')] }),
    step({
      kind: 'crash',
      actor: 'lamp',
      event: { type: 'crash' },
      changes: [
        change('lamp', 'state', 'up', 'crashed'),
        ...lost.map((name) => change('lamp', `context.${name}`, context[name]!, { $undefined: true })),
      ],
    }),
  ];
  const lines = rendered(counterexample({ actors: [actor('lamp', 'off', context)], steps })).split('\n');
  const at = lines.indexOf('2 ● lamp · crashes');
  expect(lines[at + 1]).toBe(`  │ lamp  ${words}`);
  expect(lines[at + 2]).toBe('  │');
});

test.each<[seen: number, words: string]>([
  [0, 'crashed → off; its context is as at the start'],
  [1, 'crashed → off, seen: undefined → 1'],
])('a restart with a context of %i says what it starts with', (seen, words) => {
  const nothing = { $undefined: true };
  const moves = (kind: 'crash' | 'restart', from: string, to: string, before: JsonValue, after: JsonValue) =>
    step({
      kind,
      actor: 'lamp',
      event: { type: kind },
      changes: [change('lamp', 'state', from, to), change('lamp', 'context.seen', before, after)],
    });
  const steps = [
    moves('crash', 'off', 'crashed', 0, nothing),
    moves('restart', 'crashed', 'off', nothing, seen),
  ];
  const lines = rendered(counterexample({ actors: [actor('lamp', 'off', { seen: 0 })], steps })).split('\n');
  expect(lines[lines.indexOf('2 ● lamp · restarts') + 1]).toBe(`  │ lamp  ${words}`);
});

test.each([40, 60, 80, 120])('no line of it is wider than a terminal of %i columns', (width) => {
  for (const line of rendered(slowLink, width).split('\n'))
    expect(stringWidth(line)).toBeLessThanOrEqual(width);
});
