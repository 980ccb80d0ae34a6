import { afterAll, beforeAll, expect, test } from 'vitest';
import { COUNTER } from './testing/models.ts';
import type { Finished } from './testing/temp-project.ts';
import { TempProject } from './testing/temp-project.ts';

const SUITE = 'properties/counter.suite.ts';
const SMALL = 'counterexamples/counter/as-deployed/small.json';

let project: TempProject;
let sound: string;
beforeAll(async () => {
  project = new TempProject({ [SUITE]: COUNTER });
  await project.runEach([['check', '--update']]);
  sound = project.read(SMALL);
  project.write('files/half.json', sound.slice(0, sound.length / 2));
  project.write('files/empty.json', '');
  project.write('files/other-shape.json', '{ "hello": "world" }');
  project.write('files/of-version-2.json', sound.replace('"format": 1', '"format": 2'));
  project.write('files/of-another-suite.json', sound.replace('"suite": "counter"', '"suite": "conter"'));
  project.write('files/renamed.json', sound.replace('"property": "small"', '"property": "smaller"'));
  project.write(
    'files/other-size.json',
    sound.replace('"set": {}', '"set": {"size": 3}').replace('{"size": 2}', '{"size": 3}'),
  );
});
afterAll(() => project.remove());

test('replay passes a run that is as recorded, and explain tells it', async () => {
  const [replayed, explained] = (await project.runEach([
    ['replay', 'counterexamples'],
    ['explain', SMALL],
  ])) as [Finished, Finished];
  expect(replayed).toMatchObject({ code: 0, stderr: '' });
  expect(replayed.stdout).toMatch(/✓ .*gets-to-one\.json: still reaches gets-to-one in 1 step/);
  expect(replayed.stdout).toMatch(/✓ .*small\.json: still violates small in 2 steps/);
  expect(explained).toMatchObject({ code: 0, stderr: '' });
  expect(explained.stdout).toMatch(
    /small is violated in 2 steps[^]*n: 0 → 1[^]*n: 1 → 2[^]*It stays below two/,
  );
});

const DAMAGED: [file: string, says: RegExp][] = [
  ['half.json', /breaks off in line \d+|line \d+: expected JSON/],
  ['empty.json', /it is empty/],
  ['other-shape.json', /format/],
  ['of-version-2.json', /format 2; .* reads format 1/],
];
test('a file that cannot be read is said to be so by replay and by explain', async () => {
  const finished = await project.runEach(
    DAMAGED.flatMap(([file]) => [
      ['replay', `files/${file}`],
      ['explain', `files/${file}`],
    ]),
  );
  for (const [i, [file, says]] of DAMAGED.entries()) {
    const [replayed, explained] = [finished[2 * i]!, finished[2 * i + 1]!];
    expect(replayed, file).toMatchObject({ code: 2, stderr: '' });
    expect(replayed.stdout.replaceAll(/\s+/g, ' '), file).toMatch(says);
    expect(explained, file).toMatchObject({ code: 2, stdout: '' });
    expect(explained.stderr, file).toMatch(says);
    expect(explained.stderr, file).toContain(`files/${file}`);
  }
});

test('a file that no longer fits its suite says what differs', async () => {
  const finished = await project.runEach([
    ['replay', 'files/of-another-suite.json'],
    ['replay', 'files/renamed.json'],
    ['replay', 'files/other-size.json'],
    ['replay', SMALL, 'files/renamed.json', 'files/empty.json'],
  ]);
  const [suite, property, size, several] = finished.map(({ stdout }) => stdout.replaceAll(/\s+/g, ' '));
  expect(finished.map(({ code }) => code)).toEqual([2, 1, 1, 2]);
  expect(suite).toMatch(/of suite "conter", which is not among the suites here: counter/);
  expect(property).toMatch(
    /stale: .*at the start.*Recorded: property "smaller"\. Now: the suite has small, gets-to-one/,
  );
  expect(size).toMatch(
    /stale: .*at the start \(actors at the start\)\. Recorded: .*"size":2.*Now: .*"size":3/,
  );
  expect(several).toMatch(/✓ .*small\.json.*✗ .*renamed\.json.*✗ .*empty\.json/);
});

test.each([
  [
    'context.n + 1',
    'context.n + 2',
    1,
    /stale: .*at step 1 \(changes\)\. Recorded: .*"after":1.*Now: .*"after":2/,
  ],
  [
    'n < size',
    'n < 1',
    1,
    /stale: .*at step 2 \(handled\)\. Recorded: a transition handles it\. Now: no transition handles it\./,
  ],
  ['it.context.n < 2 ', 'it.context.n < 3 ', 1, /no longer violates small: its 2 steps are as recorded/],
  ['it.context.n < 2 ', '(it as any).context.m.n < 3 ', 75, /property "small": it threw: .*reading 'n'/],
  ['n < size', 'n < size;;; }', 150, /properties\/counter\.suite\.ts does not load/],
])('with %s changed to %s', async (from, to, code, says) => {
  const changed = new TempProject({ [SUITE]: COUNTER.replace(from, to), [SMALL]: sound });
  const finished = await changed.run(['replay', SMALL]);
  expect(finished.code).toBe(code);
  expect(finished.stdout.replaceAll(/\s+/g, ' ')).toMatch(says);
  changed.remove();
});
