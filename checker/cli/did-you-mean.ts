import { closestMatch } from 'leven';
import { UsageError } from '../system/errors.ts';

/** A complaint about a name that is not among the known ones, with the nearest of them. */
export function unknownName(complaint: string, name: string, known: readonly string[]): UsageError {
  // A name further away than half its length is no slip of the finger.
  const near = closestMatch(name, known, { maxDistance: Math.max(2, Math.ceil(name.length / 2)) });
  const guess = near === undefined ? '' : ` Did you mean "${near}"?`;
  return new UsageError(`${complaint} "${name}".${guess} There ${list(known)}.`);
}

function list(known: readonly string[]): string {
  if (known.length === 0) return 'are none';
  return `${known.length === 1 ? 'is' : 'are'}: ${[...new Set(known)].join(', ')}`;
}
