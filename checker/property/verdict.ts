import type { Outcome } from './safety-checks.ts';

/** What a check came to: the first that applies, in this order. */
export type Verdict = 'violated' | 'error' | 'inconclusive' | 'vacuous' | 'holds';

/** What a search says of itself, as far as verdicts depend on it. */
export interface SearchEnd {
  /** User code that failed on a reachable step; the space is incomplete. */
  readonly failure: string | null;
  /** Why the search is not the whole space. */
  readonly incomplete: string | null;
}

/**
 * The verdict of one property. A counterexample stands whatever else happened; nothing that was not
 * searched, failed or never applied reads as a pass.
 *
 * @param outcome what the search found; a counterexample in it has been replayed
 */
export function decide(outcome: Outcome, end: SearchEnd): { verdict: Verdict; reason: string | null } {
  const { property } = outcome;
  if (outcome.found !== null && property.kind !== 'reachable') {
    const besides = outcome.error === null ? null : `besides, ${outcome.error.thrown.message}`;
    return { verdict: 'violated', reason: besides };
  }
  if (outcome.error !== null) return { verdict: 'error', reason: outcome.error.thrown.message };
  if (end.failure !== null) return { verdict: 'error', reason: end.failure };
  // A witness is a proof, however much of the space was not seen.
  if (outcome.found !== null) return { verdict: 'holds', reason: null };
  if (end.incomplete !== null) return { verdict: 'inconclusive', reason: end.incomplete };
  if (property.kind === 'reachable') {
    return { verdict: 'violated', reason: 'no run within the scope reaches such a state' };
  }
  if (!outcome.applied) {
    const clause =
      property.kind === 'step-property'
        ? 'no step it speaks of ever happened'
        : 'no state it speaks of was ever reached';
    return { verdict: 'vacuous', reason: clause };
  }
  return { verdict: 'holds', reason: null };
}
