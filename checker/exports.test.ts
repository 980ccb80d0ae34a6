import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as main from './index.ts';
import * as fastCheck from './fast-check/index.ts';
import * as graph from './graph/index.ts';
import * as vitest from './vitest/index.ts';

const ENTRIES: Readonly<Record<string, object>> = {
  premortem: main,
  'premortem/vitest': vitest,
  'premortem/fast-check': fastCheck,
  'premortem/graph': graph,
};

const root = new URL('../', import.meta.url);
const pages = ['README.md', ...readdirSync(new URL('docs/', root)).map((name) => `docs/${name}`)];

/** The names that a page imports in its code, or says in its text to come from an entry: `name(…)` from `premortem/x`. */
function namesOf(page: string): [entry: string, name: string][] {
  const text = readFileSync(new URL(page, root), 'utf8');
  const imports = [...text.matchAll(/import \{([^}]*)\} from '(premortem[\w/-]*)'/g)].flatMap(
    ([, names, entry]) =>
      names!
        .split(',')
        .filter((name) => name.trim() !== '')
        .map((name): [string, string] => [entry!, name.trim()]),
  );
  const words = [...text.matchAll(/((?:`\w+\([^`]*\)`(?: and |, )?)+) from `(premortem[\w/-]*)`/g)].flatMap(
    ([, names, entry]) =>
      [...names!.matchAll(/`(\w+)\(/g)].map(([, name]): [string, string] => [entry!, name!]),
  );
  return [...imports, ...words];
}

test('every name that the documentation uses is exported', () => {
  const used = pages.filter((page) => page.endsWith('.md')).flatMap(namesOf);
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter(([entry, name]) => !(name in (ENTRIES[entry] ?? {})))).toEqual([]);
});

test('a system can be walked by hand without another entry', () => {
  expect(main.instantiate).toBeTypeOf('function');
});
