import fc from 'fast-check';
import { expect, test } from 'vitest';
import { code, markdown, table } from './markdown-text.ts';
import { anyCounterexample } from './testing/arbitraries.ts';
import { dnsRace } from './testing/dns-race.ts';
import { replicatedLog } from './testing/replicated-log.ts';
import { counterexample } from './testing/trace-builder.ts';
import { renderMarkdown } from './trace-markdown.ts';

test('a small counterexample, whole', () => {
  expect(renderMarkdown(counterexample())).toBe(`# ✗ lamp, as-built: stays-dark is violated in 1 step

> The lamp stays dark.

**The lamp is on.**

- Property \`stays-dark\`, of every state
- System \`lamp\`
- Design \`as-built\`: Nothing is changed.
- Scope default

## What happens

At the start:

| actor |  | state | context |
| --- | --- | --- | --- |
| lamp |  | \`off\` |  |

1. **lamp** takes \`toggle\`. *lamp \`off\` → \`on\`.*

**Violated:** The lamp stays dark. The lamp is on.

## Step by step

|  | actor | event | within the step | what changed |
| --- | --- | --- | --- | --- |
| 1 | lamp | \`toggle\` |  | lamp: \`off\` → **\`on\`** |

## Sequence diagram

\`\`\`mermaid
sequenceDiagram
  participant a1 as lamp
  a1->>a1: 1. toggle
  Note over a1: on
  Note over a1: Violated: The lamp stays dark.<br/>The lamp is on.
\`\`\`
`);
});

test('the story is told in the words of the statecharts', () => {
  expect(renderMarkdown(dnsRace)).toContain(
    '\n2. **enactor-1** takes `PICK`: The Enactor looks for a plan to apply. It asks for the newest plan. The one-time check ' +
      'passes: the plan is newer than the one applied before. *enactor-1 `idle` → `applying`, plan `null` → `2`, endpoint ' +
      '`null` → `regional`.*\n',
  );
});

test('where a statechart says nothing, actor, event and changes do', () => {
  const text = renderMarkdown(replicatedLog);
  expect(text).toContain(
    '\n1. **follower-1** receives `hello term: 1` from leader, which it does not handle.\n',
  );
  expect(text).toContain(
    '\n8. **leader** receives `put key: colour, value: "7"` from client. `append index: 2, value: "7"` from leader to ' +
      'follower-2 is lost, because the channel is full. *leader `leading.accepting` → `stepping down`.*\n',
  );
});

test('the table has what happened within a step', () => {
  const text = renderMarkdown(replicatedLog);
  expect(text).toContain(
    '| → log `write value: deep blue`<br>&emsp;→ disk `store block: log/1, bytes: 9`<br>&emsp;← `stored block: log/1, ok: true`' +
      '<br>← log `written index: 1`<br>sends ⇢ follower-1 `append index: 1, value: deep blue`<br>',
  );
  expect(text).toContain('| alternative taken: 2<br>');
  expect(text).toContain('\nWhile starting: leader sends ⇢ follower-1 `hello term: 1`.\n');
  expect(text).toContain('\nWhat is different at the end:\n');
  expect(text).toContain(
    '\nStill under way at the end:\n\n- `append index: 2, value: "7"` from leader to follower-1\n',
  );
});

test('a run too long for a diagram has its table', () => {
  const [only] = counterexample().steps;
  const text = renderMarkdown(counterexample({ steps: Array.from({ length: 2000 }, () => only!) }));
  expect(text).toContain('The run is too long for one (2000 steps)');
  expect(text).not.toContain('```mermaid');
});

test('text of a model is no markup', () => {
  expect(markdown('*a* _b_ c_d [e](f) <g> `h` \\ a_')).toBe(
    '\\*a\\* \\_b\\_ c_d [e\\](f) \\<g\\> \\`h\\` \\\\ a\\_',
  );
  expect(markdown('# no heading')).toBe('\\# no heading');
  expect(markdown('1. no item')).toBe('1\\. no item');
  expect(markdown('- no item')).toBe('\\- no item');
  expect(markdown('by @someone in #12')).toBe('by @<!-- -->someone in #<!-- -->12');
  expect(code('a`b')).toBe('``a`b``');
  expect(code('`')).toBe('`` ` ``');
  expect(table(['a'], [['x|y\nz']])).toBe('| a |\n| --- |\n| x\\|y<br>z |');
});

test('whatever a counterexample holds, rows have as many cells as their heads and the diagram its fence', () => {
  fc.assert(
    fc.property(anyCounterexample, (trace) => {
      const text = renderMarkdown(trace);
      const cells = (line: string): number => line.match(/(?<!\\)\|/g)!.length;
      const rows = text.split('\n').filter((line) => line.startsWith('| '));
      for (const row of rows) expect([3, 5, 6]).toContain(cells(row));
      expect(text.match(/^```/gm)).toHaveLength(2);
      expect(text.endsWith('\n```\n')).toBe(true);
      expect(renderMarkdown(structuredClone(trace))).toBe(text);
    }),
    { numRuns: 40 },
  );
});
