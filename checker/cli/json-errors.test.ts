import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonReport } from '../report/json.ts';
import { BuildError, ModelError, UsageError } from '../system/errors.ts';
import { jsonErrors } from './json-errors.ts';
import { ABACUS, COUNTER, suiteAround } from './testing/models.ts';
import type { Finished } from './testing/temp-project.ts';
import { TempProject } from './testing/temp-project.ts';

test.each([
  [new UsageError('no'), 'usage'],
  [new BuildError('no'), 'not-built'],
  [new ModelError('no', {}), 'user-code'],
  [new TypeError('no'), 'internal'],
])('%o is told as of its kind', (thrown, kind) => {
  expect(jsonErrors(thrown)).toEqual([{ kind, message: 'no', file: null }]);
});

describe('check --json where not all suites load', () => {
  const THROWS = 'properties/throws.suite.ts';
  const EMPTY = 'properties/without-suite.suite.ts';
  let project: TempProject;
  let [all, one, left, unknown, called]: Finished[] = [];

  beforeAll(async () => {
    project = new TempProject({
      // Not called after its suite, which is found by loading them all.
      'properties/numbers.suite.ts': COUNTER,
      'properties/abacus.suite.ts': ABACUS,
      [THROWS]: `throw new Error('no database');`,
      [EMPTY]: 'export const x = 1;',
    });
    [all, one, left, unknown, called] = await project.runEach(
      [
        [],
        [THROWS],
        ['counter', '--no-reports'],
        ['counter', '--design', 'other'],
        ['abacus', '--no-reports', '--max-states', '9'],
      ].map((args) => ['check', '--json', ...args]),
    );
  });
  afterAll(() => project.remove());

  const read = (finished: Finished | undefined): JsonReport => JSON.parse(finished!.stdout) as JsonReport;
  const throws = {
    kind: 'not-built',
    message: expect.stringMatching(/^properties\/throws\.suite\.ts does not load: no database/) as string,
    file: THROWS,
  };
  const empty = {
    kind: 'not-built',
    message: expect.stringContaining('exports no suite') as string,
    file: EMPTY,
  };

  test('the object names each file and why, and has no checks', () => {
    expect(all!.code).toBe(150);
    expect(read(all)).toEqual({
      version: expect.any(String) as string,
      checks: [],
      coverage: [],
      gate: 'fail',
      errors: [throws, empty],
    });
    expect(all!.stderr).toContain('no database');
  });

  test('a suite that is asked for by its file is the only one named', () => {
    expect(one!.code).toBe(150);
    expect(read(one)).toMatchObject({ checks: [], gate: 'fail', errors: [throws] });
  });

  test('suites that are left out are named beside the checks of others, and fail nothing', () => {
    expect(left!.code).toBe(0);
    expect(read(left)).toMatchObject({ gate: 'pass', errors: [throws, empty] });
    expect(read(left).checks).toHaveLength(3);
  });

  test('where a suite stands in a file called after it, no other file is loaded', () => {
    expect(read(called)).toMatchObject({ errors: [] });
    expect(read(called).checks).toMatchObject([{ system: 'abacus' }]);
  });

  test('what is wrong with the command line is an error of no file', () => {
    expect(unknown!.code).toBe(2);
    expect(read(unknown)).toMatchObject({
      checks: [],
      gate: 'fail',
      errors: [
        { kind: 'usage', message: expect.stringContaining('no design "other"') as string, file: null },
      ],
    });
  });
});

describe('check --json where a suite loads and cannot be checked', () => {
  const SLIP = 'properties/slip.suite.ts';
  let project: TempProject;
  let [all, beside, set, usage, update]: Finished[] = [];

  beforeAll(async () => {
    project = new TempProject({
      'properties/counter.suite.ts': COUNTER,
      [SLIP]: suiteAround('slip', `createMachine({ id: 'm', on: { go: {} } })`, {
        before: `import { eventually } from 'premortem';`,
        properties: `'comes': eventually(system, { description: 'It comes.', observes: ['it'], holds: () => true, fairness: { weak: { own: { actor: 'thiss' as never } } } })`,
      })
        .replaceAll(/\bit: actor/g, 'this: actor')
        .replaceAll(`observes: ['it']`, `observes: ['this']`),
    });
    const json = ['check', '--json', '--no-reports'];
    [all, beside, set, usage, update] = await project.runEach([
      [...json, 'slip'],
      ['check', '--no-reports'],
      [...json, '--set', 'size=1'],
      [...json, '--set', 'size=0'],
      ['check', '--update'],
    ]);
  });
  afterAll(() => project.remove());

  const read = (finished: Finished | undefined): JsonReport => JSON.parse(finished!.stdout) as JsonReport;
  const slip = {
    kind: 'not-built',
    message: expect.stringContaining('"thiss". Did you mean "this"?') as string,
    file: SLIP,
  };

  test('the object names its file', () => {
    expect(all!.code).toBe(150);
    expect(read(all)).toMatchObject({ checks: [], gate: 'fail', errors: [slip] });
  });

  test('the others are checked and told all the same', () => {
    expect(beside!.code).toBe(150);
    expect(beside!.stdout).toContain('gets-to-one');
    expect(beside!.stdout).toMatch(/slip\.suite\.ts \/ suite: suite slip:[^]*gate: fail/);
  });

  test('under --set nothing is judged, an error or not', () => {
    expect(set!.code).toBe(150);
    expect(read(set)).toMatchObject({ gate: null, errors: [slip] });
    expect(read(set).checks).toHaveLength(3);
    expect(usage!.code).toBe(2);
    expect(read(usage)).toMatchObject({ gate: null, errors: [{ kind: 'usage', file: null }] });
  });

  test('nothing is committed of such a run', () => {
    expect(update!.code).toBe(150);
    expect(update!.stdout.replaceAll(/\s+/g, ' ')).toContain(
      'are not updated: properties/slip.suite.ts could not be checked',
    );
    expect(project.has('reports/verdicts.json')).toBe(false);
    expect(project.files('counterexamples')).toEqual([]);
  });
});
