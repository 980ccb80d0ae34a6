import { verdictMark } from './verdict-mark.ts';
import { verdictInSteps } from '../check/gate.ts';
import type { PropertyKind } from '../property/property.ts';
import type { Suite } from '../property/suite.ts';
import type { Ledger, LedgerDesign, LedgerSuite } from './ledger.ts';
import { code, markdown, table } from './markdown-text.ts';
import { scopeWords } from './scope-words.ts';

type LedgerCheck = LedgerDesign['checks'][number];

/**
 * The ledger as a page: a table per suite, what its properties and designs say, and links to the stories of
 * the counterexamples.
 *
 * @param suites the suites of the project, in the order they are to be told in; of one that is not among them only the ledger's own words are told
 */
export function renderSummary(ledger: Ledger, suites: readonly Suite[]): string {
  const places = new Map(suites.map(({ name }, i) => [name, i]));
  const place = ({ suite }: LedgerSuite): number => places.get(suite) ?? suites.length;
  const entries = ledger.suites.toSorted((a, b) => place(a) - place(b));
  const sections = entries.map((entry) =>
    section(entry, suites.find(({ name }) => name === entry.suite) ?? null),
  );
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`;
}

const INTRODUCTION = `# Verdicts

Written by \`premortem check --update\`, which checks each suite at its default scope; not by hand. A cell links to the
shortest run that shows it.`;

function section(entry: LedgerSuite, suite: Suite | null): string {
  const ref = suite?.system.ref;
  const title = `## ${entry.suite}${typeof ref === 'string' ? ` (${ref})` : ''}`;
  const description = suite === null ? [] : [oneLine(suite.system.description)];
  return [
    title,
    ...description,
    ...scopeLine(entry, suite),
    verdicts(entry, suite),
    ...headlines(entry, suite),
    ...legend(entry, suite),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function scopeLine(entry: LedgerSuite, suite: Suite | null): string[] {
  if (suite === null) return [];
  const designs = entry.designs.map(({ design }) => design).filter((name) => name in suite.system.designs);
  if (!(entry.scope in suite.system.scopes)) return [];
  const { values, fixed } = scopeWords(suite.system, entry.scope, { designs });
  if (values === '') return [];
  return [
    `Scope \`${entry.scope}\`: ${values}.${fixed === '' ? '' : ` Fixed by a design itself: ${fixed}.`}`,
  ];
}

function verdicts(entry: LedgerSuite, suite: Suite | null): string {
  const names = entry.designs.flatMap(({ checks }) => checks.map(({ property }) => property));
  const properties = [...new Set(names)];
  const rows = entry.designs.map((design) => [
    code(design.design) + bracket(suite?.system.designs[design.design]?.ref),
    ...properties.map((property) => {
      const check = design.checks.find((one) => one.property === property);
      return check === undefined ? '' : cell(entry, design, check, suite);
    }),
    design.complete ? count(design.states) : `${count(design.states)} (not all)`,
    String(design.depth),
  ]);
  const columns = properties.map((name) => markdown(name) + bracket(suite?.properties[name]?.ref));
  return table(['design', ...columns, 'states', 'depth'], rows);
}

function cell(entry: LedgerSuite, design: LedgerDesign, check: LedgerCheck, suite: Suite | null): string {
  const kind = suite?.properties[check.property]?.kind ?? 'invariant';
  const text = `${verdictMark(kind, check.verdict)} ${verdictInSteps(kind, check.verdict, check.steps)}`;
  const linked = check.steps === null ? text : `[${text}](${link(entry, design, check)})`;
  return `${linked}${unexpected(entry, design, check, suite, kind)}`;
}

function unexpected(
  entry: LedgerSuite,
  design: LedgerDesign,
  check: LedgerCheck,
  suite: Suite | null,
  kind: PropertyKind,
): string {
  const expected = suite?.expect[entry.scope]?.[design.design]?.[check.property];
  if (expected === undefined) return '';
  const same =
    expected.verdict === check.verdict && (expected.steps === null || expected.steps === check.steps);
  return same ? '' : ` (expected: ${verdictInSteps(kind, expected.verdict, expected.steps)})`;
}

function link(entry: LedgerSuite, design: LedgerDesign, check: LedgerCheck): string {
  return `../counterexamples/${entry.system}/${design.design}/${check.property}.md`;
}

function headlines(entry: LedgerSuite, suite: Suite | null): string[] {
  const lines = (suite?.headlines ?? []).flatMap(({ design, property }) => {
    const found = entry.designs.find((one) => one.design === design);
    const check = found?.checks.find((one) => one.property === property);
    if (found === undefined || check === undefined || check.steps === null) return [];
    const kind = suite!.properties[property]?.kind ?? 'invariant';
    return [
      `- [\`${design}\`: ${property} is ${verdictInSteps(kind, check.verdict, check.steps)}](${link(entry, found, check)})`,
    ];
  });
  return lines.length === 0 ? [] : [`Read first:\n\n${lines.join('\n')}`];
}

function legend(entry: LedgerSuite, suite: Suite | null): string[] {
  if (suite === null) return [];
  const designs = entry.designs.map(({ design }) => {
    const spec = suite.system.designs[design] as { description?: string } | undefined;
    return `- \`${design}\`: ${oneLine(spec?.description ?? '')}`;
  });
  const properties = Object.entries(suite.properties).map(
    ([name, { kind, description }]) => `- ${name} (${kind}): ${oneLine(description)}`,
  );
  return [`Designs:\n\n${designs.join('\n')}`, `Properties:\n\n${properties.join('\n')}`];
}

function bracket(ref: string | null | undefined): string {
  return ref === null || ref === undefined ? '' : ` (${markdown(ref)})`;
}

/** Prose on one line, with nothing in it read as markup. */
function oneLine(text: string): string {
  return markdown(text.replaceAll(/\s+/g, ' ').trim());
}

function count(n: number): string {
  return n.toLocaleString('en');
}
