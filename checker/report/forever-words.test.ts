import picocolors from 'picocolors';
import stringWidth from 'fast-string-width';
import { expect, test } from 'vitest';
import type { Counterexample } from '../trace/trace.ts';
import { foreverSentence, fairnessLines } from './forever-words.ts';
import { mermaidSequence } from './mermaid.ts';
import { tick } from './testing/slow-link.ts';
import { actor, change, counterexample, message, step } from './testing/trace-builder.ts';
import { renderMarkdown } from './trace-markdown.ts';
import { renderTrace } from './trace-terminal.ts';

const ask = { type: 'ask' };
const want = step({
  actor: 'client',
  event: { type: 'want' },
  sent: [message('client', 'server', ask)],
  changes: [change('client', 'state', 'idle', 'waiting')],
});
const timeout = step({
  kind: 'timeout',
  actor: 'client',
  event: { type: 'xstate.after.patience.client.waiting' },
  at: 0,
  sent: [message('client', 'server', ask)],
});

/** Nobody answers. */
const waiting = counterexample({
  system: 'post',
  suite: 'post',
  time: 500,
  property: 'answered-in-the-end',
  kind: 'leads-to',
  statement: 'who waits is answered in the end',
  because: null,
  actors: [actor('client', 'idle', { $undefined: true }), actor('server', 'up', { $undefined: true })],
  steps: [want],
});

/** After a tick, two more, a timeout and a loss go round for ever. */
const round: Counterexample = {
  ...waiting,
  steps: [
    want,
    tick,
    tick,
    tick,
    timeout,
    step({ kind: 'lose', actor: 'server', from: 'client', event: ask, at: 1 }),
  ],
  awaitedSince: 1,
  forever: {
    kind: 'cycle',
    from: 2,
    fairness: [
      { name: 'time', strength: 'strong', taken: [3, 4], disabledAfter: 4 },
      {
        name: 'timer client xstate.after.patience.client.waiting',
        strength: 'weak',
        taken: [5],
        disabledAfter: 2,
      },
      { name: 'delivery client -> server', strength: 'weak', taken: [], disabledAfter: 2 },
      { name: 'all of it', strength: 'weak', taken: [3, 4, 5, 6], disabledAfter: null },
    ],
  },
  inFlight: [message('client', 'server', ask)],
};

/** The run ends, although a message is there and its sender could go. */
const end: Counterexample = {
  ...waiting,
  awaitedSince: 0,
  forever: {
    kind: 'end',
    unfair: [
      { kind: 'delivery', actor: 'server', from: 'client', event: ask },
      { kind: 'timeout', actor: 'client', from: null, event: timeout.event },
      { kind: 'lose', actor: 'server', from: 'client', event: ask },
      { kind: 'crash', actor: 'server', from: null, event: { type: 'crash' } },
      { kind: 'tick', actor: '', from: null, event: { type: 'tick' } },
    ],
  },
};

const trap = (trapped: number): Counterexample => ({
  ...waiting,
  property: 'may-be-answered',
  kind: 'always-possible',
  statement: 'an answer stays possible',
  trapped,
});

/** A trap from which a restart would lead, but for what counts. */
const shut: Counterexample = {
  ...trap(1),
  uncounted: [
    { kind: 'restart', actor: 'server', from: null, event: { type: 'restart' } },
    { kind: 'restart', actor: 'server', from: null, event: { type: 'restart' } },
  ],
};

/** A monitor that has seen the client ask. */
const watched: Counterexample = {
  ...waiting,
  kind: 'monitor',
  remembered: ['content', 'waiting {"since":"1"}'],
};

function lines(trace: Counterexample, width = 80): string[] {
  return renderTrace(trace, { width, colour: picocolors.createColors(false) }).split('\n');
}

/** The lines from one that begins so. */
function from(start: string, trace: Counterexample): string {
  const all = lines(trace);
  return all.slice(all.findIndex((line) => line.startsWith(start))).join('\n');
}

test('a run that goes round, in a terminal: where the round begins, since when it is awaited, why it is fair', () => {
  expect(lines(round).slice(0, 2)).toEqual([
    '✗ answered-in-the-end is violated: 2 steps, then 4 steps again and again',
    '  Who waits is answered in the end.',
  ]);
  expect(from('1 ●', round)).toBe(
    `
1 ● client · want
  │   sends ⇢ server: ask
  │ client  idle → waiting
2 ● time · a tick passes
  ↻ from here on, again and again
3 ● time · steps 3-4: 2 ticks pass (now at tick 3)
5 ● client · timer: after patience in client.waiting
  │   sends ⇢ server: ask
6 ● server ⇠ client · ask is lost on its way
  │
  ✗ Violated: Who waits is answered in the end.
    Everything is as it was after step 2: steps 3 to 6 may go on for ever. What
    is awaited since step 1 never comes.
    what is different at the end
      client  waiting
    and it is fair: every round gives its due to
      time                                taken in every round (steps 3, 4)
                                          (strongly fair)
      timer client after patience in client.waiting
                                          taken in every round (step 5)
      delivery client -> server           not possible after step 2
      all of it                           taken in every round (steps 3-6)
    still under way
      client ⇢ server: ask`.slice(1),
  );
});

test('a run that goes round, in Markdown', () => {
  const text = renderMarkdown(round);
  expect(text).toContain(
    `
1. **client** takes \`want\`. *client \`idle\` → \`waiting\`.*
2. **time** a tick passes.

↻ *From here on, again and again:* *Steps 3-4:* 2 ticks pass (now at tick 3).

5. **client** timer: after patience in client.waiting.
6. **server** ask is lost on its way from client.

**Violated:** Who waits is answered in the end. Everything is as it was after step 2: steps 3 to 6 may go on for ever. What is awaited since step 1 never comes.

It is fair: every round gives its due to each condition.

| condition |  |
| --- | --- |
| time | taken in every round (steps 3, 4) (strongly fair) |
| timer client after patience in client.waiting | taken in every round (step 5) |
| delivery client -\\> server | not possible after step 2 |
`,
  );
});

test('ticks before a round and ticks in it are a paragraph each', () => {
  const forever = { kind: 'cycle', from: 2, fairness: [] } as const;
  expect(renderMarkdown(counterexample({ steps: [tick, tick, tick, tick], forever }))).toContain(
    `

*Steps 1-2:* 2 ticks pass (now at tick 2).

↻ *From here on, again and again:* *Steps 3-4:* 2 ticks pass (now at tick 4).

**Violated:**`,
  );
});

test('a run that goes round, as a diagram: a loop that is closed before the verdict', () => {
  expect(mermaidSequence(round)).toBe(
    `
sequenceDiagram
  participant a1 as client
  participant a2 as server
  a1->>a1: 1. want
  a1--)a2: ask (sent)
  Note over a1: waiting
  Note over a1,a2: 2. a tick passes
  loop again and again
  Note over a1,a2: 3-4. 2 ticks pass (now at tick 3)
  a1->>a1: 5. timer: after patience in<br/>client.waiting
  a1--)a2: ask (sent)
  a1--xa2: 6. ask is lost on its way
  end
  Note over a1,a2: Violated: Who waits is answered in the #101;nd.<br/>Everything is as it was after step 2: steps 3 to 6 may<br/>go on for ever. What is awaited since step 1 never<br/>comes.`.trimStart(),
  );
});

test('a run that ends, with the steps that could save it but that nobody has to take', () => {
  expect(lines(end)[0]).toBe('✗ answered-in-the-end is violated: a run may end after 1 step');
  expect(from('  ✗ Violated', end)).toBe(
    `
  ✗ Violated: Who waits is answered in the end.
    The run may end here for ever: no step that fairness asks for is possible.
    What is awaited since the start never comes.
    what is different at the end
      client  waiting
    possible here, but nobody has to: server ask from client, client timer:
      after patience in client.waiting, server ask is lost on its way, server
      crashes, time a tick passes`.slice(1),
  );
  expect(renderMarkdown(end)).toContain(
    '\nPossible here, but nobody has to: `server ask from client`, `client timer: after patience in client.waiting`, ' +
      '`server ask is lost on its way`, `server crashes`, `time a tick passes`.\n',
  );
  expect(mermaidSequence(end).split('\n').at(-1)).toBe(
    '  Note over a1,a2: Violated: Who waits is answered in the #101;nd.<br/>The run may #101;nd here for ever: no step that ' +
      'fairness<br/>asks for is possible. What is awaited since the start<br/>never comes.',
  );
});

test.each([
  [1, 'From here on no step that counts as a way there leads to it.'],
  [
    2,
    'From here on no step that counts as a way there leads to it. The same is true of 1 other state that can be reached.',
  ],
  [
    1501,
    'From here on no step that counts as a way there leads to it. The same is true of 1,500 other states that can be reached.',
  ],
])('of a trap of %i states it is said that they are no way out', (trapped, words) => {
  const trace = trap(trapped);
  expect(lines(trace)[0]).toBe('✗ may-be-answered is violated: out of reach after 1 step');
  expect(lines(trace).join(' ').replaceAll(/\s+/g, ' ')).toContain(
    `An answer stays possible. ${words} what is different at the end`,
  );
  expect(renderMarkdown(trace)).toContain(`\n**Violated:** An answer stays possible. ${words}\n`);
  expect(mermaidSequence(trace).replaceAll('<br/>', ' ')).toMatch(
    new RegExp(`: An answer stays possible\\. ${words}$`),
  );
});

test('what a monitor remembers is listed where it changes', () => {
  expect(from('    the monitor, after', watched)).toBe(
    `
    the monitor, after
      the start  content
      step 1     waiting {"since":"1"}`.slice(1),
  );
  expect(renderMarkdown(watched)).toContain(
    '\n| after | the monitor |\n| --- | --- |\n| the start | `content` |\n| step 1 | `waiting {"since":"1"}` |\n',
  );
});

test('a cycle of one step, and one from the start on, are told as such', () => {
  const once = counterexample({ forever: { kind: 'cycle', from: 0, fairness: [] } });
  expect(foreverSentence(once)).toBe('Everything is as it was after the start: step 1 may go on for ever.');
  const idle = { name: 'x', strength: 'weak', taken: [], disabledAfter: null } as const;
  expect(fairnessLines({ ...once, forever: { kind: 'cycle', from: 0, fairness: [idle] } })).toEqual([
    { name: 'x', how: 'never possible' },
  ]);
});

test.each([40, 60, 80, 120])('no line is wider than a terminal of %i columns', (width) => {
  for (const trace of [round, end, trap(1501), watched])
    for (const line of lines(trace, width)) expect(stringWidth(line)).toBeLessThanOrEqual(width);
});

test('what is possible in a trap and does not count is told, once each', () => {
  expect(lines(shut).at(-1)).toBe(
    '    possible here, but does not count: server restarts (`using` may pick it)',
  );
  expect(renderMarkdown(shut)).toContain(
    '\n\nPossible here, but does not count: `server restarts` (`using` may pick it).\n',
  );
  const crash = { kind: 'crash', actor: 'client', from: null, event: { type: 'crash' } } as const;
  const two = lines({ ...shut, uncounted: [...shut.uncounted!, crash] });
  expect(two.join(' ').replaceAll(/\s+/g, ' ')).toContain(
    'possible here, but do not count: server restarts, client crashes (`using` may pick them)',
  );
});
