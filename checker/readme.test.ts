// The README shows what is committed; that this is what a search finds, the suites' own tests say.
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import pc from 'picocolors';
import dynamodbDns from '../properties/dynamodb-dns.suite.ts';
import kinesisThreads from '../properties/kinesis-threads.suite.ts';
import { expectInReadme } from '../properties/testing/readme-table.ts';
import type { Suite } from './property/suite.ts';
import { renderTrace } from './report/trace-terminal.ts';
import { renderVerdictTable } from './report/verdict-table.ts';
import { parse } from './trace/counterexample-file.ts';

const layout = { width: 96, colour: pc.createColors(false) };
const root = new URL('../', import.meta.url);

/** The verdicts that a suite expects of some of its properties. */
function table({ system, properties, expect }: Suite, names: readonly string[]): string {
  const designs = Object.entries(expect['default']!).map(([design, expected]) => ({
    design,
    designRef: system.designs[design]?.ref ?? null,
    checks: names.map((property) => {
      const { kind, ref } = properties[property]!;
      return { property, propertyRef: ref, kind, ...expected[property]!, asExpected: true };
    }),
  }));
  return renderVerdictTable({ designs }, layout).trimEnd();
}

test('the README shows the committed trace and the verdicts', () => {
  const file = 'counterexamples/dynamodb-dns/as-deployed/every-endpoint-resolves.json';
  const outage = parse(readFileSync(new URL(file, root), 'utf8'), file);
  const tables = [
    table(dynamodbDns, ['every-endpoint-resolves', 'never-an-older-plan', 'clean-up-spares-active-plans']),
    table(kinesisThreads, ['no-member-has-a-useless-map', 'every-map-is-useless', 'all-newcomers-can-join']),
  ];
  const fenced = (text: string): string => `\n\`\`\`text\n${text}\n\`\`\`\n\n`;
  const readme = new URL('README.md', root);
  expectInReadme(readme, 'trace', fenced(renderTrace(outage, layout).trimEnd()));
  expectInReadme(readme, 'verdicts', fenced(tables.join('\n\n')));
});
