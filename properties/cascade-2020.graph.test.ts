// Who hurts whom, from the table of dependencies alone, and by searching what it makes of the system: the two must agree.
import { checkSuite, reachable } from 'premortem';
import { expect, test } from 'vitest';
import type { Edge } from '../models/cascade-2020/edges.ts';
import { cutSets, cycles } from '../models/cascade-2020/edges.ts';
import type { Service2020 } from '../models/cascade-2020/edges-2020.ts';
import { reported2020, services2020 } from '../models/cascade-2020/edges-2020.ts';
import { cascade2020 } from '../models/cascade-2020/system.ts';
import suite from './cascade-2020.suite.ts';
import {
  compared,
  designs,
  edgesOf,
  readme,
  setsOf,
  testWhoIsNeeded,
  thereIn,
} from './testing/cascade-2020-graph.ts';
import { asking, byCutSets, diagram, table, worstCase } from './testing/cascade-sweep.ts';
import { expectInReadme } from './testing/readme-table.ts';

// All other roots are in cascade-2020.roots.deep.test.ts.
test.each(compared)('%s: the front end breaks, and the search hurts whom the table says', async (design) => {
  const root = 'kinesis-front-end';
  const { hurt } = await worstCase(suite, thereIn(design), design, { root }, []);
  expect([...hurt]).toEqual([...byCutSets(thereIn(design), [root], setsOf(design))]);
  // The headline: neither more nor less than was reported.
  if (design === 'as-deployed') expect(Object.fromEntries(hurt)).toEqual(reported2020);
});

test('the table of dependencies, in the README (UPDATE_TABLES=1 writes it)', () => {
  const [before, after] = compared.map(edgesOf);
  const inWords = ({ supplier, kinds, standIn }: Edge): string =>
    `${kinds.join(', ')} to ${supplier}${standIn === undefined ? '' : `; ${standIn.kind} while ${standIn.service} is ok`}`;
  const rows = before!.map((edge, i) => {
    const now = after![i]!;
    return [
      edge.consumer,
      inWords(edge),
      edge.note,
      inWords(now) === inWords(edge) ? '' : `${inWords(now)}: ${now.note}`,
    ];
  });
  const text = table(['consumer', 'as deployed', '', 'all remedies'], rows);
  expectInReadme(readme, 'edges', `\n${diagram(before!)}\n${text}\n`);
});

test('minimal sets of failures, in the README (UPDATE_TABLES=1 writes it)', () => {
  const inWords = (sets: readonly (readonly string[])[]) =>
    sets.length === 0
      ? 'none'
      : sets.map((set) => (set.length === 1 ? set[0] : `(${set.join(' with ')})`)).join(', ');
  const others = (design: (typeof compared)[number], service: Service2020, how: 'hurt' | 'down') =>
    thereIn(design).includes(service)
      ? cutSets(edgesOf(design), service, how).filter((set) => set.join() !== service)
      : [];
  const rows = services2020
    .filter((service) => compared.some((design) => others(design, service, 'hurt').length > 0))
    .flatMap((service) =>
      (['down', 'hurt'] as const).map((how) => [
        service,
        how === 'hurt' ? 'hurt' : 'down',
        ...compared.map((design) => inWords(others(design, service, how))),
      ]),
    )
    // Where being hurt is being down, one row says it.
    .filter(
      ([service, how, ...sets], i, all) =>
        how === 'down' || all[i - 1]!.slice(2).join() !== sets.join() || all[i - 1]![0] !== service,
    );
  expectInReadme(readme, 'cut-sets', `\n${table(['service', 'is', ...compared], rows)}\n`);
});

test('sets of two are reached by the search too', async () => {
  const pairs = compared.flatMap((design) =>
    thereIn(design).flatMap((service) =>
      cutSets(edgesOf(design), service, 'down')
        .filter((set) => set.length === 2)
        .map(([root, second]) => ({ design, service, root: root!, second: second! })),
    ),
  );
  expect(pairs.length).toBeGreaterThan(0);
  for (const { design, service, root, second } of pairs) {
    const down = reachable(cascade2020, {
      description: 'It is down.',
      observes: [service],
      where: (state) => state[service]!.hasTag('down'),
    });
    const report = await checkSuite(asking(suite, { down }), {
      designs: [design],
      set: { root, second },
      properties: ['down'],
    });
    expect({ design, service, root, second, verdict: report.designs[0]!.checks[0]!.verdict }).toMatchObject({
      verdict: 'holds',
    });
  }
});

testWhoIsNeeded('as-deployed');

test('who is needed to repair what it depends on, in the README (UPDATE_TABLES=1 writes it)', () => {
  const rows = designs.map((design) => [
    `\`${design}\``,
    cycles(edgesOf(design))
      .map((way) => way.join(' → '))
      .join('<br>') || 'none',
  ]);
  expectInReadme(readme, 'cycles', `\n${table(['design', 'ways round'], rows)}\n`);
});
