/** What is remembered once a run violates the property, whatever comes after. */
export const WRONG = -1;
/** What is remembered is not known, as the property's code failed. */
export const FAILED = -2;

/**
 * What a property remembers of a run so far, as numbers from 0: one more component, beside those of the system.
 * It is a function of what was remembered before and of the step.
 */
export interface Memory {
  /** What is remembered in an initial state, or {@link WRONG}. @throws ModelError when that is not known */
  start(state: number): number;
  /**
   * What is remembered after a step, or {@link WRONG}, or {@link FAILED}.
   *
   * @param label what a {@link LabelledGraph} calls the step
   * @param state the state after it, or OUTSIDE: then only whether the answer is WRONG counts
   */
  after(memory: number, label: number, state: number): number;
}
