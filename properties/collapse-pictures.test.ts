// docs/the-collapse.md shows a lasso: both of its pictures are those of the committed counterexample.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectInReadme } from './testing/readme-table.ts';

const page = new URL('../docs/the-collapse.md', import.meta.url);
const name = 'dwfm-collapse/as-deployed/the-recovery-never-goes-round-without-progress';
const read = (ending: 'json' | 'md') =>
  readFileSync(new URL(`../counterexamples/${name}.${ending}`, import.meta.url), 'utf8');

interface Change {
  path: string;
  after: unknown;
}
interface Counterexample {
  parameters: { droplets: number; timeout: number };
  steps: { event: { type: string }; changes: Change[] }[];
  forever: { kind: string; from: number };
}

/** What happens from one tick to the next is an arrow; the queue as it is after a tick is a place. */
function lasso({ parameters: { droplets, timeout }, steps, forever }: Counterexample): string {
  const known: { valid: number; attempts: number[] } = { valid: droplets, attempts: [] };
  const place = () => {
    const queue = known.attempts.map((age) => (age > timeout ? '×' : String(age))).join(' ');
    return `${known.valid} of ${droplets} leases<br/>${queue === '' ? 'nothing queued' : queue}`;
  };
  const lines: string[] = [];
  let [at, events, goesTo] = ['start', [] as string[], ''];
  steps.forEach(({ event, changes }, i) => {
    for (const { path, after } of changes) {
      if (path === 'context.valid') known.valid = after as number;
      if (path === 'context.attempts') known.attempts = after as number[];
    }
    events.push(event.type);
    const isTick = event.type === 'serve' || event.type === 'comeBack';
    if (!isTick) return;
    const number = i + 1;
    const isLast = number === steps.length;
    const to = isLast ? goesTo : `after${number}`;
    if (number === forever.from) goesTo = to;
    const many = events.filter((type) => type === 'enqueue').length;
    const others = events.filter((type) => type !== 'enqueue');
    const words = [...(many === 0 ? [] : [many === 1 ? 'enqueue' : `${many} × enqueue`]), ...others].join(
      ', ',
    );
    lines.push(`  ${at} -- "${words}" --> ${isLast ? to : `${to}["${place()}"]`}`);
    [at, events] = [to, []];
  });
  return [
    'flowchart TD',
    `  start["${droplets} of ${droplets} leases<br/>nothing queued"]`,
    ...lines,
    `  style ${goesTo} stroke-width:4px`,
  ].join('\n');
}

const counterexample = JSON.parse(read('json')) as Counterexample;

test('the run is a lasso, and its last tick leads back to where the round began', () => {
  expect(counterexample.forever).toMatchObject({ kind: 'cycle' });
  const drawn = lasso(counterexample);
  expect(drawn).toMatch(/^ {2}(after\d+) -- "enqueue, serve" --> \1$/m);
  expect(drawn).not.toContain('--> \n');
});

test('the lasso (UPDATE_TABLES=1 draws it)', () => {
  expectInReadme(page, 'lasso', `\n\`\`\`mermaid\n${lasso(counterexample)}\n\`\`\`\n\n`);
});

test('what is said in each step is the picture of the counterexample (UPDATE_TABLES=1 writes it)', () => {
  const diagram = /```mermaid\nsequenceDiagram\n[\s\S]*?\n```\n/.exec(read('md'));
  expect(diagram, `the diagram of ${name}`).not.toBeNull();
  expectInReadme(page, name, `\n${diagram![0]}\n`);
});
