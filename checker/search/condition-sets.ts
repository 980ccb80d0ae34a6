/**
 * Which fairness conditions each class of steps belongs to, as sets of bits in 32-bit words: the conditions
 * of class `c` are the words `c * words` to `c * words + words - 1` of `bits`.
 */
export interface ConditionSets {
  readonly words: number;
  readonly bits: Int32Array;
  /** The weakly and the strongly fair conditions. */
  readonly weak: Int32Array;
  readonly strong: Int32Array;
}

/** The class of a step that could not be worked out at all. */
export const ANY_CLASS = -1;

/** Adds the conditions of a class to a set; {@link ANY_CLASS} could be any. */
export function addClass(sets: ConditionSets, step: number, to: Int32Array): void {
  const { words, bits } = sets;
  if (step === ANY_CLASS) to.fill(-1);
  else
    for (let w = 0; w < words; w++) to[w] = to[w]! | bits[step * words + w]!;
}
