import type { PropertyKind } from '../property/property.ts';
import type { Verdict } from '../property/verdict.ts';

const MARKS: Readonly<Record<Verdict, string>> = {
  holds: '✓',
  violated: '✗',
  vacuous: '○',
  inconclusive: '?',
  error: '!',
};

/** Whether some run gets there is neither good nor bad in itself, so `reachable` has marks of its own. */
const REACHABLE_MARKS: Readonly<Record<Verdict, string>> = { ...MARKS, holds: '●', violated: '–' };

/** What a verdict is marked with, wherever verdicts are listed. */
export function verdictMark(kind: PropertyKind, verdict: Verdict): string {
  return (kind === 'reachable' ? REACHABLE_MARKS : MARKS)[verdict];
}
