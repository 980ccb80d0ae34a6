/// <reference types="vite/types/importMeta.d.ts" />
// docs/outages.md says where each part of the outages is modelled: nothing is missing, and nothing points nowhere.
import { existsSync, readFileSync } from 'node:fs';
import type { Suite } from 'premortem';
import { describe, expect, test } from 'vitest';

const suites = Object.values(import.meta.glob<Suite>('./*.suite.ts', { eager: true, import: 'default' }));
const page = new URL('../docs/outages.md', import.meta.url);

const numbered = (letter: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${letter}${String(i + 1).padStart(2, '0')}`);
/** What came after the outage of DynamoDB. */
const AFTER_DYNAMODB = numbered('E', 14);
/** The parts of the Kinesis outage and of what depends on Kinesis, of the DNS of DynamoDB, and of what came after. */
const PARTS = [
  ...numbered('K', 15),
  'K11a',
  'K11b',
  ...numbered('C', 10),
  ...numbered('D', 9),
  'D03L',
  ...AFTER_DYNAMODB,
];
const NOT_YET = 'not yet';

interface Row {
  id: string;
  system: string;
  chart: string;
  property: string;
  test: string;
}

function rowsOf(text: string): Row[] {
  const lines = text.split('\n').filter((line) => /^\| [A-Z]\d\d/.test(line));
  return lines.map((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    expect(cells, line).toHaveLength(8);
    const [, id, , system, chart, property, test] = cells as [string, ...string[]];
    return { id: id!, system: system!, chart: chart!, property: property!, test: test! };
  });
}

const named = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
const links = (cell: string): string[] => [...cell.matchAll(/\]\(([^)]+)\)/g)].map(([, to]) => to!);

/** What is wrong with a row: a file that is not there, a system or property that no suite has. */
function wrongWith({ system, chart, property, test }: Row): string[] {
  const [name, ...others] = named(system);
  if (name === undefined || others.length > 0) return [`one system is named, not "${system}"`];
  const its = suites.filter((suite) => suite.system.name === name);
  if ([chart, property, test].every((cell) => cell === NOT_YET))
    return its.length === 0 ? [] : [`${name} has a suite by now: say which chart, property and test it is`];
  if (its.length === 0) return [`no suite is of a system ${name}`];
  const properties = its.flatMap((suite) => Object.keys(suite.properties));
  const files = [system, chart, test].map(links);
  return [
    ...files.flatMap((each) => (each.length === 0 ? ['a system, a chart and a test are linked'] : [])),
    ...files.flat().flatMap((to) => (existsSync(new URL(to, page)) ? [] : [`there is no ${to}`])),
    ...links(chart).flatMap((to) => (to.startsWith('../models/') ? [] : [`${to} is no chart of a model`])),
    ...links(test).flatMap((to) => (to.endsWith('.test.ts') ? [] : [`${to} is no test`])),
    ...(named(property).length === 0 ? ['no property is named'] : []),
    ...named(property).flatMap((each) =>
      properties.includes(each) ? [] : [`${name} has no property ${each}`],
    ),
  ];
}

describe('docs/outages.md', () => {
  const rows = rowsOf(readFileSync(page, 'utf8'));

  test('has a row for each part, and for nothing else', () => {
    expect([...new Set(rows.map(({ id }) => id))].sort()).toEqual([...PARTS].sort());
  });

  test('names files, systems and properties that there are', () => {
    const wrong = rows.flatMap((row) => wrongWith(row).map((what) => `${row.id}: ${what}`));
    expect(wrong).toEqual([]);
  });

  test('a row that points nowhere is found', () => {
    const good = rows.find(({ id }) => id === 'C09')!;
    expect(wrongWith(good)).toEqual([]);
    expect(wrongWith({ ...good, property: '`no-such-property`' })).toEqual([
      'status-dashboard has no property no-such-property',
    ]);
    expect(wrongWith({ ...good, system: '[`no-such-system`](../README.md)' })).toEqual([
      'no suite is of a system no-such-system',
    ]);
    expect(wrongWith({ ...good, chart: '[`x`](../models/status-dashboard/no-such-chart.ts)' })).toEqual([
      'there is no ../models/status-dashboard/no-such-chart.ts',
    ]);
    const vague = { ...good, chart: NOT_YET, property: NOT_YET, test: NOT_YET };
    expect(wrongWith(vague)).toEqual([
      'status-dashboard has a suite by now: say which chart, property and test it is',
    ]);
  });
});
