import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../system/errors.ts';
import { readText } from './write-files.ts';

/**
 * The text of a counterexample file.
 *
 * @throws UsageError when there is no such file
 */
export function counterexampleText(path: string): string {
  if (path.endsWith('.md')) {
    const json = path.replace(/\.md$/, '.json');
    throw new UsageError(`${path} is the story of a counterexample; the counterexample itself is ${json}.`);
  }
  const text = existsSync(path) && statSync(path).isDirectory() ? null : readText(path);
  if (text === null) {
    throw new UsageError(
      `there is no file ${path}. \`premortem check\` says where it writes counterexamples.`,
    );
  }
  return text;
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
