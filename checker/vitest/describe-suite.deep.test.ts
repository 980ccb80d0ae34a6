import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startVitest } from 'vitest/node';
import { safeSuite } from '../fast-check/testing/safe.ts';
import { checkSuite } from '../index.ts';
import { serialise } from '../trace/counterexample-file.ts';
import { describeSuite } from './describe-suite.ts';

// Green: these lines are tests of their own.
describeSuite(safeSuite);

describe('a red suite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'counterexamples-'));
  /** By full title: what failed tests say; null for those that passed. */
  const results = new Map<string, string | null>();

  beforeAll(async () => {
    await plant(folder);
    vi.stubEnv('COUNTEREXAMPLES', folder);
    const file = fileURLToPath(new URL('testing/red.ts', import.meta.url));
    const vitest = await startVitest('test', [], {
      config: false,
      include: [file],
      watch: false,
      reporters: [{}],
      pool: 'forks',
    });
    for (const module of vitest.state.getTestModules()) {
      expect(module.errors()).toEqual([]);
      for (const task of module.children.allTests()) {
        const result = task.result();
        const failure =
          result.state === 'failed' ? result.errors.map(({ message }) => message).join('\n') : null;
        results.set(task.fullName.replaceAll(folder, 'files'), failure?.replaceAll(folder, 'files') ?? null);
      }
    }
    await vitest.close();
    // The run within sets it for its own failures.
    process.exitCode = undefined;
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  test('its title says what was found, and its message shows the run', () => {
    const failure = results.get('safe > jams · stays-shut is violated in 5 steps, expected: holds');
    expect(failure).toContain('5 ● user-1 · press digit: 1\n');
    expect(failure).toContain('✗ Violated: The safe never opens.\n');
    expect(failure).toContain('mend the design; or expect "violated in 5 steps"');
    expect(results.get('safe > jams · digits-fit holds (11 states)')).toBeNull();
  });

  test('counterexample files are replayed, each on a line', () => {
    const files = [...results].filter(([title]) => title.startsWith('safe > files/'));
    expect(files.map(([title]) => title)).toEqual([
      'safe > files/safe/jams/damaged.json can be replayed',
      'safe > files/safe/jams/elsewhere.json no longer shows digits-fit violated',
      'safe > files/safe/jams/good.json still shows stays-shut violated',
      'safe > files/safe/jams/stale.json is stale',
    ]);
    const [damaged, elsewhere, good, stale] = files.map(([, failure]) => failure);
    expect(damaged).toMatch(/^files\/safe\/jams\/damaged\.json is not a .*counterexample/);
    expect(elsewhere).toContain('Every one of its 5 steps is as recorded, but their end is not.');
    expect(good).toBeNull();
    expect(stale).toMatch(
      /The start differs \(actors at the start\):\n {2}recorded: .*"length":5.*\n {2}now: {6}.*"length":4/,
    );
    expect(stale).toContain('npx premortem check --update');
  });

  test('a suite that cannot be checked fails on a line, at each scope', () => {
    for (const scope of ['default', 'larger']) {
      const title = `twice > scope ${scope} > can be checked at scope ${scope}`;
      expect(results.get(title)).toBe(
        'safe has no design "jam". Did you mean "jams"? There are: jams, forgives.',
      );
    }
  });

  test('a folder of counterexamples is replayed whole, a line for each system', () => {
    const failure = results.get('files > safe: 4 of 5 files not as recorded');
    expect(failure).toContain('damaged.json is not');
    expect(failure).toContain('elsewhere.json no longer shows');
    expect(failure).toContain('stale.json is stale');
    expect(failure).toContain('of-another-suite.json: it is of a suite that is not here: "safe-too"');
    expect(results.get('files > vault: 1 of 1 file not as recorded')).toMatch(
      /^files\/vault\/jams\/foreign\.json: it is of a suite that is not here: "vault"\. There is: safe\./,
    );
  });

  test('a folder without files fails', () => {
    const failure = results.get('no/such/folder > holds counterexample files');
    expect(failure).toMatch(/^no\/such\/folder holds no counterexample file, so nothing was replayed/);
  });
});

/** A good counterexample of the safe, one of each kind of bad, and two of suites there are not. */
async function plant(folder: string): Promise<void> {
  const report = await checkSuite(safeSuite, { designs: ['jams'] });
  const file = (property: string) =>
    report.designs[0]!.checks.find((check) => check.property === property)!.counterexample!;
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const good = file('stays-shut');
  write('safe/jams/good.json', serialise(good));
  write(
    'safe/jams/stale.json',
    serialise({ ...good, set: { length: 4 }, parameters: { ...good.parameters, length: 4 } }),
  );
  write('safe/jams/elsewhere.json', serialise({ ...good, property: 'digits-fit' }));
  write('safe/jams/damaged.json', serialise(good).slice(0, 200));
  write('safe/jams/good.md', 'no file of interest');
  write('safe/jams/of-another-suite.json', serialise({ ...good, suite: 'safe-too' }));
  write('vault/jams/foreign.json', serialise({ ...good, suite: 'vault' }));
}
