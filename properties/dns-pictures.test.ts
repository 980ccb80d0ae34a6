// docs/the-dns-race.md shows the diagrams of counterexamples: these are what the committed files have.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectInReadme } from './testing/readme-table.ts';

const page = new URL('../docs/the-dns-race.md', import.meta.url);
const shown = [...readFileSync(page, 'utf8').matchAll(/^<!-- (dynamodb\S+) -->$/gm)].map(([, name]) => name!);

test('there is a picture of each telling', () => {
  const systems = new Set(shown.map((name) => name.split('/')[0]));
  expect([...systems]).toEqual([
    'dynamodb-dns',
    'dynamodb-dns-trees',
    'dynamodb-dns-copies',
    'dynamodb-dns-lock',
  ]);
});

test.each(shown)('the picture of %s is that of its counterexample (UPDATE_TABLES=1 writes it)', (name) => {
  const story = readFileSync(new URL(`../counterexamples/${name}.md`, import.meta.url), 'utf8');
  const diagram = /```mermaid\nsequenceDiagram\n[\s\S]*?\n```\n/.exec(story);
  expect(diagram, `the diagram of ${name}`).not.toBeNull();
  expectInReadme(page, name, `\n${diagram![0]}\n`);
});
