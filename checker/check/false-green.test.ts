import { expect, test } from 'vitest';
import { safeSuite } from '../fast-check/testing/safe.ts';
import type { Suite } from '../property/suite.ts';
import { checkSuite } from './check-suite.ts';
import { EXIT, exitCode, judge } from './gate.ts';

test('a verdict that the suite forgot to write down fails the gate', async () => {
  const { 'digits-fit': _forgotten, ...others } = safeSuite.expect['default']!['forgives']!;
  const expected = { default: { ...safeSuite.expect['default'], forgives: others } };
  const suite = { ...safeSuite, expect: expected } as Suite;
  const { gate, reasons } = judge(await checkSuite(suite));
  expect([gate, exitCode(reasons)]).toEqual(['fail', EXIT.notDecided]);
  expect(reasons.map(({ where }) => where)).toEqual(['safe / forgives / digits-fit']);
});

test('a search that a limit ended fails the gate though each verdict is as expected', async () => {
  const violated = { verdict: 'violated', steps: 5 } as const;
  const suite: Suite = {
    ...safeSuite,
    properties: { 'stays-shut': safeSuite.properties['stays-shut']! },
    expect: { default: { jams: { 'stays-shut': violated }, forgives: { 'stays-shut': violated } } },
  };
  const whole = await checkSuite(suite, { designs: ['jams'] });
  expect(whole.designs[0]!.search!.states).toBe(11);
  const report = await checkSuite(suite, { designs: ['jams'], maxStates: 10 });
  expect(report.designs[0]!.checks[0]!.asExpected).toBe(true);
  const { gate, reasons } = judge(report);
  expect([gate, exitCode(reasons)]).toEqual(['fail', EXIT.notDecided]);
  expect(reasons[0]!.what).toBe('not judged: the search is not the whole space');
});
