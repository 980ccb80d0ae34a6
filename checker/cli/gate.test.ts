import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonReport } from '../report/json.ts';
import { COUNTER, suiteAround } from './testing/models.ts';
import type { Finished } from './testing/temp-project.ts';
import { TempProject } from './testing/temp-project.ts';

/** Violated where it is expected to hold, with a transition that is never taken. */
const BOTH = suiteAround(
  'both',
  `createMachine({ id: 'm', initial: 'a', states: { a: { on: { go: 'b' } }, b: {}, c: { on: { go: 'a' } } } })`,
  {
    properties: `'stays': invariant(system, { description: 'It stays.', observes: ['it'], holds: ({ it }) => it.matches('a') })`,
    expect: `'stays': holds`,
  },
);
const THROWS = suiteAround(
  'throws',
  `createMachine({ id: 'm', on: { go: { guard: () => { throw new Error('no row'); } } } })`,
);
const NOT_BUILT = suiteAround('not-built', `createMachine({ id: 'm', on: { go: {} } })`).replace(
  'build: ({ parameters }) => ({',
  'build: ({ parameters }): any => Promise.resolve({',
);
const WAIVED = COUNTER.replace(
  'expect: {',
  `waive: [{ never: 'it never rests', designs: 'all', reason: 'it never does' }], expect: {`,
);

describe('of several reasons the gravest decides, and each is told', () => {
  let project: TempProject;
  const run: Record<string, Finished> = {};

  beforeAll(async () => {
    project = new TempProject({
      'properties/both.suite.ts': BOTH,
      'properties/throws.suite.ts': THROWS,
      'properties/not-built.suite.ts': NOT_BUILT,
      'properties/waived.suite.ts': WAIVED.replaceAll("name: 'counter'", "name: 'waived'"),
    });
    const calls = ['both', 'both throws', 'both throws not-built', 'waived', 'waived --json'];
    const finished = await project.runEach(
      calls.map((args) => ['check', '--no-reports', ...args.split(' ')]),
    );
    calls.forEach((args, i) => (run[args] = finished[i]!));
  });
  afterAll(() => project.remove());

  const told = (args: string): string => run[args]!.stdout.replaceAll(/\s+/g, ' ');

  test('a violation of safety and lost coverage: both are told, and it exits with 3', () => {
    expect(run['both']!.code).toBe(3);
    expect(told('both')).toMatch(/both \/ as-deployed \/ stays: violated in 1 step, expected holds/);
    expect(told('both')).toMatch(/both \/ all designs \/ coverage: m: c --go--> a is never taken/);
    expect(told('both')).toMatch(/To do: read its trace.*To do: mend the model, widen the scope/);
  });

  test('user code that fails comes before, and a design that cannot be built before that', () => {
    expect(run['both throws']!.code).toBe(75);
    expect(told('both throws')).toMatch(/stays: violated in 1 step.*no row/);
    expect(run['both throws not-built']!.code).toBe(150);
    expect(told('both throws not-built')).toMatch(
      /stays: violated in 1 step.*no row.*build returned a promise/,
    );
  });

  test('a waiver that waives nothing is told, beside the JSON object as well', () => {
    const says = /the waiver of "it never rests" waives nothing: at scope default/;
    expect(run['waived']!.code).toBe(3);
    expect(told('waived')).toMatch(says);
    expect((JSON.parse(run['waived --json']!.stdout) as JsonReport).gate).toBe('fail');
    expect(run['waived --json']!.stderr).toMatch(says);
  });
});
