// Every service as the root, every service as the one looked at, and what each waits for; in the quick tier only the record
// breaks.
import { checkSuite, leadsTo, stepProperty } from 'premortem';
import { describeSuite } from 'premortem/vitest';
import { describe, expect, test } from 'vitest';
import type { Service2025 } from '../models/cascade-2025/edges-2025.ts';
import { services2025 } from '../models/cascade-2025/edges-2025.ts';
import { cascade2025 } from '../models/cascade-2025/system.ts';
import replacement from './cascade-2025-replacement.suite.ts';
import suite from './cascade-2025.suite.ts';
import {
  columns,
  compared,
  designs,
  edgesOf,
  readme,
  setsOf,
  stayHurtIn,
  thereIn,
} from './testing/cascade-2025-graph.ts';
import { asking, byCutSets, table, worstCase } from './testing/cascade-sweep.ts';
import { expectInReadme } from './testing/readme-table.ts';
import { verdictTable } from './testing/verdict-table.ts';

const existing = services2025.filter(
  (name) => thereIn('as-deployed', name).length > 1 || name === 'regional-record',
);
const hurtBy = new Map<string, Map<Service2025, string>>();

describe.each(compared)('%s', (design) => {
  // Looked at one by one: the worst of each part is known to be that of the whole.
  test.each(existing)('whatever breaks, %s is hurt as the table says', async (part) => {
    const there = thereIn(design, part);
    for (const root of there) {
      const { hurt } = await worstCase(suite, [part], design, { part, root }, []);
      expect({ root, hurt: [...hurt] }).toEqual({
        root,
        hurt: [...byCutSets([part], [root], setsOf(design))],
      });
      const how = hurt.get(part);
      const key = `${design} ${root}`;
      if (how !== undefined && root !== part)
        hurtBy.set(key, (hurtBy.get(key) ?? new Map<Service2025, string>()).set(part, how));
    }
  });
});

// In the quick tier it is the part of the clients.
test.each(['launches', 'capacity'] as const)(
  'the record breaks, and in the part %s the search hurts whom the table says',
  async (part) => {
    for (const design of compared) {
      const there = thereIn(design, part);
      const { hurt } = await worstCase(suite, there, design, { root: 'regional-record', part }, []);
      expect([...hurt]).toEqual([...byCutSets(there, ['regional-record'], setsOf(design))]);
    }
  },
);

test('whom each root hurts, in the README (UPDATE_TABLES=1 writes it)', () => {
  const listed = (root: string) => {
    const hurt = [...(hurtBy.get(`as-deployed ${root}`) ?? [])];
    const of = (status: string) => hurt.filter(([, is]) => is === status).map(([name]) => name);
    const words = ['down', 'degraded'].flatMap((status) =>
      of(status).length > 0 ? [`${status}: ${of(status).join(', ')}`] : [],
    );
    return words.length > 0 ? words.join('; ') : 'nobody';
  };
  const rows = existing.map((root) => [root, listed(root)]);
  expectInReadme(readme, 'roots', `\n${table(['breaks', 'hurts'], rows)}\n`);
});

/** Whether a service is ok in the end once the record is repaired, if these actions can be relied on. */
async function comesBack(design: (typeof designs)[number], part: Service2025, acting: readonly string[]) {
  const back = leadsTo(cascade2025, {
    description: 'It is ok in the end.',
    observes: ['outage', part],
    when: (state) => state.outage.matches('over'),
    eventually: (state) =>
      (state as Record<string, { hasTag: (tag: string) => boolean }>)[part]!.hasTag('ok'),
    fairness: {
      weak: Object.fromEntries(acting.map((name) => [name, { actor: `${name}-recovery`, event: 'act' }])),
    } as never,
  });
  const report = await checkSuite(asking(suite, { back }), { designs: [design], set: { part } });
  return report.designs[0]!.checks[0]!.verdict !== 'violated';
}

const subsets = (names: readonly string[]): string[][] =>
  names
    .reduce<string[][]>((sets, name) => [...sets, ...sets.map((set) => [...set, name])], [[]])
    .sort((a, b) => a.length - b.length);

test('what each service waits for, in the README (UPDATE_TABLES=1 writes it)', async () => {
  const rows: string[][] = [];
  for (const part of existing) {
    const row: string[] = [part];
    for (const design of compared) {
      const acting = stayHurtIn(design).filter((name) => thereIn(design, part).includes(name));
      let found: string | undefined;
      for (const set of subsets(acting)) {
        if (!(await comesBack(design, part, set))) continue;
        found =
          set.length === 0 ? 'nobody' : set.map((name) => (name === part ? 'its own' : name)).join(', ');
        break;
      }
      row.push(found ?? 'for ever');
    }
    rows.push(row);
  }
  expectInReadme(readme, 'waits', `\n${table(['service', ...compared], rows)}\n`);
});

test.each(['repair', 'capacity', 'clients', 'sign-in', 'redshift'])(
  'the verdicts in the README at %s (UPDATE_TABLES=1 writes them)',
  async (scope) => {
    expectInReadme(readme, `verdicts-${scope}`, `\n${await verdictTable(suite, scope, columns)}\n`);
  },
);

test.each(designs)('%s: who is needed to repair the record is who the table says', async (design) => {
  const never = stepProperty(cascade2025, {
    description: 'The record is not repaired while the other is broken.',
    observes: ['second-outage'],
    on: (step) => step.actor === 'outage' && step.calls.some(({ event }) => event.type === 'repaired'),
    holds: (before) => !before['second-outage']!.matches('underWay'),
  });
  const needed: Service2025[] = [];
  for (const second of thereIn(design, 'dns-operators')) {
    if (second === 'regional-record') continue;
    const report = await checkSuite(asking(suite, { never }), {
      designs: [design],
      set: { part: 'dns-operators', second },
    });
    if (report.designs[0]!.checks[0]!.verdict === 'holds') needed.push(second);
  }
  const byTable = edgesOf(design).flatMap(({ consumer, supplier, kinds }) =>
    consumer === 'regional-record' && kinds.includes('R') ? [supplier] : [],
  );
  expect(needed.sort()).toEqual(byTable.sort());
});

test('the verdicts of the circle in the README (UPDATE_TABLES=1 writes them)', async () => {
  const table = await verdictTable(replacement, 'default', [
    ['all-ok-is-possible-once-repaired', 'M-X.1'],
    ['all-ok-in-the-end-once-repaired', 'M-X.2'],
    ['all-ok-in-the-end-once-acted-on', 'acted on'],
    ['the-circle-outlives-its-cause', 'headline'],
  ]);
  expectInReadme(readme, 'verdicts-replacement', `\n${table}\n`);
});

describeSuite(suite, { scopes: ['repair', 'launches', 'capacity', 'clients', 'sign-in', 'redshift'] });
