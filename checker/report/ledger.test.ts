import { expect, test } from 'vitest';
import { check, design, report } from '../check/testing/report-builder.ts';
import {
  ledgerDifferences,
  ledgerOf,
  mergeLedgers,
  newlyUnhandled,
  parseLedger,
  serialiseLedger,
} from './ledger.ts';

const violated = check({ found: 'violated 8' });
const ledger = ledgerOf([
  report([design([violated, check({ property: 'ends' })]), design([check()], { design: 'mended' })]),
  report([design([check()])], { suite: 'abc', system: 'abc' }),
]);

test('it holds what every run finds alike, in the order of suites by name, and reads back as written', () => {
  const text = serialiseLedger(ledger);
  expect(parseLedger(text)).toEqual(ledger);
  expect(ledger.suites.map(({ suite }) => suite)).toEqual(['abc', 'dns']);
  expect(text).toContain('{"property": "resolves", "verdict": "violated", "steps": 8}');
  expect(text).not.toContain('seconds');
  expect(text.endsWith(']\n}\n')).toBe(true);
});

test('entries of suites that were not checked are kept on demand', () => {
  const fresh = ledgerOf([report([design([check()])])]);
  const names = (kept: boolean) => mergeLedgers(ledger, fresh, () => kept).suites.map(({ suite }) => suite);
  expect(names(true)).toEqual(['abc', 'dns']);
  expect(names(false)).toEqual(['dns']);
  expect(mergeLedgers(ledger, fresh, () => true).suites[1]).toEqual(fresh.suites[0]);
  expect(mergeLedgers(null, fresh, () => true)).toEqual(fresh);
});

test('a run that agrees has no differences, even where it saw only a part', () => {
  expect(ledgerDifferences(ledger, ledger)).toEqual([]);
  const part = { states: 4, depth: 1, complete: false };
  const search = { ...violated.search!, ...part };
  expect(ledgerDifferences(ledger, ledgerOf([report([design([violated], { search })])]))).toEqual([]);
});

test('differences are told in words', () => {
  const search = { ...violated.search!, states: 11 };
  const fresh = ledgerOf([
    report([
      design([check({ found: 'violated 9' }), check({ property: 'new' })], { search }),
      design([check()], { design: 'fresh' }),
    ]),
    report([], { suite: 'unheard-of' }),
  ]);
  expect(ledgerDifferences(ledger, fresh)).toEqual([
    'dns / as-deployed / resolves: violated in 9, and the ledger says violated in 8',
    'dns / as-deployed / new is not in the ledger',
    'dns / as-deployed: states 11, and the ledger says 10',
    'dns / fresh is not in the ledger',
    'unheard-of is not in the ledger',
  ]);
});

test.each([
  ['{', /it is no JSON/],
  ['{"format": 2, "suites": []}', /format/],
  ['{"format": 1, "suites": [{"suite": "a"}]}', /suites\.0\.system/],
])('%s is refused', (text, says) => {
  expect(() => parseLedger(text)).toThrow(says);
});

test('what is no longer handled is told, with in how many designs', () => {
  const coverage = (...messages: string[]) => ({
    never: [],
    waived: [],
    listed: [],
    selfLoops: [],
    unhandled: messages.map((message) => ({ message, times: 2 })),
    dropped: [],
  });
  const ledgerWith = (...messages: string[]) =>
    ledgerOf([
      report([
        design([violated], { coverage: coverage(...messages) }),
        design([check()], { design: 'mended', coverage: coverage(...messages) }),
      ]),
    ]);
  const [old, fresh] = [ledgerWith('b: x'), ledgerWith('b: x', 'a: y')];
  expect(parseLedger(serialiseLedger(fresh))).toEqual(fresh);
  expect(newlyUnhandled(old, old)).toEqual([]);
  expect(newlyUnhandled(old, fresh)).toEqual(['dns: a no longer handles y (2 designs)']);
  expect(ledgerDifferences(old, fresh)[0]).toBe(
    'dns / as-deployed: unhandled a: y, b: x, and the ledger says b: x',
  );
  const oneProperty = ledgerOf([report([design([violated], { coverage: null })])]);
  expect(ledgerDifferences(old, oneProperty)).toEqual([]);
});
