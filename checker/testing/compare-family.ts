import { compareWithOracle } from './compare-oracle.ts';
import type { TemporalHistogram } from './compare-temporal.ts';
import { compareTemporal } from './compare-temporal.ts';
import type { Family } from './family-arbitrary.ts';
import { STEP_KINDS, familyArbitrary } from './family-arbitrary.ts';
import { FamilyTally } from './family-tally.ts';
import { Oracle } from './oracle.ts';
import { buildProperties } from './property-spec.ts';
import { buildInstance, buildSystem } from './system-spec.ts';
import type { CheckSpec } from './system-arbitrary.ts';
import type { Answer } from './answer.ts';
import { temporalArbitrary } from './temporal-spec.ts';
import { untilEnough } from './until-enough.ts';

/** Compares engine and oracle on systems of a family until `count` have been compared. */
export async function compareManyOfFamily(
  family: Family,
  count: number,
  seed: number,
  most: number,
): Promise<FamilyTally> {
  const tally = new FamilyTally(family);
  return each(tally, family, count, seed, async (spec) =>
    compareWithOracle(
      spec,
      most,
      (answer) => tally.wants(answer),
      (step) => tally.see(step),
    ),
  );
}

/** What the oracle alone says of systems of a family: how often each feature comes up. */
export async function tallyFamily(
  family: Family,
  count: number,
  seed: number,
  most: number,
): Promise<FamilyTally> {
  const tally = new FamilyTally(family);
  return each(tally, family, count, seed, async ({ system: spec, properties }) => {
    const oracle = new Oracle(buildInstance(spec), (step) => tally.see(step));
    try {
      const answer = oracle.check(buildProperties(buildSystem(spec), properties), most);
      return Promise.resolve(tally.wants(answer) ? answer : null);
    } catch (thrown) {
      if (thrown instanceof RangeError) return null;
      throw thrown;
    }
  });
}

async function each(
  tally: FamilyTally,
  family: Family,
  count: number,
  seed: number,
  check: (spec: CheckSpec) => Promise<Answer | 'refused' | null>,
): Promise<FamilyTally> {
  const enough = (): boolean => tally.compared >= count;
  await untilEnough(familyArbitrary(family), seed, 12 * count, enough, async (spec) => {
    const answer = await check(spec);
    if (answer === null) tally.passOver();
    else if (answer === 'refused') tally.refuse();
    else tally.add(answer);
  });
  return tally;
}

/** Compares the temporal verdicts of engine and oracle on systems of a family. */
export async function compareTemporalOfFamily(
  family: Family,
  count: number,
  seed: number,
  most: number,
): Promise<TemporalHistogram> {
  return compareTemporal(count, seed, most, temporalArbitrary(familyArbitrary(family), STEP_KINDS[family]));
}
