/** Picks one of `count` alternatives, numbered from 0. */
export type Choose = (count: number) => number;

/** Calls `run` once for each combination of the alternatives it asks `choose` about, and collects the results. */
export function everyChoice<T>(run: (choose: Choose) => T): T[] {
  const results: T[] = [];
  const pending: number[][] = [[]];
  for (const picks of pending) {
    let met = 0;
    const choose = (count: number): number => {
      const path = [...picks, ...Array<number>(Math.max(0, met - picks.length)).fill(0)];
      for (let other = 1; met >= picks.length && other < count; other++) pending.push([...path, other]);
      return picks[met++] ?? 0;
    };
    results.push(run(choose));
  }
  return results;
}
