import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonReport } from '../report/json.ts';
import { COUNTER, suiteAround } from './testing/models.ts';
import type { Finished } from './testing/temp-project.ts';
import { TempProject } from './testing/temp-project.ts';

/** A stack trace, in whatever message. */
const STACK = /^\s+at .+:\d+:\d+\)?$/m;

describe('a model that breaks the rules is an error that says where, and stops no other', () => {
  const from = (inside: string): string =>
    `createMachine({ id: 'm', initial: 'a', context: {}, states: { a: { on: { go: ${inside} } }, b: {} } })`;
  const models: [name: string, machine: string, says: RegExp, options?: Parameters<typeof suiteAround>[2]][] =
    [
      [
        'holds-a-function',
        `createMachine({ id: 'm', context: { f: () => 1 }, on: { go: {} } })`,
        /machine "m".*context\.f: holds a function/,
      ],
      [
        'holds-an-instance',
        `createMachine({ id: 'm', context: { at: { url: new URL('http://a.b') } }, on: { go: {} } })`,
        /machine "m".*context\.at\.url: holds an instance of URL/,
      ],
      [
        'holds-a-cycle',
        `createMachine({ id: 'm', context: () => { const a: any = { list: [] }; a.list.push(a); return a; }, on: { go: {} } })`,
        /machine "m".*context\.list\[0\]\S*: holds a cycle/,
      ],
      [
        'guard-throws',
        from(`{ guard: () => { throw new Error('no such key'); }, target: 'b' }`),
        /machine "m", state a, event go.*no such key/s,
      ],
      [
        'assign-throws',
        from(`{ target: 'b', actions: assign(() => { throw new Error('no such row'); }) }`),
        /machine "m", state a, event go.*no such row/s,
      ],
      [
        'property-throws',
        from(`'b'`),
        /property "breaks": it threw: .*reading 'c'/,
        {
          properties: `'breaks': invariant(system, { description: 'x', observes: ['it'], holds: ({ it }) => (it as any).context.nothing.c })`,
        },
      ],
      [
        'assign-mutates',
        `createMachine({ id: 'm', context: { list: [] as number[] }, on: { go: { actions: assign(({ context }) => { context.list.push(1); return context; }) } } })`,
        /machine "m".*event go.*context.*changed it in place/,
      ],
      [
        'guard-impure',
        from(`{ guard: () => calls++ % 2 === 0, target: 'b' }`),
        /actor it.*event go/,
        { before: 'let calls = 0;' },
      ],
      [
        'custom-action',
        from(`{ target: 'b', actions: 'callPager' }`),
        /machine "m", state a, event go, action "callPager".*List it in the system's `effects`/,
      ],
      [
        'sends-nowhere',
        from(`{ target: 'b', actions: sendTo(({ system }) => system.get('pager'), { type: 'page' }) }`),
        /machine "m", state a, event go/,
      ],
      [
        'goes-round',
        `createMachine({ id: 'm', initial: 'a', states: { a: { on: { go: 'b' } }, b: { always: 'c' }, c: { always: 'b' } } })`,
        /machine "m".*event go.*for ever/,
      ],
    ];
  let project: TempProject;
  let all: Finished;
  let one: Finished;
  let report: JsonReport;

  beforeAll(async () => {
    const files = models.map(([name, machine, , options]): [string, string] => [
      `properties/${name}.suite.ts`,
      suiteAround(name, machine, options),
    ]);
    project = new TempProject({ ...Object.fromEntries(files), 'properties/counter.suite.ts': COUNTER });
    [all, one] = (await project.runEach([
      ['check', '--json'],
      ['check', 'guard-throws', '--no-reports'],
    ])) as [Finished, Finished];
    report = JSON.parse(all.stdout) as JsonReport;
  });
  afterAll(() => project.remove());

  test.each(models)('%s', (name, _machine, says) => {
    const checks = report.checks.filter(({ system }) => system === name);
    expect(checks).toHaveLength(1);
    expect(checks[0]).toMatchObject({ verdict: 'error', asExpected: false, counterexample: null });
    expect(checks[0]!.reason).toMatch(says);
    expect(checks[0]!.reason).not.toMatch(STACK);
  });

  test('the suite beside them is decided all the same, and the run exits with 75', () => {
    const verdicts = report.checks.filter(({ system }) => system === 'counter').map(({ verdict }) => verdict);
    expect(verdicts).toEqual(['violated', 'holds', 'holds']);
    expect(all.code).toBe(75);
    expect(report.gate).toBe('fail');
  });

  test('the answer tells it once in words, without a stack trace', () => {
    expect(one.code).toBe(75);
    expect(one.stdout.match(/no\s+such\s+key/g)).toHaveLength(1);
    expect(one.stdout).toMatch(/gate: fail/);
    expect(one.stdout + one.stderr).not.toMatch(STACK);
  });

  test('only the runs of the sound suite are written', () => {
    expect(project.files('reports').filter((file) => !file.includes('/counter/'))).toEqual([]);
  });
});

describe('a suite that does not load', () => {
  let project: TempProject;
  let all: Finished;
  let named: Finished;
  let broken: Finished;
  let debug: Finished;

  beforeAll(async () => {
    project = new TempProject({
      'properties/counter.suite.ts': COUNTER,
      'properties/garbled.suite.ts': 'export default {;\n',
      'properties/imports-nothing.suite.ts': `import { x } from './nowhere.ts';\nexport default x;\n`,
      'properties/no-suite.suite.ts': 'export const x = 1;\n',
      'properties/odd-names.suite.ts': COUNTER.replace("name: 'counter'", "name: 'odd/name'"),
      'properties/throws.suite.ts': `\nthrow new Error('no database');\nexport default 1;\n`,
    });
    [all, named, broken, debug] = (await project.runEach([
      ['check'],
      ['check', 'counter', '--no-reports'],
      ['check', 'garbled', '--json'],
      ['check', '--debug'],
    ])) as [Finished, Finished, Finished, Finished];
  });
  afterAll(() => project.remove());

  test('is named with its cause, and nothing is checked', () => {
    expect(all.code).toBe(150);
    expect(all.stdout).toBe('');
    expect(all.stderr).toMatch(/properties\/garbled\.suite\.ts does not load: .*garbled\.suite\.ts:1:/);
    expect(all.stderr).toMatch(/properties\/imports-nothing\.suite\.ts does not load: .*nowhere\.ts/);
    expect(all.stderr).toMatch(/properties\/no-suite\.suite\.ts exports no suite/);
    expect(all.stderr).toMatch(/properties\/odd-names\.suite\.ts: .*"odd\/name"/);
    expect(all.stderr).toMatch(
      /properties\/throws\.suite\.ts does not load: no database .*throws\.suite\.ts:2\)/,
    );
    expect(all.stderr.trim().split('\n')).toHaveLength(5);
    expect(project.files('reports')).toEqual([]);
  });

  test('does not keep a sound suite from being checked by name', () => {
    expect(named.code).toBe(0);
    // It stands in a file called after it, so no other is loaded.
    expect(named.stderr).not.toMatch(/garbled/);
  });

  test('is what an unknown name may stand for', () => {
    expect(broken.code).toBe(150);
    expect((JSON.parse(broken.stdout) as JsonReport).errors).toHaveLength(5);
    expect(broken.stderr).toMatch(/garbled\.suite\.ts does not load/);
  });

  test('shows a stack trace with --debug', () => {
    expect(debug.code).toBe(150);
    expect(debug.stderr).toMatch(STACK);
  });
});

describe('a command line that is wrong', () => {
  const lines: [args: string[], says: RegExp][] = [
    [['chekc'], /unknown command 'chekc'[^]*check/],
    [['check', '--desing', 'x'], /unknown option '--desing'[^]*--design/],
    [['check', 'conter'], /there is no suite "conter"\. Did you mean "counter"\?/],
    [
      ['check', 'counter', '--design', 'as-deplyed'],
      /counter has no design "as-deplyed"\. Did you mean "as-deployed"\?/,
    ],
    [['check', '--design', 'unheard-of'], /none of the suites has a design "unheard-of"/],
    [['check', 'counter', '--scope', 'larg'], /counter has no scope "larg"\. Did you mean "large"\?/],
    [['check', 'counter', '--property', 'smal'], /counter has no property "smal"\. Did you mean "small"\?/],
    [['check', 'counter', '--set', 'sice=2'], /counter has no parameter "sice"\. Did you mean "size"\?/],
    [['check', 'counter', '--set', 'size=0'], /--set size=0: expected 1\.\.1000000, got 0/],
    [['check', 'counter', '--set', 'size=two'], /--set size=two: expected 1\.\.1000000, got "two"/],
    [['check', 'counter', '--set', 'size'], /--set size: write it as name=value/],
    [['check', '--max-states', 'many'], /--max-states.*'many'.*whole number/],
    [['check', '--max-seconds', '0'], /--max-seconds.*'0'.*above 0/],
    [['check', '--update', '--design', 'as-deployed'], /--update .*--design/],
    [['check', '--update', '--scope', 'large'], /--update .*--scope large/],
    [['check', '--update', '--max-states', '7'], /--update .*--max-states/],
    [['explain'], /missing required argument 'counterexample'/],
    [['explain', 'nowhere.json'], /there is no file nowhere\.json/],
    [['explain', 'properties'], /no counterexample \(\.json\) below properties/],
    [['explain', 'notes/smll.json'], /no file notes\/smll\.json\. Did you mean "notes\/small\.json"\?/],
    [['explain', 'note'], /no file note\. Did you mean "notes"\?/],
    [
      ['check', 'properties/conter.suite.ts'],
      /there is no suite file "properties\/conter\.suite\.ts"\. Did you mean "properties\/counter\.suite\.ts"\?/,
    ],
    [['check', 'notes'], /there is no suite file \(\*\.suite\.ts\) below notes/],
    [['explain', 'notes/small.md'], /notes\/small\.md is the story .* notes\/small\.json/],
    [['replay', 'properties'], /no counterexample \(\.json\) below properties/],
  ];
  let project: TempProject;
  let finished: Finished[];

  beforeAll(async () => {
    project = new TempProject({ 'properties/counter.suite.ts': COUNTER, 'notes/small.json': '{}' });
    finished = await project.runEach(lines.map(([args]) => args));
  });
  afterAll(() => project.remove());

  test.each(lines.map(([args, says], i) => ({ line: args.join(' '), says, i })))('$line', ({ says, i }) => {
    const { code, stdout, stderr } = finished[i]!;
    expect(stderr).toMatch(says);
    expect(stderr).not.toMatch(STACK);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  test('writes nothing', () => {
    expect(project.files('reports')).toEqual([]);
    expect(project.files('counterexamples')).toEqual([]);
  });
});

test('two suites of one name are refused with both files; a project without suites says where it looked', async () => {
  const project = new TempProject({});
  project.part('twice', { 'properties/a.suite.ts': COUNTER, 'properties/b.suite.ts': COUNTER });
  project.part('none', { 'premortem.config.ts': `export default { suites: ['checks/*.ts'] };` });
  project.part('idle', {
    'premortem.config.ts': `export default { suites: ['properties/*.ts', 'chekcs/*.ts', '!**/old.ts'] };`,
    'properties/a.suite.ts': COUNTER,
  });
  project.part('odd', { 'premortem.config.mjs': `export default { suite: 'checks' };` });
  const finished = await project.runEach([
    { part: 'twice', args: ['check'] },
    { part: 'none', args: ['check'] },
    { part: 'odd', args: ['list'] },
    { part: 'idle', args: ['check'] },
  ]);
  const [twice, none, odd, idle] = finished.map(({ stderr }) => stderr);
  expect(finished.map(({ code, stdout }) => ({ code, stdout }))).toEqual(
    [150, 2, 150, 2].map((code) => ({ code, stdout: '' })),
  );
  expect(twice).toMatch(
    /two suites are named "counter": properties\/a\.suite\.ts and properties\/b\.suite\.ts/,
  );
  expect(none).toMatch(/no file matches checks\/\*\.ts.*premortem\.config\.ts/);
  expect(odd).toMatch(
    /premortem\.config\.mjs: its default export: unknown key "suite"\. Did you mean "suites"\?/,
  );
  expect(idle).toMatch(/premortem: no file matches chekcs\/\*\.ts, as told by .*premortem\.config\.ts/);
  project.remove();
});
