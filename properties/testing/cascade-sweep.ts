import { checkSuite, reachable } from 'premortem';
import type { Suite } from 'premortem';
import { expect } from 'vitest';
import type { CutSets, Edge, EdgeKind, Status } from '../../models/cascade-2020/edges.ts';

type Values = Readonly<Record<string, string | number>>;

interface Tagged {
  hasTag: (tag: string) => boolean;
}

/** What a sweep of a cascade found at one choice of what breaks. */
export interface WorstCase {
  /** The worst that happens to each service that is hurt. */
  readonly hurt: ReadonlyMap<string, Status>;
  /** The verdicts of the suite's own properties that were asked for. */
  readonly verdicts: Readonly<Record<string, string>>;
}

/** The suite with other properties, of which nothing is expected. */
export const asking = (suite: Suite, properties: Suite['properties']): Suite => ({
  ...suite,
  properties,
  expect: {},
  waive: [],
  headlines: [],
});

/** Searches what becomes of each service at the worst: whether it can be degraded, and whether it can be down. */
export async function worstCase(
  suite: Suite,
  services: readonly string[],
  design: string,
  set: Values,
  asked: readonly string[],
): Promise<WorstCase> {
  const canBe = (service: string, status: Status) =>
    [
      `${service}-is-${status}`,
      reachable(suite.system, {
        description: `${service} is ${status}`,
        observes: [service],
        where: (state) => (state[service] as Tagged | undefined)?.hasTag(status) ?? false,
      }),
    ] as const;
  const sweep = Object.fromEntries(
    services.flatMap((service) => [canBe(service, 'degraded'), canBe(service, 'down')]),
  );
  const own = Object.fromEntries(asked.map((name) => [name, suite.properties[name]!]));
  const { designs } = await checkSuite(asking(suite, { ...sweep, ...own }), { designs: [design], set });
  const { checks, failure, notBuilt } = designs[0]!;
  expect({ failure: failure?.message, notBuilt: notBuilt?.message }).toEqual({});
  const holds = new Set(checks.flatMap(({ property, verdict }) => (verdict === 'holds' ? [property] : [])));
  const worst = services.flatMap((service): [string, Status][] => {
    if (holds.has(`${service}-is-down`)) return [[service, 'down']];
    return holds.has(`${service}-is-degraded`) ? [[service, 'degraded']] : [];
  });
  const verdicts = checks.flatMap(({ property, verdict }) => (property in own ? [[property, verdict]] : []));
  return { hurt: new Map(worst), verdicts: Object.fromEntries(verdicts) };
}

/** What the minimal cut sets say of the same: a service is hurt, or down, when all of one of its sets have broken. */
export function byCutSets(
  services: readonly string[],
  broken: readonly string[],
  setsOf: (service: string, how: 'hurt' | 'down') => CutSets<string>,
): Map<string, Status> {
  const enough = (service: string, how: 'hurt' | 'down') =>
    setsOf(service, how).some((set) => set.every((one) => broken.includes(one)));
  return new Map(
    services.flatMap((service): [string, Status][] => {
      if (enough(service, 'down')) return [[service, 'down']];
      return enough(service, 'hurt') ? [[service, 'degraded']] : [];
    }),
  );
}

/** A Markdown table. */
export const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  [headings, headings.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('');

const ARROWS: Readonly<Record<string, string>> = {
  H: '==>',
  S: '-->',
  b: '-. b .->',
  B: '-. B .->',
  T: '-. T .->',
  R: '-. R .->',
};

/** The graph of dependencies: thick is hard, thin is soft, dotted does not belong to the daily work. */
export function diagram(edges: readonly Edge[]): string {
  const lines = edges.map(({ consumer, supplier, kinds }) => {
    const kind = ['H', 'S', 'b', 'B', 'T', 'R'].find((each) => kinds.includes(each as EdgeKind))!;
    return `  ${consumer} ${ARROWS[kind]} ${supplier}\n`;
  });
  return `\`\`\`mermaid\nflowchart LR\n${lines.join('')}\`\`\`\n`;
}
