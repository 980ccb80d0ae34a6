import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findings } from './structure.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'structure-'));
  const manifest = {
    dependencies: { 'ts-pattern': '*' },
    peerDependencies: { xstate: '*', vitest: '*', 'fast-check': '*' },
  };
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Writes one file into the tree and gives what is found in it, as `line: why`. */
function plant(file: string, text: string): string[] {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
  return findings(root).map(({ line, why }) => `${line}: ${why}`);
}

const allowed: [file: string, text: string][] = [
  ['checker/search/bfs.ts', `import { a } from '../step/a.ts'; import { b } from './b.ts';`],
  ['checker/step/adapter.ts', `import { initialTransition } from 'xstate';`],
  ['checker/trace/replay.ts', `import { step } from '../step/step.ts';`],
  ['checker/report/files.ts', `import { writeFileSync } from 'node:fs';`],
  ['checker/index.ts', `export * from './system/define.ts';`],
  ['checker/cli/main.ts', `import { check } from '../index.ts'; import { red } from '../report/colour.ts';`],
  ['checker/vitest/index.ts', `import { test } from 'vitest';`],
  [
    'checker/search/bfs.test.ts',
    `import { replay } from '../trace/replay.ts'; import { test } from 'vitest';`,
  ],
  ['checker/system/a.ts', `export const text = "import 'node:fs'"; // import { b } from '../step/b.ts';`],
  [
    'properties/dns.suite.ts',
    `import { suite } from 'premortem'; import { dns } from '../models/dns/system.ts';`,
  ],
  [
    'properties/dns.suite.test.ts',
    `import { readFileSync } from 'node:fs'; import { run } from 'premortem/vitest';`,
  ],
  ['models/dns/planner.ts', `import { setup } from 'xstate'; import { match } from 'ts-pattern';`],
];
test.each(allowed)('%s may: %s', (file, text) => {
  expect(plant(file, text)).toEqual([]);
});

const forbidden: [file: string, text: string, finding: string][] = [
  ['checker/system/a.ts', `import { b } from '../step/b.ts';`, '1: system imports the later layer step'],
  ['checker/step/a.ts', `import type { B } from '../search/b.ts';`, '1: step imports the later layer search'],
  ['checker/step/a.ts', `type B = import('../search/b.ts').B;`, '1: step imports the later layer search'],
  ['checker/step/a.ts', `export * from '../report/b.ts';`, '1: step imports the later layer report'],
  [
    'checker/trace/a.ts',
    `const b = await import('../report/b.ts');`,
    '1: trace imports the later layer report',
  ],
  ['checker/report/a.ts', `import { b } from '../cli/b.ts';`, '1: report imports the door cli'],
  ['checker/cli/a.ts', `import { b } from '../vitest/index.ts';`, '1: cli imports the door vitest'],
  ['checker/index.ts', `export * from './vitest/index.ts';`, '1: index imports the door vitest'],
  ['checker/step/a.ts', `import { b } from '../index.ts';`, "1: step imports the package's index"],
  ['checker/step/a.ts', `import { b } from 'premortem';`, '1: checker/ imports itself by name'],
  ['checker/step/a.ts', `import { b } from './testing/oracle.ts';`, '1: imports the test helper'],
  ['checker/step/a.ts', `import { b } from '../../models/dns/system.ts';`, '1: imports models/dns/system.ts'],
  ['checker/trace/a.ts', `import { join } from 'node:path';`, '1: trace imports node:path'],
  ['checker/search/a.ts', `import type { Snapshot } from 'xstate';`, '1: search imports xstate'],
  ['checker/report/a.ts', `import fc from 'fast-check';`, '1: report imports the optional peer fast-check'],
  ['checker/report/a.ts', `import { parse } from 'vite';`, '1: report imports vite, which users do not get'],
  ['checker/helpers/a.ts', `import { b } from '../step/b.ts';`, '1: checker/helpers/ is no known layer'],
  ['models/dns/a.ts', `import { b } from '../../checker/index.ts';`, '1: models/ reaches into checker/'],
  [
    'properties/a.test.ts',
    `import { b } from '../checker/step/b.ts';`,
    '1: properties/ reaches into checker/',
  ],
  ['models/dns/a.ts', `import { b } from '../../properties/b.ts';`, '1: models/ imports properties/b.ts'],
  ['models/dns/a.ts', `import { readFileSync } from 'node:fs';`, '1: models/ imports node:fs'],
  ['examples/a.ts', `import { b } from 'premortem/cli';`, '1: examples/ imports premortem/cli'],
];
test.each(forbidden)('%s may not: %s', (file, text, finding) => {
  expect(plant(file, text)).toEqual([expect.stringContaining(finding)]);
});

test('a finding names the line', () => {
  const text = `\n// why\nimport {\n  b,\n} from '../step/b.ts';`;
  expect(plant('checker/system/a.ts', text)).toEqual([expect.stringMatching(/^5: /)]);
});

test('an engine file may have 400 lines, its test more', () => {
  const lines = (count: number) => 'export {};\n'.repeat(count);
  expect(plant('checker/step/a.ts', lines(400))).toEqual([]);
  expect(plant('checker/step/a.test.ts', lines(401))).toEqual([]);
  expect(plant('checker/step/a.ts', lines(401))).toEqual(['401: 401 lines, more than 400']);
});
