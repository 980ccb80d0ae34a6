import { deepStrictEqual } from 'node:assert/strict';
import type { Step } from '../step/step-table.ts';
import type { Answer } from './answer.ts';
import { checkWithEngine } from './engine.ts';
import { Histogram } from './histogram.ts';
import { Oracle } from './oracle.ts';
import { buildProperties } from './property-spec.ts';
import type { CheckSpec } from './system-arbitrary.ts';
import { checkArbitrary } from './system-arbitrary.ts';
import { buildInstance, buildSystem } from './system-spec.ts';
import { untilEnough } from './until-enough.ts';

/**
 * Checks that engine and oracle come to the same answer on a generated system: states, transitions, depth,
 * and for each property the verdict and the shortest length.
 *
 * @param most states beyond which brute force takes too long
 * @param wanted whether a system with this answer is worth the oracle's time; every one unless given
 * @param see told of every step that changes something, by the oracle
 * @returns the answer; null when the system is too large for the oracle, or not wanted; `refused` where the engine
 *   refuses a step as having two lives at one place, and says of no property that it holds: brute force goes on past some of
 *   these steps, and not past others, and must not contradict what is violated
 */
export async function compareWithOracle(
  { system: spec, properties }: CheckSpec,
  most: number,
  wanted: (answer: Answer) => boolean = () => true,
  see: (step: Step) => void = () => undefined,
): Promise<Answer | 'refused' | null> {
  const system = buildSystem(spec);
  let failure = '';
  const found = await checkWithEngine(
    system,
    buildProperties(system, properties),
    most,
    (said) => (failure = said),
  );
  if (found === null || !wanted(found)) return null;
  const oracle = new Oracle(buildInstance(spec), see);
  const expected = oracle.check(buildProperties(system, properties), 10 * most);
  if (TWO_LIVES.test(failure)) {
    const wrong = Object.entries(found.verdicts).filter(([name, { verdict }]) => {
      const other = expected.verdicts[name]!.verdict;
      return verdict === 'violated' ? other !== 'violated' && other !== 'error' : verdict !== 'error';
    });
    deepStrictEqual(wrong, [], 'a system with two lives at one place');
    return 'refused';
  }
  deepStrictEqual(
    found,
    expected,
    `the engine (+) and the oracle (-) differ; what the engine failed of: ${failure}`,
  );
  return expected;
}

const TWO_LIVES = /is started while the one before it still runs|in which it still has child/;

/**
 * Compares engine and oracle on generated systems until `count` have been compared. Small systems come up
 * far more often than large ones, so those beyond their share are passed over.
 */
export async function compareMany(count: number, seed: number, most: number): Promise<Histogram> {
  const histogram = new Histogram();
  await untilEnough(
    checkArbitrary(),
    seed,
    12 * count,
    () => histogram.compared >= count,
    async (spec) => {
      const answer = await compareWithOracle(spec, most, (found) => histogram.wants(found));
      if (answer === null || answer === 'refused') histogram.passedOver++;
      else histogram.add(answer);
    },
  );
  return histogram;
}
