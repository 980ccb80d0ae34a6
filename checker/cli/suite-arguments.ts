import { existsSync, statSync } from 'node:fs';
import { glob } from 'tinyglobby';
import { UsageError } from '../system/errors.ts';
import { unknownName } from '../system/names.ts';
import type { Suites } from './load-suites.ts';
import { refuseFailures, relativeTo } from './load-suites.ts';
import type { Project } from './project.ts';

/** An argument that stands for suites: by their name, or by the files they stand in. */
export interface SuiteArgument {
  readonly text: string;
  /** Null where there is no such file or folder. */
  readonly files: readonly string[] | null;
}

/** Finds the suite files that arguments name, themselves or as folders of them. */
export async function readArguments(args: readonly string[]): Promise<SuiteArgument[]> {
  return Promise.all(args.map(async (text) => ({ text, files: await filesAt(text) })));
}

async function filesAt(path: string): Promise<string[] | null> {
  if (!existsSync(path)) return null;
  if (!statSync(path).isDirectory()) return [path];
  const found = await glob('**/*.suite.{ts,mts,js,mjs}', {
    cwd: path,
    ignore: ['**/node_modules/**'],
    expandDirectories: false,
    absolute: true,
  });
  return found.sort();
}

/** The arguments where none can be a file or a folder; none otherwise. */
export function namesAlone(args: readonly SuiteArgument[]): string[] {
  return args.every(({ text, files }) => files === null && !isPath(text)) ? args.map(({ text }) => text) : [];
}

/**
 * The names of the suites that arguments stand for; a suite of that name comes before a file or folder.
 *
 * @throws UsageError for a path without suites; BuildError when a file does not load
 */
export function namesOf(args: readonly SuiteArgument[], suites: Suites, { root }: Project): string[] {
  return args.flatMap(({ text, files }) => {
    if (suites.loaded.some(({ suite }) => suite.name === text)) return [text];
    // What is neither is looked for, and missed, among the names.
    if (files === null && !isPath(text)) return [text];
    if (files === null) {
      const known = suites.loaded.map(({ file }) => file);
      throw new UsageError(unknownName('there is no suite file', text, known));
    }
    if (files.length === 0) throw new UsageError(`there is no suite file (*.suite.ts) below ${text}.`);
    return files.flatMap((path) => {
      const file = relativeTo(root, path);
      refuseFailures(suites.failures.filter((failed) => failed.file === file));
      return suites.loaded.filter((entry) => entry.file === file).map(({ suite }) => suite.name);
    });
  });
}

/** A suite's name has no slash in it, and seldom ends like a file's. */
function isPath(text: string): boolean {
  return /[/\\]|\.[mc]?[jt]s$/.test(text);
}
