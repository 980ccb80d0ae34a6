// Who hurts whom in 2025, from the table of dependencies alone, and by searching what it makes of the system: the two must
// agree. Every root, and what each service waits for, is in cascade-2025.roots.deep.test.ts.
import { asActorLogic, instantiate } from 'premortem/graph';
import { expect, test } from 'vitest';
import type { Edge } from '../models/cascade-2020/edges.ts';
import { cycles, loops } from '../models/cascade-2020/edges.ts';
import type { Supplier2025 } from '../models/cascade-2025/edges-2025.ts';
import { graph2025, reported2025, services2025 } from '../models/cascade-2025/edges-2025.ts';
import { cascade2025 } from '../models/cascade-2025/system.ts';
import suite from './cascade-2025.suite.ts';
import {
  compared,
  designs,
  edgesOf,
  readme,
  setsInWords,
  setsOf,
  thereIn,
} from './testing/cascade-2025-graph.ts';
import { byCutSets, diagram, table, worstCase } from './testing/cascade-sweep.ts';
import { expectInReadme } from './testing/readme-table.ts';

const root = 'regional-record';

test.each(['clients'] as const)(
  'the record breaks, and in the part %s the search hurts whom the table says',
  async (part) => {
    for (const design of compared) {
      const there = thereIn(design, part);
      const { hurt } = await worstCase(suite, there, design, { root, part }, []);
      expect([...hurt]).toEqual([...byCutSets(there, [root], setsOf(design))]);
    }
  },
);

test('by the table, the record takes along those that were reported, as they were, and nobody else', () => {
  const hurt = byCutSets(services2025, [root], setsOf('as-deployed'));
  expect(Object.fromEntries(hurt)).toEqual(reported2025);
});

test('all of them are hurt at once: a run of the whole graph, whose states are too many to search', () => {
  const whole = instantiate(cascade2025, { design: 'as-deployed', set: { part: 'everything' } });
  const logic = asActorLogic(whole);
  const fromOutside = ['repair', 'act', 'putInForce'];
  let state = logic.getInitialSnapshot({} as never, undefined);
  for (;;) {
    const next = logic.traversal
      .events(state)
      .find(({ choice }) => !fromOutside.includes(choice.event?.type ?? ''));
    if (next === undefined) break;
    state = logic.transition(state, next, undefined as never);
  }
  const found = services2025.flatMap((name) => {
    const status = state.states[name]?.split('.').at(-1);
    return status === undefined || status === 'ok' ? [] : [[name, status === 'broken' ? 'down' : status]];
  });
  expect(Object.fromEntries(found)).toEqual(reported2025);
});

test('the table of dependencies, in the README (UPDATE_TABLES=1 writes it)', () => {
  const inWords = ({ supplier, kinds, standIn, holds }: Edge): string =>
    `${kinds.join(', ')}${holds !== undefined && !kinds.includes('b') ? ', late,' : ''} to ${supplier}${standIn === undefined ? '' : `; ${standIn.kind} once ${standIn.service} is in force`}`;
  const [before, after] = compared.map(edgesOf);
  const rows = before!.map((edge, i) => {
    const now = after![i]!;
    return [
      edge.consumer,
      inWords(edge),
      edge.note,
      inWords(now) === inWords(edge) ? '' : `${inWords(now)}: ${now.note}`,
    ];
  });
  const text = table(['consumer', 'as deployed', '', 'every recovery automatic'], rows);
  expectInReadme(readme, 'edges', `\n${diagram(before!)}\n${text}\n`);
});

test('minimal sets of failures, in the README (UPDATE_TABLES=1 writes it)', () => {
  const others = (design: (typeof designs)[number], service: string, how: 'hurt' | 'down') =>
    setsOf(design)(service, how).filter((set) => set.join() !== service);
  const rows = services2025
    .filter((service) => others('as-deployed', service, 'hurt').length > 0)
    .flatMap((service) =>
      (['down', 'hurt'] as const).map((how) => [
        service,
        how === 'hurt' ? 'hurt' : 'down',
        ...compared.map((design) => setsInWords(others(design, service, how))),
      ]),
    )
    // Where being hurt is being down, one row says it; and where both designs say the same, one column does.
    .filter(
      ([service, how, ...sets], i, all) =>
        how === 'down' || all[i - 1]!.slice(2).join() !== sets.join() || all[i - 1]![0] !== service,
    )
    .map(([service, how, before, after]) => [
      service!,
      how!,
      before!,
      after === before ? 'the same' : after!,
    ]);
  // As the README says.
  const all = services2025.flatMap((service) => setsOf('as-deployed')(service, 'hurt'));
  expect(all.filter((set) => set.length > 1)).toEqual([]);
  expectInReadme(readme, 'cut-sets', `\n${table(['service', 'is', ...compared], rows)}\n`);
});

test('who is needed to repair what it depends on, in the README (UPDATE_TABLES=1 writes it)', () => {
  const inForce = (edges: readonly Edge<Supplier2025>[]) =>
    edges.map((edge): Edge<Supplier2025> => {
      if (edge.standIn === undefined) return edge;
      const { isToCome: _, ...standIn } = edge.standIn;
      return { ...edge, standIn: { ...standIn, kind: 'B' } };
    });
  const inWords = (ways: readonly (readonly string[])[]) =>
    ways.map((way) => way.join(' → ')).join('<br>') || 'none';
  const rows = (['as-deployed', 'failover-off', 'no-override', 'lock-in-dynamodb'] as const).map((design) => [
    `\`${design}\``,
    inWords(cycles(edgesOf(design))),
    design === 'no-override' ? 'there is none' : inWords(cycles(inForce(edgesOf(design)))),
  ]);
  const text = table(['design', 'ways round', 'with the override in force'], rows);
  expectInReadme(readme, 'cycles', `\n${text}\n`);
});

test('circles of harm, in the README (UPDATE_TABLES=1 writes it)', () => {
  const rows = (
    [
      [],
      ['lock-in-dynamodb'],
      ['health-driven-replacement'],
      ['health-driven-replacement', 'velocity-control'],
      ['health-driven-replacement', 'failover-off'],
    ] as const
  ).map((made) => [
    made.length === 0 ? 'as deployed' : made.join(', '),
    loops(graph2025(made).edges)
      .map((way) => way.join(' → '))
      .join('<br>') || 'none',
  ]);
  expectInReadme(readme, 'loops', `\n${table(['what is in the table', 'circles'], rows)}\n`);
});
