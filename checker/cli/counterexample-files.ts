import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckResult, SuiteReport } from '../check/result.ts';
import { renderMarkdown } from '../report/trace-markdown.ts';
import { serialise } from '../trace/counterexample-file.ts';
import type { Counterexample } from '../trace/trace.ts';
import type { LoadedSuite } from './load-suites.ts';
import { readText, removeFile, writeWhole } from './write-files.ts';

/** Committed counterexamples, and those of runs that differ from them. */
const COMMITTED = 'counterexamples';
const GENERATED = 'reports/counterexamples';

/** A file as it should be; a null text: there should be none. Paths are relative to the project's root. */
export interface PlannedFile {
  readonly path: string;
  readonly text: string | null;
}

/** Where the counterexample of a check is committed; null for other sizes than those of the default scope. */
export function committedPath(check: CheckResult, set: Settings): string | null {
  const own = check.scope === 'default' && Object.keys(set).length === 0;
  return own ? `${COMMITTED}/${check.system}/${check.design}/${check.property}.json` : null;
}

/** Parameters as `--set` changed them. */
type Settings = Readonly<Record<string, number | string>>;

/** Where the counterexample of a check goes when it is not the committed one. */
export function generatedPath(check: CheckResult, set: Settings): string {
  const values = Object.entries(set).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const folders = [
    GENERATED,
    check.system,
    check.design,
    ...(check.scope === 'default' ? [] : [check.scope]),
    ...(values.length === 0 ? [] : [values.join(',')]),
  ];
  return `${folders.join('/')}/${check.property}.json`;
}

/** The two files of a counterexample: the trace, and its story. */
export function filesOf(path: string, counterexample: Counterexample): PlannedFile[] {
  return [
    { path, text: serialise(counterexample) },
    { path: path.replace(/\.json$/, '.md'), text: renderMarkdown(counterexample) },
  ];
}

/**
 * Gives each counterexample of a report its file: the committed one where that holds the same run, else one
 * that is written here, which git ignores. What an earlier run wrote for a check without one is removed.
 *
 * @param write false: nothing is written or removed, and only committed files are pointed to
 * @returns the file of each check with a counterexample, relative to the root
 */
export function placeCounterexamples(
  root: string,
  report: SuiteReport,
  set: Settings,
  write: boolean,
): Map<CheckResult, string> {
  const placed = new Map<CheckResult, string>();
  for (const check of report.designs.flatMap(({ checks }) => checks)) {
    const generated = generatedPath(check, set);
    const committed = committedPath(check, set);
    const { counterexample } = check;
    const same =
      counterexample !== null &&
      committed !== null &&
      readText(join(root, committed)) === serialise(counterexample);
    if (same) placed.set(check, committed);
    if (!write) continue;
    if (counterexample === null || same) {
      removeFile(join(root, generated), root);
      removeFile(join(root, generated.replace(/\.json$/, '.md')), root);
    } else {
      for (const { path, text } of filesOf(generated, counterexample)) writeWhole(join(root, path), text!);
      placed.set(check, generated);
    }
  }
  return placed;
}

/**
 * The committed counterexamples as they should be after a run of these suites: theirs written, and stale
 * ones removed. A file is stale when no suite accounts for it any more.
 *
 * @param known all suites of the project; `whole`: that they were all checked, so that nothing else belongs
 */
export function planCommitted(
  root: string,
  reports: readonly SuiteReport[],
  known: readonly LoadedSuite[],
  whole: boolean,
): PlannedFile[] {
  const writes = reports
    .flatMap(({ designs }) => designs.flatMap(({ checks }) => checks))
    .flatMap((check) =>
      check.counterexample === null ? [] : filesOf(committedPath(check, {})!, check.counterexample),
    );
  const wanted = new Set(writes.map(({ path }) => path));
  const checked = new Set(reports.map(({ suite }) => suite));
  const systems = new Set(reports.map(({ system }) => system));
  const othersOwn = (system: string, property: string): boolean =>
    known.some(
      ({ suite }) =>
        !checked.has(suite.name) && suite.system.name === system && Object.hasOwn(suite.properties, property),
    );
  const stale = committedFiles(root).filter(({ path, system, property }) => {
    if (wanted.has(path) || othersOwn(system, property)) return false;
    return whole || systems.has(system);
  });
  return [...writes, ...stale.map(({ path }): PlannedFile => ({ path, text: null }))];
}

/** Makes files as they should be; true for each that was not so already. */
export function carryOut(root: string, plan: readonly PlannedFile[]): { written: number; removed: number } {
  let written = 0;
  let removed = 0;
  for (const { path, text } of plan) {
    if (text !== null && writeWhole(join(root, path), text)) written++;
    if (text !== null) continue;
    removeFile(join(root, path), root);
    removed++;
  }
  return { written, removed };
}

/** The files under `counterexamples/` that are named as counterexamples are. */
export function committedFiles(root: string): { path: string; system: string; property: string }[] {
  let names: string[];
  try {
    names = readdirSync(join(root, COMMITTED), { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
  return names.sort().flatMap((name) => {
    const [system, , file, ...deeper] = name.split(/[/\\]/);
    const property = /^(.+)\.(?:json|md)$/.exec(file ?? '')?.[1];
    if (property === undefined || deeper.length > 0) return [];
    return [{ path: `${COMMITTED}/${name.replaceAll('\\', '/')}`, system: system!, property }];
  });
}
