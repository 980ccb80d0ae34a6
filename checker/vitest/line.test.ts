import { assign, setup } from 'xstate';
import { describe, expect, test } from 'vitest';
import { safeSuite, safeSystem } from '../fast-check/testing/safe.ts';
import {
  actor,
  checkSuite,
  defineSuite,
  defineSystem,
  holds,
  invariant,
  unreachable,
  vacuous,
  violated,
} from '../index.ts';
import type { CheckOptions, Suite } from '../index.ts';
import type { Line } from './line.ts';
import { linesOf } from './line.ts';

type Expected = Suite['expect'];

/** The safe's suite with other expectations of the design that forgives, or other properties. */
const changed = (changes: {
  expected?: Expected[string][string];
  properties?: Suite['properties'];
  waive?: Suite['waive'];
}): Suite => {
  const expected = safeSuite.expect['default']!;
  const forgives = { ...expected['forgives'], ...changes.expected };
  return {
    ...safeSuite,
    ...changes,
    properties: { ...safeSuite.properties, ...changes.properties },
    expect: { default: { ...expected, forgives } },
  };
};
const lines = async (suite: Suite, options: CheckOptions = { designs: ['forgives'] }): Promise<Line[]> =>
  linesOf(await checkSuite(suite, options));
const lineOf = async (suite: Suite, property: string, options?: CheckOptions): Promise<Line> =>
  (await lines(suite, options)).find(({ title }) => title.startsWith(`forgives · ${property} `))!;

describe('what is as expected', () => {
  test('is a line that passes and says what was found', async () => {
    const all = await lines(safeSuite, {});
    expect(all.map(({ title }) => title)).toEqual([
      'jams · stays-shut is violated in 5 steps, as expected',
      'jams · looking-is-free is violated in 1 step, as expected',
      'jams · never-stuck is violated in 1 step, as expected',
      'jams · digits-fit holds (11 states)',
      'jams · opens is reached in 5 steps, as expected',
      'forgives · stays-shut is violated in 5 steps, as expected',
      'forgives · looking-is-free is violated in 1 step, as expected',
      'forgives · never-stuck holds (6 states)',
      'forgives · digits-fit holds (6 states)',
      'forgives · opens is reached in 5 steps, as expected',
      'coverage: all there is to happen happens (3 waived)',
    ]);
    expect(all.every(({ failure }) => failure === null)).toBe(true);
  });

  test('may be that a case never comes up, or a state is never reached', async () => {
    const never = invariant(safeSystem, {
      description: 'A jammed safe has all its digits.',
      observes: ['safe'],
      when: ({ safe }) => safe.matches('jammed'),
      holds: ({ safe: { context } }) => context.digits === context.length,
    });
    const suite = changed({ properties: { 'in-a-jam': never }, expected: { 'in-a-jam': vacuous } });
    expect(await lineOf(suite, 'in-a-jam')).toMatchObject({
      title: 'forgives · in-a-jam is vacuous (6 states), as expected',
      failure: null,
    });
  });
});

describe('what is not as expected fails', () => {
  test('an unexpected violation, with the run and what to do', async () => {
    const { title, failure, declaredAt } = await lineOf(
      changed({ expected: { 'stays-shut': holds } }),
      'stays-shut',
    );
    expect(title).toBe('forgives · stays-shut is violated in 5 steps, expected: holds');
    expect(failure).toContain('The safe never opens.');
    expect(failure).toContain('After 5 digits it is open.');
    expect(failure).toContain('Read the run, then mend the design; or expect "violated in 5 steps"');
    expect(failure).toContain('(safe, expect.default, forgives, stays-shut)');
    // No colours, whatever the terminal.
    expect(failure).not.toContain('\u001b');
    expect(declaredAt).toMatch(/safe\.ts:\d+$/);
  });

  test('an unexpected pass', async () => {
    const { title, failure } = await lineOf(
      changed({ expected: { 'never-stuck': violated(3) } }),
      'never-stuck',
    );
    expect(title).toBe('forgives · never-stuck holds (6 states), expected: violated in 3 steps');
    expect(failure).toContain('The failure that the suite knows of is gone.');
  });

  test('a violation of another length', async () => {
    const { title, failure } = await lineOf(
      changed({ expected: { 'stays-shut': violated(6) } }),
      'stays-shut',
    );
    expect(title).toBe('forgives · stays-shut is violated in 5 steps, expected: violated in 6 steps');
    expect(failure).toContain('The verdict is the expected one, the shortest run is not.');
    expect(failure).toContain('After 5 digits it is open.');
  });

  test('a state that is reached after all', async () => {
    const { title, failure } = await lineOf(changed({ expected: { opens: unreachable } }), 'opens');
    expect(title).toBe('forgives · opens is reached in 5 steps, expected: unreachable');
    expect(failure).toContain('expect "reached in 5 steps"');
  });

  test('a search cut short', async () => {
    const { title, failure } = await lineOf(safeSuite, 'digits-fit', { designs: ['forgives'], maxStates: 2 });
    expect(title).toMatch(/^forgives · digits-fit is inconclusive \(\d states\), expected: holds$/);
    expect(failure).toContain('stopped at the limit of 2 states');
    expect(failure).toContain('Raise the limit');
  });

  test('a property that throws', async () => {
    const broken = invariant(safeSystem, {
      description: 'Broken.',
      observes: [],
      holds: () => {
        throw new Error('out of order');
      },
    });
    const { title, failure } = await lineOf(
      changed({ properties: { broken }, expected: { broken: holds } }),
      'broken',
    );
    expect(title).toMatch(/^forgives · broken is error/);
    expect(failure).toContain('out of order');
    expect(failure).toContain('Mend the statechart or property');
  });

  test('a statechart that throws, with the run that leads there', async () => {
    const worn = setup({
      types: { context: {} as { uses: number }, events: {} as { type: 'use' } },
      actions: {
        wear: assign({
          uses: ({ context }) => {
            if (context.uses === 2) throw new Error('worn out');
            return context.uses + 1;
          },
        }),
      },
    }).createMachine({ id: 'tool', context: { uses: 0 }, on: { use: { actions: 'wear' } } });
    const system = defineSystem({
      name: 'workshop',
      description: 'A tool that wears out.',
      parameters: {},
      scopes: { default: {} },
      designs: { only: { description: 'As it is.' } },
      build: () => ({ actors: { tool: actor(worn, { stimuli: ['use'] }) } }),
    });
    const small = invariant(system, { description: 'Uses are few.', observes: ['tool'], holds: () => true });
    const suite = defineSuite({
      system,
      properties: { small },
      expect: { default: { only: { small: holds } } },
    });
    const [{ title, failure }, coverage] = (await lines(suite, {})) as [Line, Line];
    expect(title).toMatch(/^only · small is error .*, expected: holds$/);
    expect(failure).toContain('actor tool, state (root), event use: user code threw: worn out');
    expect(failure!.match(/tool · use/g)).toHaveLength(2);
    expect(coverage.failure).toContain('coverage cannot be judged');
  });

  test('a scope of which nothing is expected', async () => {
    const suite = { ...safeSuite, expect: {} };
    const { title, failure } = await lineOf(suite, 'digits-fit');
    expect(title).toBe('forgives · digits-fit holds (6 states), expected: nothing');
    expect(failure).toContain('write down what it should be (safe, expect.default, forgives, digits-fit)');
  });
});

describe('the line of coverage', () => {
  const coverage = async (suite: Suite, options?: CheckOptions) =>
    (await lines(suite, options)).find(({ title }) => title.startsWith('coverage'));

  test('fails with what never happens, in a design and in all', async () => {
    const { title, failure } = (await coverage(changed({ waive: [] }), {}))!;
    expect(title).toBe('coverage: 3 things never happen');
    expect(failure).toContain('jams: user never gets leave');
    expect(failure).toContain('waive it in the suite with a reason');
  });

  test('fails with a waiver that waives nothing', async () => {
    const waive = [...safeSuite.waive, { never: 'safe: *jam*', designs: ['forgives'], reason: 'no jam' }];
    const { title, failure } = (await coverage(changed({ waive }), {}))!;
    expect(title).toBe('coverage: 1 waiver without use (3 waived)');
    expect(failure).toContain('the waiver of "safe: *jam*" waives nothing: at scope default');
  });

  test('says of which designs it was not judged, and fails when of none', async () => {
    expect((await coverage(safeSuite, { maxStates: 8 }))!).toEqual({
      title:
        'coverage: all there is to happen happens (1 waived; not judged, as they were not searched whole: jams)',
      failure: null,
      declaredAt: null,
    });
    const { failure } = (await coverage(safeSuite, { maxStates: 2 }))!;
    expect(failure).toMatch(
      /^coverage cannot be judged \(not judged, as they were not searched whole: jams, forgives\)/,
    );
  });

  test('is left out under `set`, where nothing is expected', async () => {
    expect(await coverage(safeSuite, { set: { length: 3 } })).toBeUndefined();
  });
});
