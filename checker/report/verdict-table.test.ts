import picocolors from 'picocolors';
import stringWidth from 'fast-string-width';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { VerdictCell, VerdictRow } from './verdict-table.ts';
import { renderVerdictTable } from './verdict-table.ts';

function cell(
  property: string,
  verdict: VerdictCell['verdict'],
  given: Partial<VerdictCell> = {},
): VerdictCell {
  return { property, propertyRef: null, kind: 'invariant', verdict, steps: null, asExpected: true, ...given };
}

const reachable = { kind: 'reachable', propertyRef: 'V6' } as const;
const designs: VerdictRow[] = [
  {
    design: 'as-deployed',
    designRef: 'as-was',
    checks: [
      cell('every-endpoint-resolves', 'violated', { steps: 8 }),
      cell('it-goes-dark', 'holds', { steps: 8, ...reachable }),
      cell('never-older', 'inconclusive'),
    ],
  },
  {
    design: 'no-clean-up',
    designRef: null,
    checks: [
      cell('every-endpoint-resolves', 'vacuous'),
      cell('it-goes-dark', 'violated', reachable),
      cell('never-older', 'holds', { asExpected: false }),
    ],
  },
  { design: 'broken', designRef: null, checks: [cell('every-endpoint-resolves', 'error')] },
];

function rendered(rows: readonly VerdictRow[], width: number, colour = false): string {
  return renderVerdictTable({ designs: rows }, { width, colour: picocolors.createColors(colour) });
}

test('with room, cells say all', () => {
  expect(rendered(designs, 100)).toBe(
    `
                        every-endpoint-        it-goes-dark
  design                resolves               (V6)                  never-older
  as-deployed (as-was)  ✗ violated in 8 steps  ● reached in 8 steps  ? inconclusive
  no-clean-up           ○ vacuous              – unreachable         ✓ holds ≠
  broken                ! error                ·                     ·

  ○ vacuous: holds, but what it speaks of never happens   ? inconclusive: not decided
  ! error: code of the model or of a property failed   ≠ not as expected`.slice(1),
  );
});

test('with less, they say less, and what does not fit follows below', () => {
  expect(rendered(designs, 58)).toBe(
    `
               every-
               endpoint-     it-goes-dark
  design       resolves      (V6)           never-older
  as-deployed  ✗ violated 8  ● reached 8    ? inconclusive
  (as-was)
  no-clean-up  ○ vacuous     – unreachable  ✓ holds ≠
  broken       ! error       ·              ·

  violated n, reached n: the shortest run has n steps
  ○ vacuous: holds, but what it speaks of never happens
  ? inconclusive: not decided
  ! error: code of the model or of a property failed
  ≠ not as expected`.slice(1),
  );
  const narrow = rendered(designs, 45).split('\n');
  expect(narrow.filter((line) => line.trimStart().startsWith('design'))).toHaveLength(2);
  expect(narrow.filter((line) => line.includes('✓ holds ≠'))).toHaveLength(1);
});

const many = Array.from({ length: 15 }, (_, i): VerdictRow => {
  const names = [
    'every-endpoint-resolves',
    'never-an-older-plan',
    'clean-up-spares-active-plans',
    'the-record-goes-empty',
  ];
  const checks = names.map((name) => cell(name, 'violated', { steps: 8 + i, asExpected: i % 2 === 0 }));
  return { design: `clean-up-within-apply-refuse-deleted-${i}`, designRef: `R${i}`, checks };
});

test('15 designs × 4 properties with long names stand in one table of 80 columns', () => {
  const lines = rendered(many, 80).split('\n');
  expect(lines.filter((line) => line.trimStart().startsWith('design'))).toHaveLength(1);
  expect(lines.filter((line) => line.includes('✗ violated'))).toHaveLength(15);
});

test.each([40, 58, 80, 200])('no line is wider than a terminal of %i columns', (width) => {
  for (const rows of [many, designs]) {
    for (const line of rendered(rows, width).split('\n'))
      expect(stringWidth(line)).toBeLessThanOrEqual(width);
  }
});

test('a ref that is wider than its column is broken like a name', () => {
  const checks = [cell('a-b', 'holds', { propertyRef: 'M-K5.1-one-threads' }), cell('c', 'holds')];
  const lines = rendered([{ design: 'd', designRef: null, checks }], 80).split('\n');
  expect(lines).toEqual([
    '          a-b',
    '          (M-K5.1-one-',
    '  design  threads)          c',
    '  d       ✓ holds           ✓ holds',
  ]);
});

test('colours add nothing but colour', () => {
  const coloured = rendered(designs, 80, true);
  expect(coloured).not.toBe(rendered(designs, 80));
  expect(stripVTControlCharacters(coloured)).toBe(rendered(designs, 80));
});

test('a suite without designs gives a table without rows', () => {
  expect(rendered([], 80)).toBe('  design');
});

test('a ref of two words keeps its space where it stands on a line of its own', () => {
  const [row] = many;
  expect(rendered([{ ...row!, designRef: 'cut split' }], 80)).toContain('(cut split)');
});

test('a ref of a property that is wider than its column is broken like a name', () => {
  const checks = [cell('goes-on', 'holds', { propertyRef: 'M-C3.2-flapping' })];
  const table = rendered([{ design: 'as-deployed', designRef: null, checks }], 80);
  expect(table).toContain('(M-C3.2-\n');
  expect(table).toContain('flapping)');
});
