/**
 * The seed of a test on generated systems: `PREMORTEM_SEED` when it is set, else a new one. Tests print it,
 * so that what failed once can be run again.
 */
export function seedOfRun(): number {
  const given = process.env['PREMORTEM_SEED'];
  if (given === undefined) return Math.trunc(Math.random() * 0x7fffffff);
  const seed = Number(given);
  if (!Number.isInteger(seed)) throw new Error(`PREMORTEM_SEED is "${given}"; it must be a whole number.`);
  return seed;
}
