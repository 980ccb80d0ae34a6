import fc from 'fast-check';

/**
 * A schedule: one number for each step to come. A number stands for the offer at that place, counted round
 * the offers of the state it meets, or for the next one after it that changes the state. So every list of
 * numbers is a run of every system, and a list that shrinks stays one.
 */
export type Schedule = readonly number[];

/** Numbers up to this: far more than the offers of one state, few enough to shrink in a few tries. */
const LARGEST = 1023;

/**
 * An arbitrary of schedules.
 *
 * @param options.maxLength the most steps of a schedule, 60 unless given. Schedules of all lengths up to it
 *   are tried (`size: 'max'`); with fast-check's own default size they would stay near ten steps.
 */
export function schedules(options: { maxLength?: number } = {}): fc.Arbitrary<Schedule> {
  return fc.array(fc.nat({ max: LARGEST }), { maxLength: options.maxLength ?? 60, size: 'max' });
}
