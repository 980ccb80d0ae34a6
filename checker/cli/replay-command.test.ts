import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { COUNTER, suiteAround } from './testing/models.ts';
import type { Finished } from './testing/temp-project.ts';
import { TempProject } from './testing/temp-project.ts';

const SUITE = 'properties/counter.suite.ts';
const SMALL = 'counterexamples/counter/as-deployed/small.json';

const TRAP = 'counterexamples/walk/as-deployed/may-rest.json';

const DAMAGED: [file: string, says: RegExp][] = [
  ['half.json', /breaks off in line \d+|line \d+: expected JSON/],
  ['empty.json', /it is empty/],
  ['other-shape.json', /format/],
  ['of-version-2.json', /format 2; .* reads format 1/],
  ['too-deep.json', /nested more than 500 levels deep/],
  ['a-list.json', /expected an object, found a list/],
  ['no-text.json', /it is no text/],
  ['too-large.json', /holds 65 MiB, and a counterexample is never that large/],
];

const CHANGES: [from: string, to: string, code: number, says: RegExp][] = [
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
  [
    "stimuli: ['go']",
    'stimuli: []',
    1,
    /stale: .*at step 1 \(step\)\. Recorded: it takes go\. Now: .*not possible here/,
  ],
  ['it.context.n < 2 ', 'it.context.n < 3 ', 1, /no longer violates small: its 2 steps are as recorded/],
  ['it.context.n < 2 ', '(it as any).context.m.n < 3 ', 75, /property "small": it threw: .*reading 'n'/],
  ['n < size', 'n < size;;; }', 150, /properties\/counter\.suite\.ts does not load/],
];

const STEP_BY_STEP = (size: string): string =>
  suiteAround(
    'walk',
    `setup({ types: { context: {} as { n: number }, events: {} as { type: 'go' } } }).createMachine({
  context: { n: 0 }, on: { go: { guard: ({ context }) => context.n < ${size}, actions: assign({ n: ({ context }) => context.n + 1 }) } },
})`,
    {
      before: `import { alwaysPossible } from 'premortem';`,
      properties: `'may-rest': alwaysPossible(system, { description: 'It may rest.', observes: ['it'], holds: ({ it }) => it.context.n === 0 })`,
      expect: `'may-rest': violated(1)`,
    },
  );

/** What each call came to, by what is called and, for a changed model, which change it was. */
const finished = new Map<string, Finished>();

beforeAll(async () => {
  const project = new TempProject({ [SUITE]: COUNTER });
  project.part('short-trap', { [SUITE]: STEP_BY_STEP('4') });
  project.part('long-trap', { [SUITE]: STEP_BY_STEP('700') });
  await project.runEach([
    { part: '.', args: ['check', '--update'] },
    { part: 'short-trap', args: ['check', '--update'] },
    { part: 'long-trap', args: ['check', '--update'] },
  ]);
  const sound = project.read(SMALL);
  project.write(
    'short-trap/less.json',
    project.read(`short-trap/${TRAP}`).replace(/"trapped": 4/, '"trapped": 3'),
  );
  const files = {
    'half.json': sound.slice(0, sound.length / 2),
    'empty.json': '',
    'other-shape.json': '{ "hello": "world" }',
    'of-version-2.json': sound.replace('"format": 1', '"format": 2'),
    'too-deep.json': sound.replace('"n": 0', `"n": ${'['.repeat(9000)}${']'.repeat(9000)}`),
    'a-list.json': '[1, 2]',
    'no-text.json': '\u0089\0PNG',
    'too-large.json': '',
    'with-a-mark.json': `\uFEFF${sound}`,
    'other-words.json': sound.replace('It stays below two.', 'It stays.'),
    'of-another-suite.json': sound.replace('"suite": "counter"', '"suite": "conter"'),
    'renamed.json': sound.replace('"property": "small"', '"property": "smaller"'),
    'other-size.json': sound.replace('{"size": 2}', '{"size": 3}'),
  };
  for (const [name, text] of Object.entries(files)) project.write(`files/${name}`, text);
  truncateSync(join(project.root, 'files/too-large.json'), 65 * 1024 * 1024);
  CHANGES.forEach(([from, to], i) =>
    project.part(`change-${i}`, { [SUITE]: COUNTER.replace(from, to), [SMALL]: sound }),
  );
  const calls = [
    'replay counterexamples',
    `explain ${SMALL}`,
    'explain counterexamples',
    `replay ${SMALL} files/renamed.json files/empty.json`,
    ...Object.keys(files).flatMap((name) => [`replay files/${name}`, `explain files/${name}`]),
  ].map((line) => ({ name: line, part: '.', args: line.split(' ') }));
  const changed = CHANGES.map((_, i) => ({
    name: `change ${i}`,
    part: `change-${i}`,
    args: ['replay', SMALL],
  }));
  const traps = ['short-trap', 'long-trap', 'less'].map((name) => ({
    name,
    part: name === 'less' ? 'short-trap' : name,
    args: ['replay', name === 'less' ? 'less.json' : TRAP],
  }));
  const all = [...calls, ...changed, ...traps];
  (await project.runEach(all)).forEach((one, i) => finished.set(all[i]!.name, one));
  project.remove();
});

/** The answer of a call on one line, and its exit code. */
function told(name: string): { code: number | null; answer: string; complaint: string } {
  const { code, stdout, stderr } = finished.get(name)!;
  return { code, answer: stdout.replaceAll(/\s+/g, ' '), complaint: stderr };
}

test('replay passes runs that are as recorded', () => {
  const { code, answer, complaint } = told('replay counterexamples');
  expect({ code, complaint }).toEqual({ code: 0, complaint: '' });
  expect(answer).toMatch(/✓ .*gets-to-one\.json: still reaches gets-to-one in 1 step/);
  expect(answer).toMatch(/✓ .*small\.json: still violates small in 2 steps/);
});

test('explain tells a run', () => {
  const { code, answer, complaint } = told(`explain ${SMALL}`);
  expect({ code, complaint }).toEqual({ code: 0, complaint: '' });
  expect(answer).toMatch(/small is violated in 2 steps.*n: 0 → 1.*n: 1 → 2.*It stays below two/);
});

test.each(DAMAGED)('%s cannot be read, by replay or by explain', (file, says) => {
  const replayed = told(`replay files/${file}`);
  expect(replayed).toMatchObject({ code: 2, complaint: '' });
  expect(replayed.answer).toMatch(says);
  const explained = told(`explain files/${file}`);
  expect(explained).toMatchObject({ code: 2, answer: '' });
  expect(explained.complaint).toMatch(says);
  expect(explained.complaint).toContain(`files/${file}`);
});

test('a file that does not fit its suite says what differs', () => {
  const suite = told('replay files/of-another-suite.json');
  expect(suite.code).toBe(2);
  expect(suite.answer).toMatch(/of a suite that is not here: "conter"\. Did you mean "counter"\?/);
  const property = told('replay files/renamed.json');
  expect(property.code).toBe(1);
  expect(property.answer).toMatch(
    /stale: .*at the start.*Recorded: property "smaller"\. Now: the suite has small, gets-to-one/,
  );
  const size = told('replay files/other-size.json');
  expect(size.code).toBe(1);
  expect(size.answer).toMatch(
    /stale: .*at the start \(parameters\)\. Recorded: \{"size":3\}\. Now: \{"size":2\}/,
  );
});

test('words of a file that are not those of the model are told; a byte-order mark is none', () => {
  const words = told('replay files/other-words.json');
  expect(words.code).toBe(1);
  expect(words.answer).toMatch(
    /stale: it differs in its heading \(statement\)\. Recorded: It stays\. Now: It stays below two\./,
  );
  expect(told('replay files/with-a-mark.json').code).toBe(0);
});

test.each<[name: string, code: number, says: string]>([
  [
    'short-trap',
    0,
    'in 1 step; of the 4 trapped states that it tells of replay sees 4: only `premortem check` counts them all',
  ],
  [
    'long-trap',
    0,
    'in 1 step; of the 700 trapped states that it tells of replay looks at 500 and no further: only `premortem check` looks at all',
  ],
  ['less', 1, 'stale: it differs in its heading (trapped). Recorded: 3. Now: 4.'],
])('what replay does not know of a trap it says: %s', (name, code, says) => {
  const { answer, code: given } = told(name);
  expect(answer).toContain(says);
  expect(given).toBe(code);
});

test('a folder of counterexamples is explained one by one', () => {
  const { code, answer } = told('explain counterexamples');
  expect(code).toBe(0);
  expect(answer).toMatch(/gets-to-one is reached in 1 step.*small is violated in 2 steps/);
});

test('of several files each is told of, and the gravest decides', () => {
  const { code, answer } = told(`replay ${SMALL} files/renamed.json files/empty.json`);
  expect(code).toBe(2);
  expect(answer).toMatch(/✓ .*small\.json.*✗ .*renamed\.json.*✗ .*empty\.json/);
});

test.each(CHANGES.map(([from, to, code, says], i) => ({ from, to, code, says, i })))(
  'with $from changed to $to the file says so',
  ({ code, says, i }) => {
    const { answer, code: given } = told(`change ${i}`);
    expect(answer).toMatch(says);
    expect(given).toBe(code);
  },
);
