import { deepStrictEqual } from 'node:assert/strict';
import { checkDesign } from '../check/check-design.ts';
import type { CheckResult, DesignReport } from '../check/result.ts';
import type { Property } from '../property/property.ts';
import type { AnySystem } from '../system/define-system.ts';
import { buildMemory } from './memory-spec.ts';
import { buildInstance, buildSystem } from './system-spec.ts';
import type { TemporalAnswer } from './temporal-oracle.ts';
import { TemporalOracle } from './temporal-oracle.ts';
import { buildTemporal, temporalArbitrary } from './temporal-spec.ts';
import { untilEnough } from './until-enough.ts';

/** What every run has to show, as how many of a hundred systems at least. */
const WANTED: Readonly<Record<string, number>> = {
  'goes round': 20,
  ends: 20,
  holds: 20,
  vacuous: 20,
  'always-possible violated': 4,
  'monitor violated': 20,
  'monitor holds': 2,
  'monitor vacuous': 2,
};

/** What a run consisted of: systems, and by kind of property how often each verdict came up. */
export class TemporalHistogram {
  compared = 0;
  partial = 0;
  /** Violations whose run ends although the environment could still do something. */
  endsBesideEnvironment = 0;
  readonly verdicts = new Map<string, number>();

  /** What came up too seldom: agreement means little where nothing goes round, or all is up to the environment. */
  missing(): string[] {
    const often = (part: string): number =>
      [...this.verdicts].reduce((sum, [key, times]) => (key.includes(part) ? sum + times : sum), 0);
    const share = (times: number): number => (100 * times) / this.compared;
    const few = Object.entries(WANTED).filter(([part, least]) => share(often(part)) < least);
    return [
      ...few.map(([part, least]) => `${part} < ${least}%`),
      ...(share(this.endsBesideEnvironment) < 5 ? ['ends beside the environment < 5%'] : []),
    ];
  }

  toString(): string {
    const verdicts = [...this.verdicts].map(([key, times]) => `${key} ${times}`);
    return `${this.compared} systems (${this.partial} more in part), ${this.endsBesideEnvironment} ends beside the environment; ${verdicts.join(', ')}`;
  }
}

/** Compares the temporal verdicts of engine and oracle on generated systems until `count` were compared. */
export async function compareTemporal(
  count: number,
  seed: number,
  most: number,
  arbitrary = temporalArbitrary(),
): Promise<TemporalHistogram> {
  const histogram = new TemporalHistogram();
  await untilEnough(
    arbitrary,
    seed,
    12 * count,
    () => histogram.compared >= count,
    async (spec) => {
      const properties = Object.fromEntries(spec.properties.map((p) => [p.kind, buildTemporal(p)]));
      const system = buildSystem(spec.system);
      const report = await reportOn(system, properties, most + 1);
      const states = report.search?.states ?? 0;
      if (states === 0 || states > most || (states < 4 && histogram.compared % 8 !== 0)) return;
      if (report.search?.complete !== true) {
        // Nothing is known of what was not seen: no temporal property may be more than violated there.
        const verdicts = report.checks.map(({ verdict }) => verdict);
        deepStrictEqual(
          verdicts.filter((verdict) => verdict === 'holds' || verdict === 'vacuous'),
          [],
        );
        histogram.partial++;
        return;
      }
      const oracle = new TemporalOracle(buildInstance(spec.system), 20 * most);
      const remembering = Object.fromEntries(
        spec.remembering.map((p, i) => [`${p.kind}-${i}`, buildMemory(system, p)]),
      );
      const all = { ...properties, ...remembering };
      // A product is larger than the system.
      const more = await reportOn(system, remembering, 100 * most);
      for (const check of [...report.checks, ...more.checks]) {
        compare(check, all[check.property]!, oracle, states, histogram);
        const key = `${check.kind} ${check.verdict}${ending(check)}`;
        histogram.verdicts.set(key, (histogram.verdicts.get(key) ?? 0) + 1);
      }
      histogram.compared++;
    },
  );
  return histogram;
}

async function reportOn(
  system: AnySystem,
  properties: Readonly<Record<string, Property>>,
  maxStates: number,
): Promise<DesignReport> {
  const rest = { kind: 'premortem.suite', name: 's', expect: {}, waive: [], headlines: [] } as const;
  const options = { scope: 'default', maxStates };
  return (await checkDesign({ ...rest, system, properties }, 'only', properties, options)).report;
}

function compare(
  check: CheckResult,
  property: Property,
  oracle: TemporalOracle,
  states: number,
  histogram: TemporalHistogram,
): void {
  const answer: TemporalAnswer = oracle.check(property);
  // The oracle tells states apart by the order of active regions; numbers of states then say nothing, and a cycle
  // that comes back in another order may begin later there.
  const finer = oracle.worlds.length > states;
  const { forever } = check.counterexample ?? {};
  const cycle = forever?.kind === 'cycle' ? check.steps! - forever.from : 0;
  const prefix = check.steps === null ? null : check.steps - cycle;
  const isEarlier = finer && prefix !== null && answer.prefix !== null && prefix < answer.prefix;
  const expected = finer
    ? { ...answer, prefix: isEarlier ? prefix : answer.prefix, prospects: null }
    : answer;
  const found = { verdict: check.verdict, prefix, prospects: finer ? null : prospectsOf(check) };
  deepStrictEqual(found, expected, `${check.property}: the engine (+) and the oracle (-) differ`);
  if (forever?.kind === 'end' && forever.unfair.length > 0) histogram.endsBesideEnvironment++;
}

function prospectsOf({ prospects }: CheckResult): TemporalAnswer['prospects'] {
  return prospects === null ? null : [prospects.certain, prospects.possible, prospects.impossible];
}

function ending({ counterexample }: CheckResult): string {
  const { forever } = counterexample ?? {};
  return forever === undefined ? '' : ` by a run that ${forever.kind === 'cycle' ? 'goes round' : 'ends'}`;
}
