import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compete, contestOf } from './compete.ts';
import type { PreparedEngine } from './engines.ts';
import { countingInFull, openWorkshop, prepareC, preparePremortem, readPan } from './engines.ts';
import type { BenchModel, Sizes } from './models.ts';
import { MODELS, changed, modelCalled } from './models.ts';
import { resultsOf, rowOf } from './results.ts';
import { search } from './search.ts';

const workshop = await openWorkshop(mkdtempSync(join(tmpdir(), 'premortem-bench-test-')));
afterAll(() => rmSync(workshop.folder, { recursive: true, force: true }));

const TINY: Readonly<Record<string, { sizes: Sizes; states: number }>> = {
  'dynamodb-dns': { sizes: { enactors: 2, generations: 4, age: 2, endpoints: 2 }, states: 333 },
  discovery: { sizes: { servers: 4, newcomers: 2 }, states: 1024 },
  'two-phase-commit': { sizes: { resourceManagers: 3 }, states: 288 },
  fifo: { sizes: { nodes: 3, tokens: 3 }, states: 106 },
};

/** As the bench runs it, but in this process: a process of its own takes a second to start. */
const premortem = (model: BenchModel, sizes: Sizes): PreparedEngine => ({
  ...preparePremortem('', model, sizes, 1, 'full'),
  run: () => search(model, sizes, { workers: 1 }),
});
const quiet = (): void => {};

describe.each(MODELS)('$name', (model) => {
  const { sizes, states } = TINY[model.name]!;

  it('has as many states as are known', async () => {
    expect((await search(model, sizes, { workers: 1 })).states).toBe(states);
  });

  it.skipIf(!workshop.hasGcc)('has as many states and transitions in C', async () => {
    const contest = contestOf(model, sizes, [
      premortem(model, sizes),
      await prepareC(workshop, model, sizes),
    ]);
    await compete([contest], 1, quiet);
    const [ours, theirs] = contest.engines.map((runs) => rowOf(model, sizes, runs));
    expect(theirs).toMatchObject({ states: ours!.states, transitions: ours!.transitions });
  });
});

it.skipIf(!workshop.hasGcc)('fails with both counts when an explorer searches another space', async () => {
  const model = modelCalled('c');
  const explorer = await prepareC(workshop, model, { resourceManagers: 4 });
  const contest = contestOf(model, { resourceManagers: 3 }, [
    premortem(model, { resourceManagers: 3 }),
    explorer,
  ]);
  await expect(compete([contest], 1, quiet)).rejects.toThrow(
    'two-phase-commit (resourceManagers=3): premortem finds 288 distinct states and c 1,568. They do not search the same space',
  );
});

describe('results', () => {
  const figures = { transitions: 20, cpuSeconds: 1, bytesPerState: 30, peakRssBytes: 100 };
  const engine = (name: PreparedEngine['engine'], mode: PreparedEngine['mode']): PreparedEngine => ({
    engine: name,
    mode,
    workers: 1,
    run: () => Promise.resolve({ ...figures, states: mode === 'full' ? 10 : 4, seconds: 2 }),
  });

  it('are medians, with ratios by model and engine', async () => {
    const model = modelCalled('a');
    const contest = contestOf(model, model.small, [engine('premortem', 'full'), engine('spin', 'por')]);
    await compete([contest], 3, quiet);
    contest.engines[1]!.measurements.splice(0, 1, { ...figures, states: 4, seconds: 50 });
    const { rows, ratios } = resultsOf(contest.engines.map((runs) => rowOf(model, model.small, runs)));
    expect(rows[1]).toEqual({
      model: 'dynamodb-dns',
      parameters: model.small,
      engine: 'spin',
      workers: 1,
      states: 4,
      transitions: 20,
      mode: 'por',
      seconds: 2,
      bytesPerState: 30,
      peakRssBytes: 100,
    });
    expect(ratios).toEqual({ 'dynamodb-dns': { spin: { seconds: 1, bytesPerState: 1, peakRssBytes: 1 } } });
  });

  it('are refused where transitions differ', async () => {
    const model = modelCalled('a');
    const other: PreparedEngine = {
      ...engine('c', 'full'),
      run: () => Promise.resolve({ ...figures, states: 10, transitions: 21, seconds: 2 }),
    };
    const contest = contestOf(model, model.small, [engine('premortem', 'full'), other]);
    await expect(compete([contest], 1, quiet)).rejects.toThrow('premortem finds 20 transitions and c 21');
  });

  it('have as many digits as there are: Spin would print 201,326,592 as 2.0132659e+08', () => {
    expect(countingInFull('printf("%9.8g transitions")')).toBe('printf("%9.0f transitions")');
    expect(() => countingInFull('printf("%g transitions")')).toThrow('in another form');
  });

  it('are refused where Spin ran out of depth', () => {
    expect(() => readPan('error: max search depth too small\nerrors: 0')).toThrow(
      'did not search the whole space',
    );
  });
});

describe('sizes', () => {
  const model = modelCalled('dynamodb-dns');

  it('can be changed', () => {
    expect(changed(model, model.small, ['enactors=2'])).toEqual({ ...model.small, enactors: 2 });
  });

  it('say what is wrong with them', () => {
    expect(() => changed(model, model.small, ['servers=2'])).toThrow('dynamodb-dns has no size "servers"');
    expect(() => changed(model, model.small, ['enactors=many'])).toThrow('--set enactors=many');
    expect(() => changed(model, model.small, ['enactors=99'])).toThrow('expected 1..6, got 99');
    expect(() => modelCalled('z')).toThrow('there is no model "z". Models: a (dynamodb-dns)');
  });
});
