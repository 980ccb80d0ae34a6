import { test } from 'vitest';
import pc from 'picocolors';
import dynamodbDns from '../properties/dynamodb-dns.suite.ts';
import kinesisThreads from '../properties/kinesis-threads.suite.ts';
import { expectInReadme } from '../properties/testing/readme-table.ts';
import { checkSuite } from './check/check-suite.ts';
import type { SuiteReport } from './check/result.ts';
import { renderTrace } from './report/trace-terminal.ts';
import { renderVerdictTable } from './report/verdict-table.ts';

const withoutColour = pc.createColors(false);

const WIDTH = 96;

const readme = new URL('../README.md', import.meta.url);
const fenced = (text: string): string => `\n\`\`\`text\n${text}\n\`\`\`\n\n`;

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
  const trace = renderTrace(outage, { width: WIDTH, colour: withoutColour }).trimEnd();
  const tables = [
    table(dns, ['every-endpoint-resolves', 'never-an-older-plan', 'clean-up-spares-active-plans']),
    table(kinesis, ['no-member-has-a-useless-map', 'every-map-is-useless', 'all-newcomers-can-join']),
  ];
  expectInReadme(readme, 'trace', fenced(trace));
  expectInReadme(readme, 'verdicts', fenced(tables.join('\n\n')));
});
