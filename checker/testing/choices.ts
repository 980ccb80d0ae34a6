/** Picks one of `count` alternatives, numbered from 0. */
export type Choose = (count: number) => number;

/**
 * Calls `run` once for each combination of the alternatives it asks `choose` about, counting up, and collects the
 * results. Ends early after a result that is the `last`.
 */
export function everyChoice<T>(
  run: (choose: Choose) => T,
  isLast: (result: T) => boolean = () => false,
): T[] {
  const results: T[] = [];
  let picks: number[] | null = [];
  while (picks !== null) {
    const before: readonly number[] = picks;
    const [taken, counts]: [number[], number[]] = [[], []];
    const result = run((count) => {
      const pick = before[taken.length] ?? 0;
      counts.push(count);
      taken.push(pick);
      return pick;
    });
    results.push(result);
    if (isLast(result)) break;
    const at = taken.findLastIndex((pick, i) => pick + 1 < counts[i]!);
    picks = at < 0 ? null : [...taken.slice(0, at), taken[at]! + 1];
  }
  return results;
}
