// How many steps the shortest run takes that shows the bug of the Cognito buffer, as formulas in its sizes.
import { checkSuite } from 'premortem';
import type { DesignName } from 'premortem';
import { expect } from 'vitest';
import type { cognitoBuffer } from '../../models/cognito-buffer/system.ts';
import suite from '../cognito-buffer.suite.ts';

/** Workers, places of the buffer, places that may be added. */
export interface Sizes {
  W: number;
  K: number;
  E: number;
}
type Lengths = Readonly<Record<'R1' | 'R2' | 'R3' | 'R4-backlog' | 'R2-added', number>>;

/** Answer and append in one step. */
export const inOneStep = ({ W, K, E }: Sizes): Lengths => ({
  R1: K + 3,
  R2: K + W,
  R3: K + W + 1,
  'R4-backlog': K + 2,
  'R2-added': K + W + (E > 0 ? 2 * E + 1 : 0),
});

/** First the answer, then the append. */
export const answerFirst = ({ W, K, E }: Sizes): Lengths => ({
  R1: 2 * (K + W) + 2,
  R2: 2 * (K + W),
  R3: 2 * (K + W) + 1,
  'R4-backlog': 2 * (K + W) + 1,
  'R2-added': 2 * (K + W) + (E > 0 ? 3 * E + 1 : 0),
});

const formulas: Partial<Record<DesignName<typeof cognitoBuffer>, (sizes: Sizes) => Lengths>> = {
  'as-deployed': (sizes) => inOneStep({ ...sizes, E: 0 }),
  'buffer-added-in-the-outage': inOneStep,
  'as-deployed-answer-first': (sizes) => answerFirst({ ...sizes, E: 0 }),
  'buffer-added-answer-first': answerFirst,
};

/** Compares the formulas with the search at each size. */
export async function expectFormulas(all: readonly Sizes[]): Promise<void> {
  for (const { W, K, E } of all) {
    const designs = Object.keys(formulas);
    const report = await checkSuite(suite, { designs, set: { workers: W, slots: K, added: E } });
    for (const { design, checks } of report.designs) {
      const expected = formulas[design as keyof typeof formulas]!({ W, K, E });
      const found = Object.fromEntries(
        checks.flatMap(({ propertyRef, steps }) => (propertyRef! in expected ? [[propertyRef, steps]] : [])),
      );
      expect({ design, W, K, E, ...found }).toEqual({ design, W, K, E, ...expected });
      expect(checks.find(({ propertyRef }) => propertyRef === 'R4')!.verdict).toBe('holds');
    }
  }
}

export const sizes = (most: number, mostAdded: number): Sizes[] =>
  range(1, most).flatMap((W) => range(1, most).flatMap((K) => range(0, mostAdded).map((E) => ({ W, K, E }))));

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);
