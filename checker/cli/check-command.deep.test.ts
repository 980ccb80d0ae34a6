import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonReport } from '../report/json.ts';
import { ABACUS, COUNTER } from './testing/models.ts';
import type { Finished } from './testing/temp-project.ts';
import { TempProject } from './testing/temp-project.ts';

const SUITE = 'properties/counter.suite.ts';
const GENERATED = 'reports/counterexamples/counter/as-deployed';
const COMMITTED = 'counterexamples/counter/as-deployed';

function report({ stdout }: Finished): JsonReport {
  return JSON.parse(stdout) as JsonReport;
}

/** The file of each counterexample, by property. */
function filesOf(finished: Finished): Record<string, string | null> {
  return Object.fromEntries(
    report(finished).checks.map(({ property, counterexample }) => [property, counterexample]),
  );
}

describe('premortem check --json', () => {
  let project: TempProject;
  let plain: Finished;
  let set: Finished;
  let scope: Finished;
  let single: Finished;
  let dry: Finished;
  let small: Finished;
  let damaged: Finished[];

  beforeAll(async () => {
    project = new TempProject({ [SUITE]: COUNTER, 'properties/abacus.suite.ts': ABACUS });
    plain = await project.run(['check', 'counter', '--json'], { cwd: 'properties' });
    project.part('damaged', { [SUITE]: COUNTER, 'reports/verdicts.json': '{ "format": 1, "sui' });
    const finished = await project.runEach([
      ['check', 'counter', '--json', '--set', 'size=3'],
      ['check', 'counter', '--json', '--scope', 'large'],
      ['check', '--json', '--design', 'as-deployed', '--property', 'gets-to-one'],
      ['check', 'counter', '--json', '--no-reports', '--scope', 'default'],
      ['check', 'abacus', '--json', '--max-states', '1000', '--set', 'size=5000'],
      ...[['check'], ['check', 'counter', '--update'], ['check', '--update']].map((args) => ({
        part: 'damaged',
        args,
      })),
    ]);
    [set, scope, single, dry, small] = finished as [Finished, Finished, Finished, Finished, Finished];
    damaged = finished.slice(-3);
  });
  afterAll(() => project.remove());

  test('prints the one object, from a folder below the project as well', () => {
    expect(plain.code).toBe(0);
    expect(Object.keys(report(plain))).toEqual(['version', 'checks', 'coverage', 'gate', 'errors']);
    expect(report(plain).errors).toEqual([]);
    expect(report(plain).gate).toBe('pass');
    expect(report(plain).checks[0]).toEqual({
      system: 'counter',
      systemRef: null,
      design: 'as-deployed',
      designRef: null,
      scope: 'default',
      parameters: { size: 2 },
      time: null,
      property: 'small',
      propertyRef: null,
      kind: 'invariant',
      declaredAt: expect.stringMatching(/^properties\/counter\.suite\.ts:\d+$/) as string,
      verdict: 'violated',
      expected: 'violated',
      asExpected: true,
      prospects: null,
      reason: null,
      steps: 2,
      cycle: null,
      counterexample: `${GENERATED}/small.json`,
      search: {
        states: 3,
        transitions: 2,
        depth: 2,
        complete: true,
        seconds: expect.any(Number) as number,
        whyFull: null,
        modelCalls: expect.any(Number) as number,
        purityCalls: expect.any(Number) as number,
        bytesPerState: expect.any(Number) as number,
        blocked: 0,
        mode: 'full',
      },
    });
    expect(report(plain).coverage.map(({ design, never }) => [design, never])).toEqual([
      ['as-deployed', []],
      [null, []],
    ]);
  });

  test('writes runs that are not committed where git ignores them, one folder for each choice of sizes', () => {
    expect(filesOf(plain)).toEqual({
      small: `${GENERATED}/small.json`,
      'gets-to-one': `${GENERATED}/gets-to-one.json`,
      'never-negative': null,
    });
    expect(filesOf(set)['small']).toBe(`${GENERATED}/size=3/small.json`);
    expect(filesOf(scope)['small']).toBe(`${GENERATED}/large/small.json`);
    for (const finished of [plain, set, scope]) {
      const file = filesOf(finished)['small']!;
      expect(JSON.parse(project.read(file))).toMatchObject({
        format: 1,
        suite: 'counter',
        property: 'small',
      });
      expect(project.read(file.replace('.json', '.md'))).toContain('small');
    }
    expect(project.files('counterexamples')).toEqual([]);
    expect(project.has('reports/verdicts.json')).toBe(false);
  });

  test('expects nothing under --set, and says so', () => {
    expect(set.code).toBe(0);
    expect(report(set)).toMatchObject({ gate: null, coverage: [] });
    expect(
      report(set).checks.map(({ parameters, expected, asExpected }) => ({
        parameters,
        expected,
        asExpected,
      })),
    ).toEqual(
      Array.from({ length: 3 }, () => ({ parameters: { size: 3 }, expected: null, asExpected: null })),
    );
  });

  test('expects nothing at a scope of which the suite says nothing', () => {
    expect(scope.code).toBe(0);
    expect(report(scope)).toMatchObject({ gate: null });
    expect(report(scope).checks[0]).toMatchObject({
      scope: 'large',
      parameters: { size: 4 },
      expected: null,
      steps: 2,
    });
  });

  test('stops a search for one property once it is decided, and leaves suites without it out', () => {
    expect(single.code).toBe(0);
    expect(report(single).checks).toHaveLength(1);
    expect(report(single).checks[0]).toMatchObject({
      property: 'gets-to-one',
      verdict: 'holds',
      search: { complete: false },
    });
    expect(single.stderr).toMatch(/left out: abacus has no property gets-to-one/);
  });

  test('writes nothing with --no-reports', () => {
    expect(report(dry).gate).toBe('pass');
    expect(filesOf(dry)).toEqual({ small: null, 'gets-to-one': null, 'never-negative': null });
  });

  test('is inconclusive at a limit; what the model says on the console stays out of the answer', () => {
    expect(small.code).toBe(3);
    expect(report(small).checks[0]).toMatchObject({ verdict: 'inconclusive', search: { complete: false } });
    expect(report(small).checks[0]!.reason).toMatch(/limit of 1000 states \(--max-states\)/);
    expect(small.stderr).toMatch(/^counting$/m);
  });

  test('tells of a damaged ledger, and writes it anew only when all suites are checked', () => {
    const [plain, some, all] = damaged as [Finished, Finished, Finished];
    expect(plain.code).toBe(0);
    expect(plain.stdout).toMatch(/reports\/verdicts\.json cannot be read/);
    expect(some).toMatchObject({ code: 2, stdout: '' });
    expect(some.stderr).toMatch(/reports\/verdicts\.json cannot be read: it is no JSON/);
    expect(all.code).toBe(0);
    expect(JSON.parse(project.read('damaged/reports/verdicts.json'))).toMatchObject({ format: 1 });
  });
});

test('--update commits what was found; a changed model is told of, fails the gate, and touches nothing committed', async () => {
  const project = new TempProject({ [SUITE]: COUNTER, 'properties/abacus.suite.ts': ABACUS });
  const first = await project.runEach([
    ['check'],
    ['check', 'counter', '--update'],
    ['check', '--json', 'counter'],
  ]);
  expect(first.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(first[0]!.stdout).toMatch(/there is no ledger yet: `premortem check --update` writes one/);
  const committed = ['gets-to-one.json', 'gets-to-one.md', 'small.json', 'small.md'].map(
    (name) => `${COMMITTED}/${name}`,
  );
  expect(project.files('counterexamples')).toEqual(committed);
  expect(filesOf(first[2]!)['small']).toBe(`${COMMITTED}/small.json`);
  expect(first[2]!.stderr).not.toMatch(/differs/);
  expect(project.files('reports')).toEqual(['reports/summary.md', 'reports/verdicts.json']);
  expect(project.read('reports/summary.md')).toContain(`](../${COMMITTED}/small.md)`);

  project.write(`${COMMITTED}/gone.json`, '{}');
  project.write('counterexamples/unknown-system/a/b.json', '{}');
  project.write('counterexamples/README.md', 'Ours.');
  const before = committed.map((file) => project.read(file));
  const ledger = project.read('reports/verdicts.json');
  project.write(SUITE, COUNTER.replace('n: 0 })', 'n: 1 })'));
  const changed = await project.run(['check', 'counter']);
  expect(changed.code).toBe(1);
  expect(changed.stdout).toMatch(
    /counter \/ as-deployed \/ small: violated in 1 step, expected violated in 2 steps/,
  );
  expect(changed.stdout).toMatch(/differs from this run[^]*`premortem\s+check\s+counter\s+--update`/);
  expect(changed.stdout).toMatch(/small is violated in 1 step/);
  expect(committed.map((file) => project.read(file))).toEqual(before);
  expect(project.read('reports/verdicts.json')).toBe(ledger);
  expect(project.files(GENERATED)).toContain(`${GENERATED}/small.json`);

  const [some, all] = (await project.runEach([
    ['check', 'counter', '--update'],
    ['check', '--update'],
  ])) as [Finished, Finished];
  expect([some.code, all.code]).toEqual([1, 1]);
  expect(JSON.parse(project.read(`${COMMITTED}/small.json`))).toMatchObject({ steps: { length: 1 } });
  expect(some.stdout).toMatch(/1 removed/);
  expect(all.stdout).toMatch(/1 removed/);
  expect(project.files('counterexamples')).toEqual(['counterexamples/README.md', ...committed]);
  expect(project.files(GENERATED)).toEqual([]);
  const suites = (JSON.parse(project.read('reports/verdicts.json')) as { suites: { suite: string }[] })
    .suites;
  expect(suites.map(({ suite }) => suite)).toEqual(['abacus', 'counter']);
  project.remove();
});

test('Ctrl-C ends the search with what was found so far; what was not begun is inconclusive too', async () => {
  const project = new TempProject({
    [SUITE]: COUNTER,
    'properties/abacus.suite.ts': ABACUS.replace('size: 2', 'size: 1000000'),
  });
  let pressed = false;
  const finished = await project.run(['check', '--update', '--json'], {
    meanwhile: (child, stderr) => {
      if (pressed || !stderr.includes('counting')) return;
      pressed = true;
      child.kill('SIGINT');
    },
  });
  expect(finished.code).toBe(3);
  const [abacus, ...counter] = report(finished).checks;
  expect(abacus).toMatchObject({ system: 'abacus', verdict: 'inconclusive', search: { complete: false } });
  expect(abacus!.search.states).toBeGreaterThan(100);
  expect(abacus!.reason).toMatch(/^interrupted before the space was searched whole/);
  expect(counter.map(({ verdict, search }) => [verdict, search.states])).toEqual(
    Array(3).fill(['inconclusive', 0]),
  );
  expect(counter[0]!.reason).toMatch(/^interrupted before the search of this design began/);
  expect(report(finished).gate).toBe('fail');
  expect(finished.stderr).toMatch(/interrupted: what was found so far is reported/);
  expect(finished.stderr).toMatch(
    /not updated: the search of abacus \/ as-deployed was cut short \(interrupted\)/,
  );
  expect(project.files('counterexamples')).toEqual([]);
  expect(project.has('reports/verdicts.json')).toBe(false);
  project.remove();
});
