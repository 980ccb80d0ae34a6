/** Where CI is set: a change must not be stopped by a system that it has nothing to do with. */
const SEED_OF_CI = 20261130;

/**
 * The seed of a test on generated systems: `PREMORTEM_SEED` when it is set, in CI always the same, else a new one.
 * Tests print it, so that what failed once can be run again.
 */
export function seedOfRun(): number {
  const given = process.env['PREMORTEM_SEED'];
  if (given === undefined)
    return process.env['CI'] === undefined ? Math.trunc(Math.random() * 0x7fffffff) : SEED_OF_CI;
  const seed = Number(given);
  if (!Number.isInteger(seed)) throw new Error(`PREMORTEM_SEED is "${given}"; it must be a whole number.`);
  return seed;
}
