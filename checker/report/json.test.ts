import { expect, test } from 'vitest';
import { check, design, report } from '../check/testing/report-builder.ts';
import { relativePlace, toJsonReport } from './json.ts';

const OPTIONS = { version: '1.2.3', gate: 'pass', errors: [], root: '/project', fileOf: () => null } as const;

test('a check in the order of its keys, with what was not searched as zeros', () => {
  const one = check({ found: 'violated 8', declaredAt: 'file:///project/properties/dns.suite.ts:12' });
  const json = toJsonReport([report([design([one, check({ search: null })])])], {
    ...OPTIONS,
    fileOf: ({ steps }) => (steps === 8 ? 'counterexamples/dns/as-deployed/resolves.json' : null),
  });
  expect(json).toMatchObject({ version: '1.2.3', gate: 'pass' });
  expect(Object.keys(json.checks[0]!)).toEqual(
    'system systemRef design designRef scope parameters time property propertyRef kind declaredAt verdict expected asExpected reason steps cycle prospects counterexample search'.split(
      ' ',
    ),
  );
  expect(json.checks[0]).toMatchObject({
    declaredAt: 'properties/dns.suite.ts:12',
    verdict: 'violated',
    expected: 'violated',
    asExpected: true,
    reason: null,
    steps: 8,
    cycle: null,
    counterexample: 'counterexamples/dns/as-deployed/resolves.json',
    search: { seconds: 0.012 },
  });
  expect(json.checks[1]!.search).toMatchObject({ states: 0, transitions: 0, depth: 0, complete: false });
});

test('a length that differs is a reason', () => {
  const json = toJsonReport(
    [report([design([check({ found: 'violated 9', expects: 'violated 8' })])])],
    OPTIONS,
  );
  expect(json.checks[0]).toMatchObject({
    asExpected: false,
    reason: 'the shortest run takes 9 steps, and 8 are expected',
  });
});

test('coverage of each design that was judged, and of all together', () => {
  const coverage = {
    never: ['store never moves'],
    waived: [{ never: 'a never moves', reason: 'it sleeps' }],
    listed: ['a: x is never taken'],
    selfLoops: [],
    unhandled: [],
    dropped: [],
  };
  const designs = [design([check()], { coverage }), design([check()], { design: 'other', coverage: null })];
  const together = { never: ['all: x is never taken'], waived: [] };
  expect(toJsonReport([report(designs, { together })], OPTIONS).coverage).toEqual([
    { system: 'dns', design: 'as-deployed', scope: 'default', ...coverage },
    {
      system: 'dns',
      design: null,
      scope: 'default',
      ...together,
      listed: [],
      selfLoops: [],
      unhandled: [],
      dropped: [],
    },
  ]);
  expect(toJsonReport([report(designs.slice(1), { together: null })], OPTIONS).coverage).toEqual([]);
});

test.each([
  ['/project/a/b.ts:3', 'a/b.ts:3'],
  ['file:///project/a/b%20c.ts?x=1:3', 'a/b c.ts:3'],
  ['/elsewhere/b.ts:3', '../elsewhere/b.ts:3'],
])('the place %s', (place, relative) => {
  expect(relativePlace(place, '/project')).toBe(relative);
});
