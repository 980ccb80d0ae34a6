/** What a check came to. The first that applies, in this order; see docs/architecture.md. */
export type Verdict = 'violated' | 'error' | 'inconclusive' | 'vacuous' | 'holds';
