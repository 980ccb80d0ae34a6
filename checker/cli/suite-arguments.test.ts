import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonReport } from '../report/json.ts';
import { COUNTER } from './testing/models.ts';
import type { Finished } from './testing/temp-project.ts';
import { TempProject } from './testing/temp-project.ts';

/** A counter of another name whose design and first property have refs. */
function referred(name: string, design: string, property: string): string {
  return COUNTER.replaceAll(/(name: |called )'?counter'?/g, (text) => text.replace('counter', name))
    .replace(`'as-deployed': { description`, `'as-deployed': { ref: '${design}', description`)
    .replace(`invariant(system, { description`, `invariant(system, { ref: '${property}', description`)
    .replaceAll(`'small'`, `'small-${name}'`);
}

describe('suites, designs and properties are asked for by name, file, folder or ref', () => {
  const CALLS: [args: string, found: readonly string[]][] = [
    ['counter', ['counter small', 'counter gets-to-one', 'counter never-negative']],
    ['properties/counter.suite.ts --property small', ['counter small']],
    [
      'properties --property gets-to-one',
      ['beads gets-to-one', 'counter gets-to-one', 'pebbles gets-to-one'],
    ],
    // A suite's name comes before a folder's.
    ['beads --property gets-to-one', ['beads gets-to-one']],
    ['--property V1', ['beads small-beads']],
    ['beads pebbles --property V1 --property V2', ['beads small-beads', 'pebbles small-pebbles']],
    ['properties --design as-was --property V2', ['pebbles small-pebbles']],
  ];
  const REFUSED: [args: string, says: RegExp][] = [
    ['--property V3', /none of the suites has a property "V3"/],
    [
      'more --property V9',
      /"V9" is the ref of more than one property: small-marbles of marbles, small-stones of stones\./,
    ],
  ];
  let project: TempProject;
  let finished: Finished[];

  beforeAll(async () => {
    project = new TempProject({
      'properties/counter.suite.ts': COUNTER,
      'properties/beads.suite.ts': referred('beads', 'as-was', 'V1'),
      'properties/deeper/pebbles.suite.ts': referred('pebbles', 'as-was', 'V2'),
      'beads/other.txt': '',
      'more/marbles.suite.ts': referred('marbles', 'as-was', 'V9'),
      'more/stones.suite.ts': referred('stones', 'as-is', 'V9'),
    });
    finished = await project.runEach(
      [...CALLS, ...REFUSED].map(([args]) => ['check', '--json', '--no-reports', ...args.split(' ')]),
    );
  });
  afterAll(() => project.remove());

  test.each(CALLS.map(([args, found], i) => ({ args, found, i })))('$args', ({ found, i }) => {
    const { stdout } = finished[i]!;
    const { checks } = JSON.parse(stdout) as JsonReport;
    expect(checks.map(({ system, property }) => `${system} ${property}`)).toEqual(found);
  });

  test.each(REFUSED.map(([args, says], i) => ({ args, says, i })))('$args is refused', ({ says, i }) => {
    const { code, stderr } = finished[CALLS.length + i]!;
    expect(stderr).toMatch(says);
    expect(code).toBe(2);
  });
});
