import { expect, test } from 'vitest';
import { check, design, report } from '../check/testing/report-builder.ts';
import {
  actor,
  defineSuite,
  defineSystem,
  holds,
  integer,
  invariant,
  reachable,
  reached,
  violated,
} from '../index.ts';
import { setup } from 'xstate';
import { ledgerOf } from './ledger.ts';
import { renderSummary } from './summary.ts';

const system = defineSystem({
  name: 'dns',
  ref: 'M-D1',
  description: 'Who keeps the\n  endpoints <resolving>.',
  parameters: { enactors: integer({ min: 1, max: 3, description: 'Enactors' }) },
  scopes: { default: { enactors: 2 } },
  designs: {
    'as-deployed': { ref: 'as-was', description: 'As it was.' },
    mended: { description: 'It checks again.', fixes: { enactors: 1 } },
  },
  build: () => ({ actors: { it: actor(setup({}).createMachine({ id: 'it' })) } }),
});
const suite = defineSuite({
  system,
  properties: {
    resolves: invariant(system, {
      ref: 'V1',
      description: 'It resolves.',
      observes: ['it'],
      holds: () => true,
    }),
    empties: reachable(system, { description: 'It goes empty.', observes: ['it'], where: () => true }),
  },
  expect: {
    default: {
      'as-deployed': { resolves: violated(8), empties: reached(8) },
      mended: { resolves: holds, empties: reached(8) },
    },
  },
  headlines: [{ design: 'as-deployed', property: 'resolves' }],
});
const empties = { property: 'empties', kind: 'reachable' } as const;
const ledger = ledgerOf([
  report([
    design([check({ found: 'violated 8' }), check({ found: 'holds 8', ...empties })]),
    design([check({ found: 'holds' }), check({ found: 'violated', ...empties })], { design: 'mended' }),
  ]),
]);

test('a suite as a page: a table with links, what differs, what to read first, what the names say', () => {
  const page = renderSummary(ledger, [suite]);
  const stories = '../counterexamples/dns/as-deployed';
  expect(page).toContain('## dns (M-D1)\n\nWho keeps the endpoints \\<resolving\\>.');
  expect(page).toContain('Scope `default`: enactors 2. Fixed by a design itself: enactors 1 (mended).');
  expect(page).toContain('| design | resolves (V1) | empties | states | depth |');
  expect(page).toContain(
    `| \`as-deployed\` (as-was) | [✗ violated in 8 steps](${stories}/resolves.md) | [● reached in 8 steps](${stories}/empties.md) | 10 | 3 |`,
  );
  expect(page).toContain('| `mended` | ✓ holds | – unreachable (expected: reached in 8 steps) | 10 | 3 |');
  expect(page).toContain(`- [\`as-deployed\`: resolves is violated in 8 steps](${stories}/resolves.md)`);
  expect(page).toContain('- `mended`: It checks again.');
  expect(page).toContain('- empties (reachable): It goes empty.');
});

test('a suite that is not at hand is told of in the words of the ledger', () => {
  const page = renderSummary(ledger, []);
  expect(page).toContain('## dns\n\n| design | resolves | empties | states | depth |');
  expect(page).not.toContain('As it was.');
});

test('suites stand in the order of the project, those that are gone last', () => {
  const [entry] = ledger.suites;
  const named = (name: string) => ({ ...entry!, suite: name });
  const page = renderSummary({ format: 1, suites: [named('a-gone'), named('b'), named('dns')] }, [
    suite,
    { ...suite, name: 'b' },
  ]);
  expect([...page.matchAll(/^## (\S+)/gm)].map((match) => match[1])).toEqual(['dns', 'b', 'a-gone']);
});
