// What README and docs show must work: their TypeScript is put together as the project it describes, compiled and checked.
import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { EXIT } from './check/gate.ts';
import { TempProject } from './cli/testing/temp-project.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
const documents = ['README.md', ...readdirSync(`${repository}/docs`).map((name) => `docs/${name}`)].filter(
  (path) => path.endsWith('.md'),
);

const run = promisify(execFile);

/** The blocks of one language in a document. */
function blocks(document: string, language: string): string[] {
  const text = readFileSync(`${repository}/${document}`, 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(
    (match) => match[1]!,
  );
}

const shown = documents.flatMap((document) => blocks(document, 'ts').map((text) => ({ document, text })));
const pathOf = (text: string): string | undefined => /^\/\/ (\S+\.ts)\n/.exec(text)?.[1];
const project = new TempProject(
  Object.fromEntries(shown.map(({ text }) => [pathOf(text) ?? 'properties/unnamed.ts', text])),
);
afterAll(() => project.remove());

test('every TypeScript block begins with the path of its file, each with another', () => {
  const paths = shown.map(({ document, text }) => pathOf(text) ?? `${document}: ${text.slice(0, 40)}`);
  expect(paths.filter((path) => !path.endsWith('.ts'))).toEqual([]);
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.length).toBeGreaterThan(5);
});

test('the blocks compile', async () => {
  const tsconfig = JSON.parse(readFileSync(`${repository}/tsconfig.json`, 'utf8')) as {
    compilerOptions: object;
  };
  project.write(
    'tsconfig.json',
    JSON.stringify({
      compilerOptions: {
        ...tsconfig.compilerOptions,
        paths: {
          premortem: [`${repository}/checker/index.ts`],
          'premortem/*': [`${repository}/checker/*/index.ts`],
        },
      },
      include: ['models', 'properties', 'premortem.config.ts'],
    }),
  );
  project.write('package.json', '{ "type": "module" }');
  const compiler = `${repository}/node_modules/typescript/bin/tsc`;
  const answer = await run(process.execPath, [compiler, '-p', project.root]).catch(
    (error: { stdout: string }) => error,
  );
  expect(answer.stdout).toBe('');
});

test('the suites among them are as they expect', async () => {
  const { code, stdout, stderr } = await project.run(['check', '--no-reports']);
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr });
});

test('the exit codes are those of the command', () => {
  const text = readFileSync(`${repository}/docs/gate-a-pull-request.md`, 'utf8');
  const told = [...text.matchAll(/^\| (\d+) \|/gm)].map((match) => Number(match[1]));
  expect(told).toEqual(Object.values(EXIT).toSorted((a, b) => a - b));
});

test('the --set command of the README leaves no verdict undecided', async () => {
  const commands = blocks('README.md', 'sh').flatMap((text) => text.split('\n'));
  const line = commands.find((command) => command.includes('--set'))!;
  const args = line.replace(/#.*/, '').trim().split(/\s+/).slice(2);
  const bin = `${repository}/bin/premortem.js`;
  const answer = await run(process.execPath, [bin, ...args, '--no-reports'], {
    cwd: repository,
    env: { ...process.env, NO_COLOR: '1' },
  }).catch((error: { stdout: string }) => error);
  expect(answer.stdout).toMatch(/gate: not judged {2}nothing is expected under --set/);
  expect(answer).not.toHaveProperty('code');
});
