import type { FairnessCondition } from '../property/fairness.ts';

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
/** The class of what is no step of the system: it satisfies no condition, and enables none. */
export const NO_CLASS = -2;

/** Adds the conditions of a class to a set; {@link ANY_CLASS} could be any. */
export function addClass(sets: ConditionSets, step: number, to: Int32Array): void {
  const { words, bits } = sets;
  if (step === ANY_CLASS) to.fill(-1);
  else if (step !== NO_CLASS) for (let w = 0; w < words; w++) to[w] = to[w]! | bits[step * words + w]!;
}

/** The sets of some conditions over a number of classes. */
export function conditionSets(conditions: readonly FairnessCondition[], classes: number): ConditionSets {
  const words = Math.max(1, Math.ceil(conditions.length / 32));
  const bits = new Int32Array(classes * words);
  const weak = new Int32Array(words);
  const strong = new Int32Array(words);
  conditions.forEach(({ strength, steps }, i) => {
    const [word, bit] = [i >> 5, 1 << (i & 31)];
    const set = strength === 'weak' ? weak : strong;
    set[word] = set[word]! | bit;
    for (const step of steps) bits[step * words + word] = bits[step * words + word]! | bit;
  });
  return { words, bits, weak, strong };
}
