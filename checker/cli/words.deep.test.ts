import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COUNTER, suiteAround } from './testing/models.ts';
import type { Finished } from './testing/temp-project.ts';
import { TempProject } from './testing/temp-project.ts';

const COUNTER_WITH_REFS = COUNTER.replace(
  "{ description: 'As it is.' }",
  "{ ref: 'D0', description: 'As it is.' }",
);

/** Fails in its second step. */
const FAILS = suiteAround(
  'fails',
  `createMachine({ id: 'm', initial: 'a', states: {
    a: { on: { go: 'b' } }, b: { on: { go: { guard: () => { throw new Error('it broke'); }, target: 'a' } } } } })`,
);

const CALLS = [
  ['list', 'counter'],
  ['check', '--design', 'D9'],
  ['check', 'counter', '--set', 'size=3', '--property', 'small', '--no-reports'],
  ['check', 'fails', '--no-reports'],
  ['list', 'nothing'],
];

let project: TempProject;
let finished: Finished[];
beforeAll(async () => {
  project = new TempProject({
    'properties/counter.suite.ts': COUNTER_WITH_REFS,
    'properties/fails.suite.ts': FAILS,
  });
  finished = await project.runEach(CALLS);
});
afterAll(() => project.remove());

describe('what the command says', () => {
  test('of the suites that were named alone', () => {
    expect(finished[0]!.stdout).toMatch(/^counter /m);
    expect(finished[0]!.stdout).not.toMatch(/^fails /m);
    expect([finished[4]!.code, finished[4]!.stderr]).toEqual([
      2,
      expect.stringContaining('no suite "nothing"'),
    ]);
  });

  test('of refs, where a name or ref is unknown', () => {
    expect(finished[1]!.code).toBe(2);
    expect(finished[1]!.stderr).toMatch(/Did you mean "D0"\? There are: as-deployed, D0\./);
  });

  test('of sizes that were changed, above a trace as well', () => {
    expect(finished[2]!.stdout.match(/scope default changed by --set: size 3/g)).toHaveLength(2);
  });

  test('of a run that ends where code fails', () => {
    expect(finished[3]!.code).toBe(75);
    expect(finished[3]!.stdout).toMatch(/code fails after 1 step/);
    expect(finished[3]!.stdout).toMatch(/Error: [^]*it broke/);
    expect(finished[3]!.stdout).not.toMatch(/Violated|No code of the model/);
  });

  test('to do, right below the reasons that it is for', () => {
    expect(finished[3]!.stdout).toMatch(/it broke[^]*?\n {2}To do: mend the statechart.*\n/);
  });
});

test('COLUMNS says how wide an answer is that goes into a pipe', async () => {
  const before = process.env['COLUMNS'];
  try {
    process.env['COLUMNS'] = '40';
    const { stdout } = await project.run(['list', 'counter']);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(40);
  } finally {
    if (before === undefined) delete process.env['COLUMNS'];
    else process.env['COLUMNS'] = before;
  }
});
