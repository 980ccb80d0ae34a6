import fc from 'fast-check';

/** Values generated at a time: what is generated beyond what is needed costs as much as what is. */
const PORTION = 10;

/**
 * Runs a check on generated values until there have been enough of them.
 *
 * @param most values after which it gives up
 */
export async function untilEnough<T>(
  arbitrary: fc.Arbitrary<T>,
  seed: number,
  most: number,
  isEnough: () => boolean,
  check: (value: T) => Promise<void>,
): Promise<void> {
  for (let given = 0; given < most && !isEnough(); given += PORTION) {
    await fc.assert(
      fc.asyncProperty(arbitrary, async (value) => {
        if (!isEnough()) await check(value);
      }),
      { numRuns: PORTION, seed: (seed + given) | 0, unbiased: true },
    );
  }
}
