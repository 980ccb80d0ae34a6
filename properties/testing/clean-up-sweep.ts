// R9: at which sizes can an endpoint of the DNS automation go dark, and in how many steps?
import { checkSuite } from 'premortem';
import type { CheckResult, ParameterValues } from 'premortem';
import { expect } from 'vitest';
import type { dynamodbDns } from '../../models/dynamodb-dns/system.ts';
import suite from '../dynamodb-dns.suite.ts';

export type Sizes = ParameterValues<typeof dynamodbDns>;

/** The answer as a formula: the steps of the shortest run to a dark endpoint, null where there is none. */
export function darkIn({ enactors, generations, age, endpoints, cleanup }: Sizes): number | null {
  if (enactors < 2 || generations < age + 2) return null;
  return age + 6 + (endpoints - 1) + (cleanup === 'single' ? 1 : 0);
}

/** Compares the formula with the search at each size. */
export async function expectFormula(all: readonly Sizes[]): Promise<void> {
  for (const sizes of all) {
    const steps = await shortest(sizes, 'every-endpoint-resolves');
    expect({ ...sizes, steps }).toEqual({ ...sizes, steps: darkIn(sizes) });
  }
}

/** The steps to the first violation of a property as deployed, null where it holds; the search stops there. */
export async function shortest(
  sizes: Sizes,
  property: keyof typeof suite.properties,
): Promise<number | null> {
  const report = await checkSuite(suite, {
    designs: ['as-deployed'],
    properties: [property],
    set: { ...sizes },
  });
  return decided(report.designs[0]!.checks[0]!);
}

/** The same for V1 with the whole space searched, and the states of it. */
export async function wholeSpace(sizes: Sizes): Promise<{ steps: number | null; states: number }> {
  const report = await checkSuite(suite, { designs: ['as-deployed'], set: { ...sizes } });
  const { checks, search } = report.designs[0]!;
  expect(search!.complete).toBe(true);
  const dark = checks.find(({ property }) => property === 'every-endpoint-resolves')!;
  return { steps: decided(dark), states: search!.states };
}

function decided({ verdict, reason, steps }: CheckResult): number | null {
  expect(verdict, reason ?? '').toBe(steps === null ? 'holds' : 'violated');
  return steps;
}

export const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);

/** Every combination of what may be chosen. */
export function sizes(choices: {
  enactors: number[];
  endpoints: number[];
  age: number[];
  /** Plans there will ever be, counted from AGE. */
  beyondAge: number[];
}): Sizes[] {
  return choices.enactors.flatMap((enactors) =>
    choices.endpoints.flatMap((endpoints) =>
      choices.age.flatMap((age) =>
        choices.beyondAge.flatMap((more) =>
          (['batch', 'single'] as const).map((cleanup) => ({
            enactors,
            endpoints,
            age,
            generations: age + more,
            cleanup,
          })),
        ),
      ),
    ),
  );
}
