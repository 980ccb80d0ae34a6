import { describe, expect, test } from 'vitest';
import type { Counterexample } from '../trace/trace.ts';
import { EXIT, exitCode, gateOf, judge } from './gate.ts';
import type { CheckResult, DesignReport, SuiteReport } from './result.ts';
import { check, design, report } from './testing/report-builder.ts';

/** What a design with these checks comes to: the gate, the exit code, and the reasons in words. */
function judged(checks: CheckResult[], given: Partial<DesignReport> = {}, suite: Partial<SuiteReport> = {}) {
  const { gate, reasons } = judge(report([design(checks, given)], suite));
  return { gate, code: exitCode(reasons), says: reasons.map(({ where, what }) => `${where}: ${what}`) };
}

const PASS = { gate: 'pass', code: 0, says: [] };
const OPEN = { gate: null, code: 0, says: [] };

describe('a verdict as expected passes', () => {
  test.each(['holds', 'violated 8', 'vacuous'])('%s', (found) => {
    expect(judged([check({ found })])).toEqual(PASS);
  });
  test('violated, where no length is expected', () => {
    expect(judged([check({ found: 'violated 8', expects: 'violated' })])).toEqual(PASS);
  });
});

describe('a verdict that differs', () => {
  test.each([
    ['holds', 'violated 8', 'invariant', 1, 'holds, expected violated in 8 steps'],
    ['violated 1', 'violated 8', 'invariant', 1, 'violated in 1 step, expected violated in 8 steps'],
    ['holds', 'vacuous', 'invariant', 1, 'holds, expected vacuous'],
    ['violated 8', 'holds', 'invariant', 12, 'violated in 8 steps, expected holds'],
    ['violated 8', 'holds', 'step-property', 12, 'violated in 8 steps, expected holds'],
    ['violated 8', 'vacuous', 'step-property', 12, 'violated in 8 steps, expected vacuous'],
    ['violated 8', 'holds', 'within', 12, 'violated in 8 steps, expected holds'],
    ['violated 8', 'holds', 'monitor', 12, 'violated in 8 steps, expected holds'],
    ['violated 8', 'holds', 'deadlock-free', 11, 'violated in 8 steps, expected holds'],
    ['violated 8', 'holds', 'leads-to', 13, 'violated in 8 steps, expected holds'],
    ['violated 8', 'holds', 'always-possible', 13, 'violated in 8 steps, expected holds'],
    ['violated', 'holds 4', 'reachable', 1, 'unreachable, expected reached in 4 steps'],
    ['holds 4', 'violated', 'reachable', 1, 'reached in 4 steps, expected unreachable'],
  ] as const)('%s, not %s, of %s: %i', (found, expects, kind, code, what) => {
    expect(judged([check({ found, expects, kind })])).toEqual({
      gate: 'fail',
      code,
      says: [`dns / as-deployed / resolves: ${what}`],
    });
  });

  test('of a monitor is one of liveness where it stays pending for ever', () => {
    const counterexample = { forever: { kind: 'end', unfair: [] } } as unknown as Counterexample;
    const found = check({ found: 'violated 8', expects: 'holds', kind: 'monitor', counterexample });
    expect(judged([found])).toMatchObject({ gate: 'fail', code: 13 });
  });

  test.each([
    ['inconclusive', 3],
    ['vacuous', 3],
    ['error', 75],
  ])('%s: %i, whatever was expected', (found, code) => {
    for (const expects of ['holds', 'violated 8', null]) {
      const scope = expects === null ? 'crowd' : 'default';
      expect(judged([check({ found, expects, reason: 'because' })], {}, { scope })).toMatchObject({
        gate: expects === null ? null : 'fail',
        code,
        says: [`dns / as-deployed / resolves: ${found}: because`],
      });
    }
  });

  test('code that failed beside verdicts as expected is a reason of its own', () => {
    const failure = { message: 'it broke', trace: null, thrown: null };
    const search = { ...check().search!, complete: false };
    expect(judged([check({ found: 'violated 8' })], { failure, search })).toEqual({
      gate: 'fail',
      code: 75,
      says: ['dns / as-deployed / code: error: it broke'],
    });
    expect(judged([check({ found: 'error', reason: 'it broke' })], { failure }).says).toHaveLength(1);
  });

  test('what to do is said of the very case', () => {
    const todo = (found: string, given: Partial<DesignReport>, suite: Partial<SuiteReport> = {}) =>
      judge(report([design([check({ found, expects: null, reason: 'r' })], given)], suite)).reasons[0]!.todo;
    expect(todo('inconclusive', { incomplete: { why: 'interrupted' } })).toMatch(/^run it again/);
    expect(todo('inconclusive', { incomplete: { why: 'max-states', limit: 9 } })).toMatch(/^raise the limit/);
    const channel = { why: 'full-channel', from: 'a', to: 'b', capacity: 1 } as const;
    expect(todo('inconclusive', { incomplete: channel })).toMatch(/more capacity/);
    expect(todo('vacuous', {})).toMatch(/mend the `when`/);
    expect(todo('vacuous', {}, { set: true })).toMatch(/--design/);
  });

  test('what keeps a whole design from being decided is one reason', () => {
    const stopped = ['a', 'b', 'c'].map((property) =>
      check({ property, found: 'inconclusive', expects: 'holds', reason: 'stopped' }),
    );
    expect(judged(stopped).says).toEqual(['dns / as-deployed / all properties: inconclusive: stopped']);
    expect(judged([...stopped, check()]).says).toEqual([
      'dns / as-deployed / a, b, c: inconclusive: stopped',
    ]);
  });

  test('a design that cannot be built is the model its own fault, or its choice', () => {
    const notBuilt = { message: 'no', thrown: null };
    const error = check({ found: 'error', expects: 'holds', reason: 'no' });
    expect(judged([error], { notBuilt: { ...notBuilt, byDesign: false } }).code).toBe(150);
    const refused = check({ found: 'inconclusive', expects: 'holds', reason: 'no' });
    expect(judged([refused], { notBuilt: { ...notBuilt, byDesign: true } }).code).toBe(3);
  });
});

describe('coverage', () => {
  const missing = {
    never: ['store never moves'],
    waived: [],
    listed: ['x'],
    selfLoops: [],
    unhandled: [],
    dropped: [],
  };

  test('that is missing and not waived fails', () => {
    expect(judged([check()], { coverage: missing })).toEqual({
      gate: 'fail',
      code: 3,
      says: ['dns / as-deployed / coverage: store never moves'],
    });
    const together = { never: ['store: the guard is never true'], waived: [] };
    expect(judge(report([design([check()])], { together }))).toMatchObject({
      gate: 'fail',
      reasons: [{ code: 3, where: 'dns / all designs / coverage', what: 'store: the guard is never true' }],
    });
  });

  test('is not judged where no verdict is', () => {
    for (const suite of [{ set: true }, { scope: 'crowd' }]) {
      expect(judged([check({ expects: null })], { coverage: missing }, suite)).toEqual(OPEN);
    }
  });
});

test('where nothing is expected, holds and violated exit with 0', () => {
  const checks = [check({ expects: null }), check({ found: 'violated 3', expects: null })];
  expect(judged(checks, {}, { set: true })).toEqual(OPEN);
  expect(judged(checks, {}, { scope: 'crowd' })).toEqual(OPEN);
});

test('of several reasons the gravest decides, and kinds of violation only among themselves', () => {
  const code = (...codes: number[]): number =>
    exitCode(codes.map((one) => ({ code: one, where: '', what: '', todo: '' })));
  expect(code()).toBe(0);
  expect(code(1, 12)).toBe(1);
  expect(code(11, 12)).toBe(1);
  expect(code(12, 12)).toBe(EXIT.safety);
  expect(code(11, 11)).toBe(EXIT.deadlock);
  expect(code(12, 3, 1)).toBe(EXIT.notDecided);
  expect(code(12, 3, 75)).toBe(EXIT.userCode);
  expect(code(75, 150, 3)).toBe(EXIT.notBuilt);
  expect(code(150, 2)).toBe(EXIT.usage);
});

test('one gate of several: a failure, else what is open, else a pass', () => {
  const gate = (...gates: ('pass' | 'fail' | null)[]) =>
    gateOf(gates.map((one) => ({ gate: one, reasons: [] })));
  expect(gate('pass', 'pass')).toBe('pass');
  expect(gate('pass', null)).toBeNull();
  expect(gate(null, 'fail', 'pass')).toBe('fail');
});
