import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonReport } from '../report/json.ts';
import { COUNTER, suiteAround } from './testing/models.ts';
import type { Finished } from './testing/temp-project.ts';
import { TempProject } from './testing/temp-project.ts';

const STACK = /^\s+at .+:\d+:\d+\)?$/m;

/** A suite of a statechart whose guard does something first. */
function guarded(name: string, before: string): string {
  return suiteAround(
    name,
    `createMachine({ id: 'm', initial: 'a', states: { a: { on: { go: { guard: () => { ${before}; return true; }, target: 'b' } } }, b: {} } })`,
  );
}

describe('code that runs when a suite is loaded', () => {
  const FILES: [name: string, text: string, says: RegExp][] = [
    ['never-ends', `await new Promise(() => {});`, /never-ends\.suite\.ts: its top-level await never ends/],
    [
      'exits',
      `\nprocess.exit(0);`,
      /exits\.suite\.ts does not load: it called process\.exit\(0\) \(at .*exits\.suite\.ts:2\)/,
    ],
    [
      'fails-later',
      `setTimeout(() => { throw new Error('too late'); });\nawait new Promise((done) => setTimeout(done, 50));`,
      /fails-later\.suite\.ts does not load: too late/,
    ],
    [
      'other-default',
      `export default { properties: {} };`,
      /other-default\.suite\.ts exports no suite \(its default export is another object\)/,
    ],
    [
      'null-default',
      `export default null;`,
      /null-default\.suite\.ts exports no suite \(its default export is null\)/,
    ],
    [
      'promises',
      `export default Promise.resolve(1);`,
      /promises\.suite\.ts exports no suite \(its default export is a promise\)/,
    ],
    [
      'misdeclares',
      `import { invariant } from 'premortem';\n\nexport default invariant({} as never, {} as never);`,
      /misdeclares\.suite\.ts: invariant: its first argument must be a system.* \(at .*misdeclares\.suite\.ts:3\)/,
    ],
  ];
  let project: TempProject;
  let finished: Finished;

  beforeAll(async () => {
    const files = FILES.map(([name, text]): [string, string] => [
      `properties/${name}.suite.ts`,
      `${text}\nexport {};\n`,
    ]);
    project = new TempProject({ ...Object.fromEntries(files), 'properties/counter.suite.ts': COUNTER });
    finished = await project.run(['check', '--json']);
  });
  afterAll(() => project.remove());

  test.each(FILES)('%s is told with its file', (_name, _text, says) => {
    expect(finished.stderr).toMatch(says);
  });

  test('keeps the run from being one, and writes nothing', () => {
    const { checks, errors } = JSON.parse(finished.stdout) as JsonReport;
    expect([finished.code, checks, errors.length]).toEqual([150, [], FILES.length]);
    expect(finished.stderr.trim().split('\n')).toHaveLength(FILES.length);
    expect(finished.stderr).not.toMatch(STACK);
    expect(project.files('reports')).toEqual([]);
  });
});

describe('code that runs in a search', () => {
  let project: TempProject;
  let noisy: Finished;
  let exits: Finished;
  let stray: Finished;

  beforeAll(async () => {
    project = new TempProject({
      'properties/noisy.suite.ts': `process.stdout.write('loading\\n');\n${guarded('noisy', `console.log('by console'); process.stdout.write('by stdout\\n')`)}`,
      'properties/exits.suite.ts': guarded('exits', `process.exit(0)`),
      'properties/stray.suite.ts': guarded('stray', `void Promise.reject(new Error('nobody waits'))`),
    });
    noisy = await project.run(['check', 'noisy', '--json', '--no-reports']);
    exits = await project.run(['check', 'exits']);
    stray = await project.run(['check', 'stray']);
  });
  afterAll(() => project.remove());

  test('writes to stderr, whatever way it writes', () => {
    expect((JSON.parse(noisy.stdout) as JsonReport).checks).toMatchObject([{ verdict: 'holds' }]);
    for (const text of ['loading', 'by console', 'by stdout']) expect(noisy.stderr).toContain(`${text}\n`);
  });

  test('cannot end the process', () => {
    expect(exits.code).toBe(75);
    expect(exits.stdout.replaceAll(/\s+/g, ' ')).toMatch(/state a, event go: .*it called process\.exit\(0\)/);
  });

  test('that fails where nobody waits for it is an error of user code', () => {
    expect(stray.code).toBe(75);
    expect(stray.stderr).toMatch(/code that a suite set going failed on its own: nobody waits/);
    expect(stray.stderr).not.toMatch(STACK);
  });
});

describe('code that goes on when the answer is out', () => {
  const EXIT_CODE = `
process.exitCode = 0;
setTimeout(() => { process.exitCode = 0; }, 20);
process.on('beforeExit', () => { process.exitCode = 0; });
process.on('exit', () => { process.exitCode = 0; throw new Error('in an exit listener'); });`;
  const LATE = `
process.on('exit', () => process.stdout.write('on exit'));
setInterval(() => process.stdout.write('late'), 1);`;
  let project: TempProject;
  let finished: Finished[];

  beforeAll(async () => {
    project = new TempProject({
      'properties/exit-code.suite.ts': guarded('exit-code', 'process.exitCode = 0') + EXIT_CODE,
      'properties/late.suite.ts': guarded('late', '') + LATE,
    });
    finished = [
      await project.run(['check', 'exit-code', '--no-reports']),
      await project.run(['check', 'late', '--json', '--no-reports']),
    ];
  });
  afterAll(() => project.remove());

  test('does not decide the exit code', () => {
    expect(finished[0]!.stdout).toMatch(/gate: fail/);
    expect(finished[0]!.code).toBe(3);
  });

  test('writes nothing below the answer, and is not waited for', () => {
    expect((JSON.parse(finished[1]!.stdout) as JsonReport).checks).toHaveLength(1);
    expect(finished[1]!.code).toBe(3);
  });
});
