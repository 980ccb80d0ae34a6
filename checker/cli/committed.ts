import { join } from 'node:path';
import type { CheckResult, SuiteReport } from '../check/result.ts';
import type { Ledger } from '../report/ledger.ts';
import {
  ledgerDifferences,
  ledgerOf,
  mergeLedgers,
  newlyUnhandled,
  parseLedger,
  serialiseLedger,
} from '../report/ledger.ts';
import { renderSummary } from '../report/summary.ts';
import { UsageError, messageOf } from '../system/errors.ts';
import type { PlannedFile } from './counterexample-files.ts';
import { carryOut, committedPath, planCommitted } from './counterexample-files.ts';
import type { Suites } from './load-suites.ts';
import { readText } from './write-files.ts';

const LEDGER = 'reports/verdicts.json';
const SUMMARY = 'reports/summary.md';

/**
 * The ledger and its page as they should be after a run of these suites: their entries replaced, those of
 * suites that were not checked kept, those of suites that no longer exist dropped.
 *
 * @throws UsageError when entries are to be kept and the ledger cannot be read
 */
function planLedger(
  root: string,
  reports: readonly SuiteReport[],
  suites: Suites,
  whole: boolean,
): PlannedFile[] {
  const text = whole ? null : readText(join(root, LEDGER));
  let old: Ledger | null = null;
  try {
    if (text !== null) old = parseLedger(text);
  } catch (thrown) {
    const remedy = 'Check all suites with --update, without naming any, to write it again';
    throw new UsageError(`${LEDGER} cannot be read: ${messageOf(thrown)}. ${remedy}.`);
  }
  const known = suites.loaded.map(({ suite }) => suite);
  const ledger = mergeLedgers(
    old,
    ledgerOf(reports),
    (name) => suites.failures.length > 0 || known.some((suite) => suite.name === name),
  );
  return [
    { path: LEDGER, text: serialiseLedger(ledger) },
    { path: SUMMARY, text: renderSummary(ledger, known) },
  ];
}

/**
 * Writes the committed files anew: counterexamples, ledger and summary. All texts are made before the first
 * is written.
 *
 * @param suites those of the project; `whole`: that all of them were checked
 * @returns what was done, in words
 */
export function updateCommitted(
  root: string,
  reports: readonly SuiteReport[],
  suites: Suites,
  whole: boolean,
): string {
  const plan = [
    ...planCommitted(root, reports, suites.loaded, whole),
    ...planLedger(root, reports, suites, whole),
  ];
  const { written, removed } = carryOut(root, plan);
  const unchanged = plan.length - written - removed;
  return `updated counterexamples/ and reports/: ${written} written, ${removed} removed, ${unchanged} as they were.`;
}

/** What keeps a run from being one to commit; null when nothing does. */
export function whyNotCommitted(reports: readonly SuiteReport[]): string | null {
  for (const { suite, designs } of reports) {
    for (const { design, incomplete, failure, notBuilt } of designs) {
      const where = `${suite} / ${design}`;
      if (failure !== null) return `user code failed in ${where}`;
      if (notBuilt?.byDesign === false) return `${where} could not be built`;
      // A full channel is a fact of the model, and so is that all was decided: the same in every run.
      if (incomplete === null || incomplete.why === 'full-channel' || incomplete.why === 'decided') continue;
      return `the search of ${where} was cut short (${incomplete.why})`;
    }
  }
  return null;
}

/** What a run leaves unhandled that the committed ledger does not know of, in words; nothing without a ledger. */
export function unhandledSince(root: string, reports: readonly SuiteReport[]): string[] {
  const text = readText(join(root, LEDGER));
  if (text === null) return [];
  try {
    return newlyUnhandled(parseLedger(text), ledgerOf(reports));
  } catch {
    // That it cannot be read is said elsewhere.
    return [];
  }
}

/**
 * Where a run at the default scope differs from what is committed, in a line with the command that writes
 * it anew; null when it does not, or is no run to commit.
 *
 * @param files the file of each counterexample; one that is not the committed file differs from it
 */
export function compareWithCommitted(
  root: string,
  reports: readonly SuiteReport[],
  files: ReadonlyMap<CheckResult, string>,
  command: string,
): string | null {
  if (whyNotCommitted(reports) !== null) return null;
  const text = readText(join(root, LEDGER));
  if (text === null) return `there is no ledger yet: \`${command}\` writes one.`;
  let differences: string[];
  try {
    differences = ledgerDifferences(parseLedger(text), ledgerOf(reports));
  } catch (thrown) {
    differences = [`${LEDGER} cannot be read: ${messageOf(thrown)}`];
  }
  const changed = reports
    .flatMap(({ designs }) => designs.flatMap(({ checks }) => checks))
    .filter((check) => check.counterexample !== null && files.get(check) !== committedPath(check, {}));
  const [first, ...others] = [
    ...differences,
    ...changed.map((check) => `${committedPath(check, {})} holds another run or none`),
  ];
  if (first === undefined) return null;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `what is committed differs from this run: ${first}${more}. \`${command}\` writes it anew.`;
}
