import stringify from 'json-stringify-pretty-compact';
import * as v from 'valibot';
import type { SuiteReport } from '../check/result.ts';
import { count } from './figures.ts';

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

const LedgerSchema = v.object({
  format: v.literal(1),
  suites: v.array(
    v.object({
      suite: v.string(),
      system: v.string(),
      scope: v.string(),
      designs: v.array(
        v.object({
          design: v.string(),
          /** Distinct states, and the steps to the deepest of them. */
          states: Count,
          depth: Count,
          complete: v.boolean(),
          /** `actor: event` of what arrives and is not handled; left out where there is nothing of the kind. */
          unhandled: v.optional(v.array(v.string())),
          checks: v.array(
            v.object({
              property: v.string(),
              verdict: v.picklist(['violated', 'error', 'inconclusive', 'vacuous', 'holds']),
              steps: v.nullable(Count),
            }),
          ),
        }),
      ),
    }),
  ),
});

/**
 * What runs at the default scopes found, to be committed, so that a model that changes shows in review.
 * It holds nothing that differs from run to run.
 */
export type Ledger = v.InferOutput<typeof LedgerSchema>;
export type LedgerSuite = Ledger['suites'][number];
export type LedgerDesign = LedgerSuite['designs'][number];

/** The ledger of some suites. */
export function ledgerOf(reports: readonly SuiteReport[]): Ledger {
  const suites = reports.map(({ suite, system, scope, designs }): LedgerSuite => ({
    suite,
    system,
    scope,
    designs: designs.map(({ design, search, checks, coverage }) => ({
      design,
      states: search?.states ?? 0,
      depth: search?.depth ?? 0,
      // A run that was asked for some properties alone has no coverage, so it cannot say what is unhandled.
      complete: search?.complete === true && coverage !== null,
      ...unhandledOf(coverage),
      checks: checks.map(({ property, verdict, steps }) => ({ property, verdict, steps })),
    })),
  }));
  return { format: 1, suites: sorted(suites) };
}

function unhandledOf(coverage: SuiteReport['designs'][number]['coverage']): Pick<LedgerDesign, 'unhandled'> {
  const messages = (coverage?.unhandled ?? []).map(({ message }) => message);
  return messages.length === 0 ? {} : { unhandled: messages.toSorted() };
}

/** What the designs of a run leave unhandled and did not by the ledger, in words: often why the rest differs. */
export function newlyUnhandled(ledger: Ledger, fresh: Ledger): string[] {
  return fresh.suites.flatMap(({ suite, scope, designs }) => {
    const old = ledger.suites.find((entry) => entry.suite === suite && entry.scope === scope);
    const counts = new Map<string, number>();
    for (const { design, unhandled = [] } of designs) {
      const before = old?.designs.find((entry) => entry.design === design);
      const news = before === undefined ? [] : unhandled.filter((m) => !before.unhandled?.includes(m));
      for (const message of news) counts.set(message, (counts.get(message) ?? 0) + 1);
    }
    return [...counts].map(([message, n]) => {
      const [actor, event] = message.split(': ');
      return `${suite}: ${actor} no longer handles ${event} (${count(n, 'design')})`;
    });
  });
}

/** The fresh entries, and of the old ones those of suites that were not checked and that `keep` picks. */
export function mergeLedgers(old: Ledger | null, fresh: Ledger, keep: (suite: string) => boolean): Ledger {
  const checked = new Set(fresh.suites.map(({ suite }) => suite));
  const kept = (old?.suites ?? []).filter(({ suite }) => !checked.has(suite) && keep(suite));
  return { format: 1, suites: sorted([...fresh.suites, ...kept]) };
}

function sorted(suites: readonly LedgerSuite[]): LedgerSuite[] {
  return suites.toSorted((a, b) => (a.suite < b.suite ? -1 : a.suite > b.suite ? 1 : 0));
}

/** The text of the file, a line per check. */
export function serialiseLedger(ledger: Ledger): string {
  return `${stringify(ledger, { maxLength: 110 })}\n`;
}

/** @throws Error saying what is wrong with the text */
export function parseLedger(text: string): Ledger {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (thrown) {
    throw new Error(`it is no JSON: ${(thrown as Error).message}`, { cause: thrown });
  }
  const parsed = v.safeParse(LedgerSchema, json);
  if (parsed.success) return parsed.output;
  const issue = parsed.issues[0];
  throw new Error(`${v.getDotPath(issue) ?? 'it'}: ${issue.message}`);
}

/**
 * Where a run differs from the ledger, in words, in the run's order. States and depth are compared only
 * where the run saw the whole space.
 */
export function ledgerDifferences(ledger: Ledger, fresh: Ledger): string[] {
  return fresh.suites.flatMap((suite) => {
    const old = ledger.suites.find((entry) => entry.suite === suite.suite && entry.scope === suite.scope);
    if (old === undefined) return [`${suite.suite} is not in the ledger`];
    return suite.designs.flatMap((design) => {
      const where = `${suite.suite} / ${design.design}`;
      const oldDesign = old.designs.find((entry) => entry.design === design.design);
      return oldDesign === undefined
        ? [`${where} is not in the ledger`]
        : designDifferences(where, oldDesign, design);
    });
  });
}

function designDifferences(where: string, old: LedgerDesign, fresh: LedgerDesign): string[] {
  const verdicts = fresh.checks.flatMap(({ property, verdict, steps }) => {
    const entry = old.checks.find((check) => check.property === property);
    if (entry === undefined) return [`${where} / ${property} is not in the ledger`];
    if (entry.verdict === verdict && entry.steps === steps) return [];
    return [
      `${where} / ${property}: ${inWords(verdict, steps)}, and the ledger says ${inWords(entry.verdict, entry.steps)}`,
    ];
  });
  const sizes = (['states', 'depth'] as const).flatMap((figure) =>
    !fresh.complete || old[figure] === fresh[figure]
      ? []
      : [`${where}: ${figure} ${fresh[figure]}, and the ledger says ${old[figure]}`],
  );
  // What a part of the space leaves unhandled is not all.
  const pairs = (design: LedgerDesign): string => (design.unhandled ?? []).join(', ') || 'nothing';
  const unhandled =
    !fresh.complete || pairs(old) === pairs(fresh)
      ? []
      : [`${where}: unhandled ${pairs(fresh)}, and the ledger says ${pairs(old)}`];
  return [...verdicts, ...sizes, ...unhandled];
}

function inWords(verdict: string, steps: number | null): string {
  return steps === null ? verdict : `${verdict} in ${steps}`;
}
