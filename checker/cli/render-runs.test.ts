import picocolors from 'picocolors';
import { expect, test } from 'vitest';
import { gateOf, judge } from '../check/gate.ts';
import type { CheckResult } from '../check/result.ts';
import { check, design, report } from '../check/testing/report-builder.ts';
import { counterexample } from '../report/testing/trace-builder.ts';
import { renderGate } from './render-gate.ts';
import { renderRuns } from './render-runs.ts';

const layout = { colour: picocolors.createColors(false), width: 80 };

/** A check whose run says which it is. */
function run(property: string, found: string, expects = found): CheckResult {
  return check({ property, found, expects, counterexample: counterexample({ property }) });
}

const HEADLINES = [
  { design: 'as-deployed', property: 'second' },
  { design: 'as-deployed', property: 'first' },
];

/** The titles of the runs that are told, and the answer's end. */
function answer(checks: CheckResult[]): { told: string[]; text: string } {
  const reports = [report([design(checks)], { headlines: HEADLINES })];
  const judgements = reports.map(judge);
  const reasons = judgements.flatMap((each) => each.reasons);
  const files = new Map(
    reports[0]!.designs[0]!.checks.map((each) => [each, `counterexamples/${each.property}.json`]),
  );
  const runs = renderRuns(reports, { ...layout, files, changed: false, fine: reasons.length === 0 });
  const gate = renderGate(reports, gateOf(judgements), reasons, { remark: null }, layout);
  const told = [...runs.matchAll(/^[✗●] (\S+) is /gm)].map((match) => match[1]!);
  return { told, text: `${runs}\n${gate}` };
}

test('where all is as expected the headlines are told, in the order of the suite', () => {
  const { told } = answer([
    run('first', 'violated 1'),
    run('other', 'violated 1'),
    run('second', 'violated 1'),
  ]);
  expect(told).toEqual(['second', 'first']);
});

test('where something is not, only that is told, and last before the gate', () => {
  const { told, text } = answer([run('first', 'violated 1'), run('other', 'violated 1', 'holds')]);
  expect(told).toEqual(['other']);
  const after = text.slice(text.indexOf('counterexamples/other.json'));
  expect(after.split('\n').length).toBeLessThan(9);
  expect(after).toMatch(/gate: fail/);
});

test('lost coverage leaves the headlines out as well', () => {
  const checks = [run('first', 'violated 1')];
  const reports = [
    report(
      [
        design(checks, {
          coverage: {
            never: ['x never moves'],
            waived: [],
            listed: [],
            selfLoops: [],
            unhandled: [],
            dropped: [],
          },
        }),
      ],
      {
        headlines: HEADLINES,
      },
    ),
  ];
  const fine = judge(reports[0]!).reasons.length === 0;
  expect(renderRuns(reports, { ...layout, files: new Map(), changed: false, fine })).toBe('');
});

test('of many unexpected runs some are told and all are named', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const { told, text } = answer(names.map((name) => run(name, 'violated 1', 'holds')));
  expect(told).toEqual(['a', 'b', 'c']);
  expect(text).toMatch(/2 runs\n {4}counterexamples\/d\.json\n {4}counterexamples\/e\.json/);
});

test('a reason that several designs share is one line that names them', () => {
  const coverage = {
    never: ['x never moves'],
    waived: [],
    listed: [],
    selfLoops: [],
    unhandled: [],
    dropped: [],
  };
  const designs = ['one', 'two', 'three'].map((name) => design([check()], { design: name, coverage }));
  const reports = [report([...designs, design([check()], { design: 'four' })])];
  const { gate, reasons } = judge(reports[0]!);
  const text = renderGate(reports, gate, reasons, { remark: null }, layout);
  expect(text).toContain('  dns / one, two, three / coverage: x never moves\n');
  expect(text).toMatch(/gate: fail {2}1 reason above/);
});

test('violations that are expected are counted among what is as expected', () => {
  const reports = [report([design([run('first', 'violated 1'), check()])])];
  const { gate, reasons } = judge(reports[0]!);
  expect(renderGate(reports, gate, reasons, { remark: null }, layout)).toContain(
    '2 of 2 verdicts as expected, 1 violation among them',
  );
});

test('what is no longer handled stands above the reasons, where there are some', () => {
  const reasons = [{ code: 1, where: 'dns / it / p', what: 'holds, expected violated', todo: 'look' }];
  const told = { remark: null, news: ['dns: a no longer handles y (2 designs)'] };
  const reports = [report([design([check()])])];
  expect(renderGate(reports, 'fail', reasons, told, layout).trimStart()).toMatch(
    /^dns: a no longer handles y \(2 designs\)\n {2}dns \/ it \/ p: holds/,
  );
  expect(renderGate(reports, 'pass', [], told, layout)).not.toContain('no longer');
});
