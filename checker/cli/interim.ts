import type { SuiteReport } from '../check/result.ts';
import type { Counterexample } from '../trace/trace.ts';
export function renderMarkdown(c: Counterexample): string {
  return `# ${c.property}\n`;
}
export function renderVerdictTable(r: SuiteReport, _o: object): string {
  return r.designs
    .flatMap((d) =>
      d.checks.map((c) => `  ${d.design} ${c.property} ${c.verdict} ${c.steps} ${c.asExpected}`),
    )
    .join('\n');
}
