import fc from 'fast-check';
import type { Fairness, StepPattern } from '../property/fairness.ts';
import type { LivenessKind, MemoryKind, Property, TemporalKind } from '../property/property.ts';
import { BLANK } from '../property/property.ts';
import { MESSAGES, STIMULI, among, sometimes } from './machine-arbitrary.ts';
import type { MemorySpec } from './memory-spec.ts';
import { memoryArbitrary } from './memory-spec.ts';
import type { StateSpecPredicate } from './property-spec.ts';
import { holdsIn, namesIn } from './property-spec.ts';
import { farPredicate, checkArbitrary, statePredicate } from './system-arbitrary.ts';
import type { SystemSpec } from './system-spec.ts';
import { actorIds } from './system-spec.ts';

/** A temporal property as plain data. */
export interface TemporalSpec {
  readonly kind: Exclude<TemporalKind, MemoryKind>;
  readonly when: StateSpecPredicate;
  readonly holds: StateSpecPredicate;
  readonly goal: StateSpecPredicate;
  readonly fairness: Fairness | null;
  readonly using: StepPattern | null;
}

/** The property of a spec. */
export function buildTemporal({ kind, when, holds, goal, fairness, using }: TemporalSpec): Property {
  const parts: Record<typeof kind, Partial<Record<'state' | 'holds' | 'goal', StateSpecPredicate>>> = {
    'leads-to': { state: when, goal },
    eventually: { holds },
    'always-eventually': { holds },
    'eventually-always': { holds },
    until: { holds, goal },
    'always-possible': { holds },
  };
  const clauses = Object.entries(parts[kind]);
  return {
    ...BLANK,
    kind,
    description: kind,
    observes: [...new Set(clauses.flatMap(([, predicate]) => namesIn(predicate)))],
    ...Object.fromEntries(
      clauses.map(([name, predicate]) => [
        name,
        (state: Record<string, unknown>) => holdsIn(predicate, state),
      ]),
    ),
    fairness,
    using: kind === 'always-possible' ? using : null,
    declaredAt: null,
  };
}

const KINDS = [
  'leads-to',
  'eventually',
  'always-eventually',
  'eventually-always',
  'until',
  'always-possible',
] as const satisfies (LivenessKind | 'always-possible')[];

/** Systems as for the other properties, some of whose actors belong to the environment, with one property of each temporal kind, and some with memory. */
export function temporalArbitrary(
  systems: fc.Arbitrary<{ system: SystemSpec }> = checkArbitrary(),
  kinds: readonly string[] = ['stimulus', 'delivery'],
): fc.Arbitrary<{ system: SystemSpec; properties: TemporalSpec[]; remembering: MemorySpec[] }> {
  return systems.chain(({ system }) => {
    const actors = system.actors;
    const names = [
      ...actors.map(({ machine }) => machine.id),
      ...actorIds(actors.map(({ machine, copies }) => ({ name: machine.id, copies }))),
    ];
    const pattern: fc.Arbitrary<StepPattern> = fc.record(
      {
        kind: among(kinds) as fc.Arbitrary<'stimulus'>,
        actor: among(names),
        event: among([...STIMULI, ...MESSAGES]),
      },
      { requiredKeys: [] },
    );
    const sets = fc.dictionary(among(['p', 'q']), pattern, { maxKeys: 2, size: 'max' });
    const fairness: fc.Arbitrary<Fairness> = fc.record(
      {
        weak: sets,
        strong: sets,
        none: sets,
        defaults: fc.boolean(),
        ...(kinds.includes('tick') ? { zeno: fc.boolean() } : {}),
      },
      { requiredKeys: [] },
    );
    const state = statePredicate(actors, 1);
    const predicate = fc.oneof(
      state,
      state.map((not) => ({ not })),
      farPredicate(actors),
    );
    const assumed = sometimes(60, fairness).map((some) => some ?? null);
    const spec = (kind: TemporalSpec['kind']): fc.Arbitrary<TemporalSpec> =>
      fc.record({
        kind: fc.constant(kind),
        when: predicate,
        holds: predicate,
        goal: predicate,
        fairness: assumed,
        using: sometimes(50, pattern).map((some) => some ?? null),
      });
    return fc
      .record({
        outside: fc.array(fc.boolean(), { minLength: actors.length, maxLength: actors.length }),
        properties: fc.tuple(...KINDS.map(spec)),
        remembering: memoryArbitrary(system, kinds, predicate, assumed),
      })
      .map(({ outside, properties, remembering }) => ({
        system: { ...system, actors: actors.map((a, i) => ({ ...a, environment: outside[i]! })) },
        properties,
        remembering,
      }));
  });
}
