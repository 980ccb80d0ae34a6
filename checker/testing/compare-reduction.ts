import { deepStrictEqual } from 'node:assert/strict';
import { checkDesign } from '../check/check-design.ts';
import type { DesignReport } from '../check/result.ts';
import type { Property } from '../property/property.ts';
import { deadlockFree } from '../property/property.ts';
import type { Suite } from '../property/suite.ts';
import type { AnySystem } from '../system/define-system.ts';
import type { Kind } from './bystander-arbitrary.ts';
import { bystanderArbitrary } from './bystander-arbitrary.ts';
import { buildProperties } from './property-spec.ts';
import type { CheckSpec } from './system-arbitrary.ts';
import { buildSystem } from './system-spec.ts';
import { untilEnough } from './until-enough.ts';

/** What a comparison of reduced and full searches consisted of. */
export class ReductionTally {
  compared = 0;
  /** Searches with fewer states than the full one, by what their property came to. */
  readonly reduced = new Map<string, number>();
  searches = 0;
  /** Systems with such a search. */
  systems = 0;
  full = 0;
  left = 0;

  /** What makes a run say too little, in words: without real reductions, agreement would mean nothing. */
  missing(): string[] {
    const few = (verdict: string): boolean => (this.reduced.get(verdict) ?? 0) < this.compared * 0.02;
    return [
      ...(this.systems < this.compared * 0.3 ? ['systems that are reduced < 30%'] : []),
      ...['holds', 'violated', 'vacuous'].filter(few).map((verdict) => `reduced and ${verdict} < 2%`),
    ];
  }

  toString(): string {
    const verdicts = [...this.reduced].map(([verdict, times]) => `${verdict} ${times}`).join(', ');
    return `${this.compared} systems, ${this.systems} of them reduced; ${this.searches} searches, of which fewer states: ${verdicts}; all states ${this.full}, reduced ${this.left}`;
  }
}

/**
 * Compares the reduced search of generated systems with the full one, property by property, with deadlocks alone and
 * with some properties at once: verdicts, the runs that show them, and no more states.
 */
export async function compareReduction(
  kind: Kind,
  count: number,
  seed: number,
  most: number,
): Promise<ReductionTally> {
  const tally = new ReductionTally();
  const enough = (): boolean => tally.compared >= count;
  await untilEnough(bystanderArbitrary(kind), seed, 12 * count, enough, (spec) => compare(spec, most, tally));
  return tally;
}

async function compare(
  { system: spec, properties }: CheckSpec,
  most: number,
  tally: ReductionTally,
): Promise<void> {
  const system = buildSystem(spec);
  const all: Record<string, Property> = {
    ...buildProperties(system, properties),
    stuck: deadlockFree(system),
  };
  const full = await search(system, all, most, false);
  const { states } = full.search ?? { states: 0 };
  if (states > most || states < 4) return;
  tally.compared++;
  const names = Object.keys(all);
  // Two of the bystanders come first, deadlocks last. In turn: one or both of the bystanders, or any one property.
  const round = tally.compared >> 1;
  const others =
    tally.compared % 2 === 0 ? names.slice(0, 1 + (round % 2)) : [names[2 + (round % (names.length - 2))]!];
  const sets = [['stuck'], others];
  let less = false;
  for (const set of sets) {
    const some = Object.fromEntries(set.map((name) => [name, all[name]!]));
    const reduced = await search(system, some, most, true);
    for (const check of reduced.checks) {
      const expected = full.checks.find(({ property }) => property === check.property)!;
      deepStrictEqual(
        said(check),
        said(expected),
        `${check.property}: the reduced search (+) and the full one (-) differ: ${check.reason}`,
      );
    }
    const left = reduced.search?.states ?? 0;
    if (left > states) throw new Error(`the reduced search has ${left} states, the full one ${states}`);
    tally.searches++;
    tally.full += states;
    tally.left += left;
    if (left === states) continue;
    less = true;
    for (const { verdict } of reduced.checks)
      tally.reduced.set(verdict, (tally.reduced.get(verdict) ?? 0) + 1);
  }
  if (less) tally.systems++;
}

/** What a check says; of user code that fails, which of it is met first may differ. */
function said({ verdict, steps, counterexample }: DesignReport['checks'][number]) {
  return { verdict, steps, run: counterexample?.steps };
}

async function search(
  system: AnySystem,
  properties: Readonly<Record<string, Property>>,
  most: number,
  partialOrder: boolean,
): Promise<DesignReport> {
  const suite: Suite = {
    kind: 'premortem.suite',
    name: system.name,
    system,
    properties,
    expect: {},
    waive: [],
    headlines: [],
  };
  const options = { scope: 'default', maxStates: most + 1, partialOrder };
  return (await checkDesign(suite, 'only', properties, options)).report;
}
