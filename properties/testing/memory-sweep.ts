// After how many invocations is memory short on a host of Lambda? The answer as a formula.
import { checkSuite } from 'premortem';
import { expect } from 'vitest';
import suite from '../lambda-metric-buffer.suite.ts';

/** Memory of the host, what an invocation needs, and how far the cap of the bounded buffer is above T - m. */
export interface Sizes {
  T: number;
  m: number;
  above: number;
}

/** CloudWatch goes down, and each invocation after that leaves a metric, until T - m + 1 are held. */
const shortAfter = ({ T, m }: Sizes): number => (m > T ? 0 : 1 + (T - m + 1));

/** Compares the formulas with the search at each size. */
export async function expectFormulas(all: readonly Sizes[]): Promise<void> {
  for (const sizes of all) {
    const { T, m, above } = sizes;
    const report = await checkSuite(suite, {
      properties: ['no-invocation-is-refused-for-memory', 'no-metric-is-lost'],
      set: { memory: T, need: m, above },
    });
    const found = report.designs.map(({ design, checks }) => [
      design,
      ...checks.map(({ verdict, steps }) => steps ?? verdict),
    ]);
    const boundedIsSafe = m <= T && above === 0;
    expect([sizes, ...found]).toEqual([
      sizes,
      ['as-deployed', shortAfter(sizes), 'holds'],
      [
        'bounded-buffer',
        boundedIsSafe ? 'holds' : shortAfter(sizes),
        // A cap above T - m is never met: the host refuses before its buffer is full.
        boundedIsSafe ? shortAfter(sizes) : 'holds',
      ],
      ['operator-purges', shortAfter(sizes), m > T ? 'holds' : 3],
    ]);
  }
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

export const sizes = (mostMemory: number, mostNeed: number, mostAbove: number): Sizes[] =>
  range(1, mostMemory).flatMap((T) =>
    range(1, mostNeed).flatMap((m) => range(0, mostAbove).map((above) => ({ T, m, above }))),
  );
