import { afterAll, beforeAll, expect, test } from 'vitest';
import { COUNTER } from './testing/models.ts';
import { TempProject } from './testing/temp-project.ts';

const CONTROLS = '\u001b]0;title\u0007\u009b31m';
const LITERAL = '\\u001b]0;title\\u0007\\u009b31m';

let project: TempProject;
beforeAll(() => {
  project = new TempProject({
    'properties/counter.suite.ts': COUNTER.replace('A system called counter.', `A system ${LITERAL} of mine.`)
      .replace('how far it counts', `how far ${LITERAL}`)
      .replace('As it is.', `As ${LITERAL} it is.`)
      .replace('It is never negative.', `It is ${LITERAL} never negative.`)
      .replace(`holds: ({ it }) => it.context.n < 2`, `$&, because: () => '${LITERAL}'`),
  });
});
afterAll(() => project.remove());

test('no control character of a model reaches the terminal, or a file', async () => {
  const finished = await project.runEach([['list'], ['list', '--json'], ['check'], ['check', '--json']]);
  const files = project.files('reports').map((file) => project.read(file));
  expect(files.length).toBeGreaterThan(0);
  const texts = [...finished.flatMap(({ stdout, stderr }) => [stdout, stderr]), ...files];
  for (const text of texts) expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  expect((JSON.parse(finished[3]!.stdout) as { gate: string }).gate).toBe('pass');
  expect(JSON.stringify(JSON.parse(finished[1]!.stdout))).toContain(JSON.stringify(CONTROLS).slice(1, -1));
});
