import { deepStrictEqual, ok } from 'node:assert/strict';
import { checkDesign } from '../check/check-design.ts';
import type { DesignReport } from '../check/result.ts';
import type { Suite } from '../property/suite.ts';
import { countOrbits } from './orbits.ts';
import { buildProperties } from './property-spec.ts';
import { symmetryArbitrary } from './symmetry-arbitrary.ts';
import type { CheckSpec } from './system-arbitrary.ts';
import { buildInstance, buildSystem } from './system-spec.ts';
import { untilEnough } from './until-enough.ts';

/** What a run of generated systems with interchangeable actors consisted of. */
export interface SymmetryTally {
  /** Systems whose orbits were counted, by how many states there were, and how many that the reduction left. */
  counted: number;
  states: number;
  orbits: number;
  /** Systems in which only verdicts were compared: some step failed or met a full channel. */
  broken: number;
  /** Systems whose start tells the actors apart. */
  apart: number;
  /** Systems in which partial order left out more than symmetry alone. */
  both: number;
  passedOver: number;
  /** Verdicts, by what they came to. */
  readonly verdicts: Record<string, number>;
}

/**
 * Checks a generated system in full and by symmetry: verdicts and lengths must be the same, and the states those of the
 * orbits that brute force counts.
 */
export async function compareSymmetry(spec: CheckSpec, most: number, tally: SymmetryTally): Promise<void> {
  const system = buildSystem(spec.system);
  const properties = buildProperties(system, spec.properties);
  const suite: Suite = {
    kind: 'premortem.suite',
    name: 'generated',
    system,
    properties,
    expect: {},
    waive: [],
    headlines: [],
  };
  const check = async (symmetry: boolean, partialOrder = false): Promise<DesignReport> => {
    const options = { scope: 'default', maxStates: most + 1, symmetry, partialOrder };
    return (await checkDesign(suite, 'only', properties, options)).report;
  };
  const full = await check(false);
  if (full.search === null || full.search.states > most || full.search.states < 8)
    return void tally.passedOver++;
  const reduced = await check(true);
  deepStrictEqual(
    answer(reduced),
    answer(full),
    `by symmetry (+) and in full (-): ${reduced.failure?.message ?? ''}`,
  );
  const both = await check(true, true);
  deepStrictEqual(
    answer(both),
    answer(full),
    `by symmetry and partial order (+) and in full (-): ${both.failure?.message ?? ''}`,
  );
  if (both.search!.mode === 'both' && both.search!.states < reduced.search!.states) tally.both++;
  ok(both.search!.states <= reduced.search!.states);
  for (const { verdict } of full.checks) tally.verdicts[verdict] = (tally.verdicts[verdict] ?? 0) + 1;
  if (reduced.notes.length > 0) return void tally.apart++;
  const counted = full.failure === null ? countOrbits(buildInstance(spec.system), 4 * most) : null;
  if (counted === null) return void tally.broken++;
  const { search } = reduced;
  deepStrictEqual(search?.mode, 'symmetry');
  deepStrictEqual(
    { states: full.search.states, orbits: search.states, depth: search.depth },
    { ...counted, depth: full.search.depth },
    'by symmetry (+) and by brute force (-)',
  );
  ok(search.transitions <= full.search.transitions);
  tally.counted++;
  tally.states += counted.states;
  tally.orbits += counted.orbits;
}

function answer({ checks }: DesignReport): Record<string, unknown> {
  return Object.fromEntries(checks.map(({ property, verdict, steps }) => [property, { verdict, steps }]));
}

/** Compares generated systems until `count` have been compared: orbits are counted where no step fails. */
export async function compareSymmetries(count: number, seed: number, most: number): Promise<SymmetryTally> {
  const tally = {
    counted: 0,
    states: 0,
    orbits: 0,
    broken: 0,
    apart: 0,
    both: 0,
    passedOver: 0,
    verdicts: {},
  };
  await untilEnough(
    symmetryArbitrary(),
    seed,
    30 * count,
    () => tally.counted + tally.broken >= count,
    async (spec) => compareSymmetry(spec, most, tally),
  );
  return tally;
}
