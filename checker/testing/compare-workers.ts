import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { checkDesign } from '../check/check-design.ts';
import type { CheckOptions } from '../check/options.ts';
import type { DesignReport } from '../check/result.ts';
import type { Property } from '../property/property.ts';
import type { AnySystem } from '../system/define-system.ts';
import { FAMILIES, STEP_KINDS, familyArbitrary } from './family-arbitrary.ts';
import { buildMemory } from './memory-spec.ts';
import { buildProperties } from './property-spec.ts';
import type { CheckSpec } from './system-arbitrary.ts';
import { checkArbitrary } from './system-arbitrary.ts';
import { buildSystem } from './system-spec.ts';
import { buildTemporal, temporalArbitrary } from './temporal-spec.ts';
import { untilEnough } from './until-enough.ts';

/** How many systems were compared, and how many of them had more than 20 states. */
export interface WorkersTally {
  compared: number;
  larger: number;
}

/** A system with properties of every kind. */
interface Whole {
  readonly system: AnySystem;
  readonly properties: Readonly<Record<string, Property>>;
}

type WholeSpec = CheckSpec | (ReturnType<typeof temporalArbitrary> extends fc.Arbitrary<infer T> ? T : never);

/** Systems of every family, half of them with safety properties, half with temporal ones and monitors. */
function wholeArbitrary(): fc.Arbitrary<WholeSpec> {
  return fc.oneof(
    checkArbitrary(),
    ...FAMILIES.map(familyArbitrary),
    temporalArbitrary(),
    ...FAMILIES.map((family) => temporalArbitrary(familyArbitrary(family), STEP_KINDS[family])),
  );
}

function build(spec: WholeSpec): Whole {
  const system = buildSystem(spec.system);
  if (!('remembering' in spec)) return { system, properties: buildProperties(system, spec.properties) };
  const forever = Object.fromEntries(spec.properties.map((p) => [p.kind, buildTemporal(p)]));
  const remembering = spec.remembering.map((p, i) => [`${p.kind}-${i}`, buildMemory(system, p)]);
  return { system, properties: { ...forever, ...Object.fromEntries(remembering) } };
}

/**
 * Checks that a search with several threads comes to the very report of one thread alone: verdicts, figures, traces and all.
 *
 * @param most states beyond which a system is passed over
 */
export async function compareWorkers(count: number, seed: number, most: number): Promise<WorkersTally> {
  const tally = { compared: 0, larger: 0 };
  await untilEnough(
    wholeArbitrary(),
    seed,
    12 * count,
    () => tally.compared >= count,
    async (spec) => {
      const whole = build(spec);
      const alone = await report(whole, { maxStates: most, workers: 1 });
      const states = alone.search?.states ?? 0;
      if (states < 8 && tally.compared % 8 !== 0) return;
      const workers = 2 + (tally.compared % 2);
      // From the first state on, or from somewhere in between.
      const workersFrom = tally.compared % 3 === 0 ? Math.floor(states / 3) : 0;
      const together = await report(whole, { maxStates: most, workers, workersFrom });
      deepStrictEqual(plain(together), plain(alone));
      tally.compared++;
      if (states > 20) tally.larger++;
    },
  );
  return tally;
}

async function report({ system, properties }: Whole, options: CheckOptions): Promise<DesignReport> {
  const rest = { kind: 'premortem.suite', name: 's', expect: {}, waive: [], headlines: [] } as const;
  const suite = { ...rest, system, properties };
  return (await checkDesign(suite, 'only', properties, { scope: 'default', ...options })).report;
}

/** A report without what differs between any two runs. */
function plain(of: DesignReport): unknown {
  return JSON.parse(
    JSON.stringify(of, (key, value: unknown) =>
      key === 'seconds' || key === 'bytesPerState' || key === 'declaredAt' ? undefined : value,
    ),
  );
}
