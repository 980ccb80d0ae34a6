import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '../system/errors.ts';
import { didYouMean } from '../system/names.ts';
import { readText } from './write-files.ts';

/** Bytes beyond which a file is no counterexample: the longest trace is far below. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * The text of a counterexample file.
 *
 * @throws UsageError when there is no such file, or it can be none
 */
export function counterexampleText(path: string): string {
  if (path.endsWith('.md')) {
    const json = path.replace(/\.md$/, '.json');
    throw new UsageError(`${path} is the story of a counterexample; the counterexample itself is ${json}.`);
  }
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats !== undefined && stats.size > MOST_BYTES) {
    throw new UsageError(
      `${path} holds ${Math.round(stats.size / 1024 / 1024)} MiB, and a counterexample is never that large: it is another kind of file.`,
    );
  }
  const text = stats === undefined || stats.isDirectory() ? null : readText(path);
  if (text === null) {
    throw new UsageError(
      `there is no file ${path}.${didYouMean(path, nearby(path))} \`premortem check\` says where it writes counterexamples.`,
    );
  }
  return text;
}

/** Files and folders that a mistyped path may have meant: all below the last of its folders that exists. */
function nearby(path: string): string[] {
  const folder = dirname(path);
  if (!existsSync(folder)) return folder === dirname(folder) ? [] : nearby(folder);
  if (!statSync(folder).isDirectory()) return [];
  const deep = folder !== '.' && folder !== dirname(folder);
  const names = readdirSync(folder, { recursive: deep, encoding: 'utf8' });
  return names.filter((name) => !name.endsWith('.md')).map((name) => join(folder, name));
}

/**
 * The files that some arguments name; a folder stands for the `.json` files below it.
 *
 * @throws UsageError when a folder holds none
 */
export function counterexamplePaths(args: readonly string[]): string[] {
  return args.flatMap((arg) => {
    if (!existsSync(arg) || !statSync(arg).isDirectory()) return [arg];
    const names = readdirSync(arg, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.json'),
    );
    if (names.length === 0) throw new UsageError(`there is no counterexample (.json) below ${arg}.`);
    return names.sort().map((name) => join(arg, name));
  });
}
