import type { SearchFigures, SuiteReport } from '../check/result.ts';
import { count } from './figures.ts';

/** What a reduced search goes by, in words. */
const MODES: Readonly<Record<Exclude<SearchFigures['mode'], 'full'>, string>> = {
  symmetry: 'symmetry reduction',
  por: 'partial-order reduction',
  both: 'symmetry and partial-order reduction',
};

/** Which searches were reduced, and what they therefore do not tell; which were not although it was asked for, and why. */
export function reductionLines(report: SuiteReport): string[] {
  const reduced = report.designs.flatMap(({ design, search }) =>
    search === null || search.mode === 'full'
      ? []
      : [
          `${design}: ${MODES[search.mode]} left ${count(search.states, 'state')} to search; coverage is not judged`,
        ],
  );
  const reasons = new Map<string, string[]>();
  for (const { design, search } of report.designs) {
    if (search === null || search.whyFull === null) continue;
    reasons.set(search.whyFull, [...(reasons.get(search.whyFull) ?? []), design]);
  }
  const full = [...reasons].map(([why, designs]) => `${designs.join(', ')}: searched in full: ${why}`);
  return [...reduced, ...full];
}
