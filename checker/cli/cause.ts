import { fileURLToPath } from 'node:url';
import { messageOf } from '../system/errors.ts';

/**
 * Why a file of the user's did not load, in one line: the loader's own message without its trimmings, and
 * the place in the user's code where it was thrown.
 */
export function causeOf(thrown: unknown): string {
  const syntax = syntaxError(thrown);
  if (syntax !== null) return syntax;
  const message = readable(messageOf(thrown));
  const place = thrown instanceof Error ? placeOf(thrown.stack ?? '') : null;
  return place === null ? message : `${message} (at ${place})`;
}

/** The first error that the TypeScript loader's compiler lists, with its place. */
function syntaxError(thrown: unknown): string | null {
  const errors = (thrown as { errors?: unknown } | null)?.errors;
  if (!Array.isArray(errors)) return null;
  const first = errors[0] as {
    text?: unknown;
    location?: { file: string; line: number; column: number } | null;
  };
  if (typeof first?.text !== 'string') return null;
  const { location } = first;
  return location
    ? `${first.text} (at ${location.file}:${location.line}:${location.column + 1})`
    : first.text;
}

/** On one line, with plain paths in place of file URLs. */
function readable(message: string): string {
  return message
    .replaceAll(/file:\/\/\/[^\s'"?]+/g, (url) => fileURLToPath(url))
    .replaceAll(/\s*\n\s*/g, ' ');
}

/** The folders of this package's own code. */
const OWN = ['../', '../../bin/'].map((folder) => fileURLToPath(new URL(folder, import.meta.url)));

/** `file:line` of the first line of a stack that lies in the user's own files. */
function placeOf(stack: string): string | null {
  for (const line of stack.split('\n')) {
    // A path of Node's own, `node:internal/modules/…`, has a slash in it too, but does not begin with one.
    const match = /[\s(]((?:file:\/\/)?\/[^()]+):(\d+):\d+\)?$/.exec(line);
    if (match === null) continue;
    const file = match[1]!.startsWith('file:') ? fileURLToPath(match[1]!) : match[1]!;
    if (!file.includes('/node_modules/') && !OWN.some((folder) => file.startsWith(folder)))
      return `${file}:${match[2]!}`;
  }
  return null;
}
