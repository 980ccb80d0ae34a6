import { basename, relative, resolve, sep } from 'node:path';
import { glob } from 'tinyglobby';
import { checkNames } from '../check/check-names.ts';
import type { Suite } from '../property/suite.ts';
import { BuildError, UsageError } from '../system/errors.ts';
import { causeOf } from './cause.ts';
import type { Project } from './project.ts';
import { importFile } from './user-code.ts';

/** A suite and the file it stands in, relative to the project's root. */
export interface LoadedSuite {
  readonly suite: Suite;
  readonly file: string;
}

/** A suite file that could not be used, or a suite of it that could not be checked. */
export interface LoadFailure {
  readonly file: string;
  readonly error: BuildError;
}

/** Suite files that are needed could not be used. */
export class NotLoaded extends BuildError {
  readonly failures: readonly LoadFailure[];
  constructor(failures: readonly [LoadFailure, ...LoadFailure[]]) {
    super(failures.map(({ error }) => error.message).join('\n'), { cause: failures[0].error });
    this.failures = failures;
  }
}

/** What the suite files of a project hold. */
export interface Suites {
  readonly loaded: readonly LoadedSuite[];
  readonly failures: readonly LoadFailure[];
}

/**
 * Loads the suite files of a project, and further ones by path, in the order of its globs and of their
 * names. A file that does not load is reported beside the others, so that they can still be used.
 *
 * @param paths files to load beside those of the project
 * @param names where all that is wanted are these suites, and files are called after each of them (`name.suite.ts`),
 *   no other file is loaded: most of the time of a short search would go into them
 * @throws UsageError when there are no suite files; BuildError when two suites share a name
 */
export async function loadSuites(
  project: Project,
  paths: readonly string[] = [],
  names: readonly string[] = [],
): Promise<Suites> {
  const files = [
    ...new Set([...(await suiteFiles(project)), ...paths.map((path) => relativeTo(project.root, path))]),
  ];
  if (files.length === 0) {
    throw new UsageError(
      `no suites: no file matches ${project.globs.join(', ')} in ${project.root}, and there is no premortem.config.ts to name others.`,
    );
  }
  const called = files.filter((file) => names.includes(nameOfFile(file)));
  if (names.length > 0 && new Set(called.map(nameOfFile)).size === new Set(names).size) {
    const suites = await loadFiles(project, called);
    const found = new Set(suites.loaded.map(({ suite }) => suite.name));
    if (names.every((name) => found.has(name))) return suites;
  }
  return loadFiles(project, files);
}

/** What a suite is called that is called after its file. */
function nameOfFile(file: string): string {
  return basename(file).replace(/\.suite\.[mc]?[jt]s$/, '');
}

async function loadFiles(project: Project, files: readonly string[]): Promise<Suites> {
  const loaded: LoadedSuite[] = [];
  const failures: LoadFailure[] = [];
  for (const file of files) {
    try {
      loaded.push(...(await suitesOf(project.root, file)));
    } catch (thrown) {
      const cause = causeOf(thrown);
      // Some messages name the file themselves.
      const what = cause.startsWith(file)
        ? ''
        : `${file}${thrown instanceof BuildError ? ': ' : ' does not load: '}`;
      failures.push({ file, error: new BuildError(`${what}${cause}`, { cause: thrown }) });
    }
  }
  refuseDoubles(loaded);
  return { loaded, failures };
}

/** @throws UsageError for a glob that nothing matches: suites that are not found would not be missed */
async function suiteFiles({ root, globs, config }: Project): Promise<string[]> {
  const [excluding, including] = [globs.filter(isExcluding), globs.filter((glob) => !isExcluding(glob))];
  const ignore = ['**/node_modules/**', ...excluding.map((pattern) => pattern.slice(1))];
  const lists = await Promise.all(
    including.map((pattern) => glob(pattern, { cwd: root, ignore, expandDirectories: false })),
  );
  const idle = including.filter((_, i) => lists[i]!.length === 0);
  if (config !== null && idle.length > 0) {
    const others = idle.length === globs.length ? 'no suites: no' : 'no';
    throw new UsageError(`${others} file matches ${idle.join(', ')}, as told by ${config}.`);
  }
  return lists.flatMap((files) => files.sort());
}

function isExcluding(pattern: string): boolean {
  return pattern.startsWith('!');
}

async function suitesOf(root: string, file: string): Promise<LoadedSuite[]> {
  const loaded = await importFile(resolve(root, file));
  const suites = [...new Set(Object.values(loaded))].filter(isSuite);
  if (suites.length === 0) {
    const found = loaded['default'];
    const instead = found === undefined ? '' : ` (its default export is ${kindOf(found)})`;
    throw new BuildError(
      `${file} exports no suite${instead}: write \`export default defineSuite({ … })\` in it.`,
    );
  }
  for (const suite of suites) checkNames(suite);
  return suites.map((suite) => ({ suite, file }));
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value instanceof Promise) return 'a promise';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'another object' : `a ${typeof value}`;
}

function isSuite(value: unknown): value is Suite {
  return (value as Partial<Suite> | null | undefined)?.kind === 'premortem.suite';
}

/** Names tell suites apart, and (system, design, property) names a counterexample's file. */
function refuseDoubles(loaded: readonly LoadedSuite[]): void {
  const named = new Map<string, LoadedSuite>();
  const checks = new Map<string, LoadedSuite>();
  for (const entry of loaded) {
    const { suite, file } = entry;
    const other = named.get(suite.name);
    if (other !== undefined) {
      throw new BuildError(
        `two suites are named "${suite.name}": ${other.file} and ${file}. Give one a \`name\` of its own.`,
      );
    }
    named.set(suite.name, entry);
    for (const property of Object.keys(suite.properties)) {
      const key = `${suite.system.name} ${property}`;
      const before = checks.get(key);
      if (before !== undefined) {
        throw new BuildError(
          `the suites "${before.suite.name}" (${before.file}) and "${suite.name}" (${file}) both check a property "${property}" of system "${suite.system.name}". Rename one of them.`,
        );
      }
      checks.set(key, entry);
    }
  }
}

/** @throws NotLoaded that lists the files that do not load, if there are any */
export function refuseFailures([first, ...others]: readonly LoadFailure[]): void {
  if (first !== undefined) throw new NotLoaded([first, ...others]);
}

/** A path from the project's root, with slashes. */
export function relativeTo(root: string, path: string): string {
  return relative(root, resolve(path)).split(sep).join('/');
}
