import type { Verdict } from '../property/verdict.ts';

/** What the checks of a system came to: the form in which engine and oracle are compared. */
export interface Answer {
  readonly states: number;
  /** Steps that change the state, counted from each state; every alternative of a choice is a step. */
  readonly transitions: number;
  readonly depth: number;
  readonly verdicts: Readonly<Record<string, { readonly verdict: Verdict; readonly steps: number | null }>>;
}
