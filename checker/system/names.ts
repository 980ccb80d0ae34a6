import { closestMatch } from 'leven';
import { UsageError } from './errors.ts';

/**
 * A complaint about a name that is not among the known ones, with the nearest of them.
 *
 * @param others words that may have been meant and are no such names
 */
export function unknownName(
  complaint: string,
  name: string,
  known: readonly string[],
  others: readonly string[] = [],
): string {
  return `${complaint} "${name}".${didYouMean(name, [...known, ...others])} There ${list(known)}.`;
}

/** ` Did you mean "…"?`, or nothing where no known name is near. */
export function didYouMean(name: string, known: readonly string[]): string {
  // A name further away than half its length is no slip of the finger.
  const near = closestMatch(name, known, { maxDistance: Math.max(2, Math.ceil(name.length / 2)) });
  return near === undefined ? '' : ` Did you mean "${near}"?`;
}

/** For a word that is none of a few: which are, and which may have been meant. */
export function oneOfThese(word: string, words: readonly string[]): string {
  return `${didYouMean(word, words)} It takes: ${words.join(', ')}.`;
}

function list(known: readonly string[]): string {
  const names = [...new Set(known)];
  if (names.length === 0) return 'are none';
  return `${names.length === 1 ? 'is' : 'are'}: ${names.join(', ')}`;
}

/**
 * What stands under a name.
 *
 * @param complaint what is said when nothing does, before the name
 * @throws UsageError with the nearest known name
 */
export function lookUp<T>(record: Readonly<Record<string, T>>, name: string, complaint: string): T {
  const found = Object.hasOwn(record, name) ? record[name] : undefined;
  if (found === undefined) throw new UsageError(unknownName(complaint, name, Object.keys(record)));
  return found;
}

/** What actors, designs, scopes and properties may be called: their names are file names and words of messages. */
export function isName(name: string): boolean {
  return /^[A-Za-z0-9][\w.+-]*$/.test(name);
}

/** Completes a message about a name that is not one. */
export const NAME_RULE = 'may hold only letters, digits, and _ . + - (and not start with a mark).';

/** What is wrong with `sender -> receiver` written in another way; null where nothing is. */
export function pairComplaint(key: string): string | null {
  const pair = key.split(/\s*-+>\s*/).join(' -> ');
  return pair === key || !key.includes('>') ? null : `a pair is written '${pair}'`;
}
