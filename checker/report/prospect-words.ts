import type { CheckResult, SuiteReport } from '../check/result.ts';

/**
 * Of what should stay possible, a line a property: in how many states it is certain, may come and cannot come any more.
 * Designs of which the same is true are named together.
 */
export function prospectLines({ designs }: Pick<SuiteReport, 'designs'>): string[] {
  const byProperty = new Map<string, Map<string, string[]>>();
  for (const { design, checks } of designs) {
    for (const { property, prospects } of checks) {
      if (prospects === null) continue;
      const groups = byProperty.get(property) ?? new Map<string, string[]>();
      const figures = figuresText(prospects);
      byProperty.set(property, groups.set(figures, [...(groups.get(figures) ?? []), design]));
    }
  }
  return [...byProperty].map(([property, groups]) => {
    const parts = [...groups].map(([figures, names]) =>
      names.length === designs.length ? figures : `${figures} (${names.join(', ')})`,
    );
    return `states in which ${property} is certain / possible / out of reach: ${parts.join(', ')}`;
  });
}

function figuresText({ certain, possible, impossible }: NonNullable<CheckResult['prospects']>): string {
  return [certain, possible, impossible].map((figure) => figure.toLocaleString('en')).join('/');
}
