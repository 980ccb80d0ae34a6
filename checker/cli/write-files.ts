import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../system/errors.ts';

/** The text of a file; null when there is none. */
export function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (thrown) {
    if (['ENOENT', 'ENOTDIR'].includes((thrown as NodeJS.ErrnoException).code ?? '')) return null;
    throw new UsageError(`cannot read ${path}: ${reasonOf(thrown)}`, { cause: thrown });
  }
}

/**
 * Writes a file whole or not at all: beside it first, then moved into its place. A file that already holds
 * the text is left alone.
 *
 * @returns whether it was written
 * @throws UsageError when it cannot be written
 */
export function writeWhole(path: string, text: string): boolean {
  if (readText(path) === text) return false;
  const beside = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(beside, text);
    renameSync(beside, path);
  } catch (thrown) {
    // A folder that is none cannot be looked into either.
    if (existsSync(beside)) rmSync(beside);
    throw new UsageError(`cannot write ${path}: ${reasonOf(thrown)}`, { cause: thrown });
  }
  return true;
}

/** Removes a file, and the folders that are empty without it, up to `root`. */
export function removeFile(path: string, root: string): void {
  try {
    rmSync(path, { force: true });
    for (
      let folder = dirname(path);
      folder !== root && folder !== dirname(folder);
      folder = dirname(folder)
    ) {
      rmdirSync(folder);
    }
  } catch (thrown) {
    if (['ENOTEMPTY', 'ENOENT', 'EEXIST'].includes((thrown as NodeJS.ErrnoException).code ?? '')) return;
    throw new UsageError(`cannot remove ${path}: ${reasonOf(thrown)}`, { cause: thrown });
  }
}

/** `EACCES: permission denied`, without the path that the message around it names. */
function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message.replace(/, \w+ '.*$/, '') : String(thrown);
}
