import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import pc from 'picocolors';
import dynamodbDns from '../properties/dynamodb-dns.suite.ts';
import kinesisThreads from '../properties/kinesis-threads.suite.ts';
import { checkSuite } from './check/check-suite.ts';
import type { SuiteReport } from './check/result.ts';
import { renderTrace } from './report/trace-terminal.ts';
import { renderVerdictTable } from './report/verdict-table.ts';

const withoutColour = pc.createColors(false);

const WIDTH = 96;

/** What stands between two markers of the README; with UPDATE_TABLES=1 it is written there. */
function between(marker: string, text: string): { found: string; expected: string } {
  const file = new URL('../README.md', import.meta.url);
  const readme = readFileSync(file, 'utf8');
  const [start, end] = [`<!-- ${marker} -->\n`, `<!-- /${marker} -->`];
  const from = readme.indexOf(start) + start.length;
  const to = readme.indexOf(end);
  const expected = `\n\`\`\`text\n${text}\n\`\`\`\n\n`;
  if (process.env['UPDATE_TABLES'] === '1')
    writeFileSync(file, readme.slice(0, from) + expected + readme.slice(to));
  return { found: readme.slice(from, to), expected };
}

/** The table of the properties named. */
function table(report: SuiteReport, properties: readonly string[]): string {
  const designs = report.designs.map((design) => ({
    ...design,
    checks: design.checks.filter(({ property }) => properties.includes(property)),
  }));
  return renderVerdictTable({ designs }, { width: WIDTH, colour: withoutColour }).trimEnd();
}

test('the README shows what the search finds', async () => {
  const dns = await checkSuite(dynamodbDns);
  const kinesis = await checkSuite(kinesisThreads);
  const outage = dns.designs[0]!.checks[0]!.counterexample!;
  const trace = between('trace', renderTrace(outage, { width: WIDTH, colour: withoutColour }).trimEnd());
  const tables = [
    table(dns, ['every-endpoint-resolves', 'never-an-older-plan', 'clean-up-spares-active-plans']),
    table(kinesis, ['no-member-has-a-useless-map', 'every-map-is-useless', 'all-newcomers-can-join']),
  ];
  const verdicts = between('verdicts', tables.join('\n\n'));
  expect(trace.found).toBe(trace.expected);
  expect(verdicts.found).toBe(verdicts.expected);
});
