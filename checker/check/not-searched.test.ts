import { fromPromise, setup } from 'xstate';
import { expect, test } from 'vitest';
import {
  actor,
  defineSuite,
  defineSystem,
  holds,
  integer,
  invariant,
  notBuildable,
  violated,
} from '../index.ts';
import type { Suite } from '../index.ts';
import { BuildError, UsageError } from '../system/errors.ts';
import { checkSuite } from './check-suite.ts';
import { exitCode, judge } from './gate.ts';

const machine = setup({}).createMachine({ id: 'm', initial: 'a', states: { a: { on: { go: 'b' } }, b: {} } });
const system = defineSystem({
  name: 'fleet',
  description: 'A fleet.',
  parameters: { servers: integer({ min: 1, max: 4, description: 'servers' }) },
  scopes: { default: { servers: 1 } },
  designs: {
    'as-deployed': { description: 'As it is.' },
    doubled: { description: 'Twice as many.', fixes: ({ servers }) => ({ servers: 2 * servers }) },
    'needs-two': { description: 'At least two.' },
    broken: {
      description: 'Breaks at four.',
      fixes: ({ servers }) => {
        if (servers === 4) throw new Error('four is too many');
        return {};
      },
    },
  },
  build: ({ parameters, design }) => {
    if (design === 'needs-two' && parameters.servers < 2) notBuildable('one server has no peers');
    return { actors: { it: actor(machine, { stimuli: ['go'] }) } };
  },
});
const fine = { fine: holds };
const suite = defineSuite({
  system,
  properties: { fine: invariant(system, { description: 'Fine.', observes: ['it'], holds: () => true }) },
  expect: { default: { 'as-deployed': fine, doubled: fine, 'needs-two': fine, broken: fine } },
});

/** Verdict, reason and parameters by design. */
async function verdicts(options: Parameters<typeof checkSuite>[1]) {
  const { designs } = await checkSuite(suite, options);
  return Object.fromEntries(designs.map(({ design, checks: [check] }) => [design, check!]));
}

test('a design that says it cannot be built is inconclusive and stops no other', async () => {
  const found = await verdicts({});
  expect(found['needs-two']).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringMatching(/cannot be built at these values: one server has no peers/) as string,
    search: null,
    asExpected: false,
  });
  expect(found['as-deployed']).toMatchObject({ verdict: 'holds', asExpected: true });
});

test('under set, a design that takes itself out of range is inconclusive, one whose code fails an error', async () => {
  const found = await verdicts({ set: { servers: 4 } });
  expect(found['as-deployed']).toMatchObject({
    verdict: 'holds',
    parameters: { servers: 4 },
    expected: null,
  });
  expect(found['doubled']).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringMatching(/design doubled, parameter servers: expected 1\.\.4, got 8/) as string,
    parameters: { servers: 4 },
  });
  expect(found['broken']).toMatchObject({
    verdict: 'error',
    reason: 'system "fleet", design "broken": four is too many',
  });
});

test('after an interrupt, designs not begun are inconclusive', async () => {
  const found = await verdicts({ signal: AbortSignal.abort() });
  expect(Object.values(found).map(({ verdict, reason }) => ({ verdict, reason }))).toEqual(
    Array(4).fill({
      verdict: 'inconclusive',
      reason: 'interrupted before the search of this design began',
    }),
  );
});

test.each([
  [{ set: { server: 2 } }, 'fleet has no parameter "server"'],
  [{ set: { servers: 9 } }, 'servers: expected 1..4, got 9'],
  [{ designs: ['deployed'] }, 'fleet has no design "deployed"'],
  [{ scope: 'large' }, 'fleet has no scope "large"'],
  [{ properties: ['find'] }, 'suite fleet has no property "find"'],
])('%j is a mistake of the caller', async (options, says) => {
  const checked = checkSuite(suite, options);
  await expect(checked).rejects.toThrow(UsageError);
  await expect(checked).rejects.toThrow(says);
});

test('logic that is not modelled, and a build that waits, fail their design and no other', async () => {
  const promises = defineSystem({
    name: 'promises',
    description: 'Promises.',
    parameters: {},
    scopes: { default: {} },
    designs: {
      'as-deployed': { description: 'As it is.' },
      calls: { description: 'With a promise for an actor.' },
      waits: { description: 'Built by a promise.' },
    },
    build: ({ design }) => {
      const logic = design === 'calls' ? fromPromise(() => Promise.resolve(1)) : machine;
      const built = { actors: { it: actor(logic as typeof machine, { stimuli: ['go'] }) } };
      return design === 'waits' ? (Promise.resolve(built) as never) : built;
    },
  });
  const report = await checkSuite({
    ...suite,
    system: promises,
    properties: {
      fine: invariant(promises, { description: 'Fine.', observes: ['it'], holds: () => true }),
    },
    expect: { default: { 'as-deployed': fine, calls: fine, waits: fine } },
  });
  const [sound, calls, waits] = report.designs;
  expect(sound!.checks[0]!.verdict).toBe('holds');
  expect(calls).toMatchObject({ notBuilt: { byDesign: false }, checks: [{ verdict: 'error' }] });
  expect(calls!.notBuilt!.message).toMatch(
    /design "calls", actor it: promise, callback and observable logic/,
  );
  expect(waits!.notBuilt!.message).toMatch(/design "waits": build returned a promise/);
  expect(exitCode(judge(report).reasons)).toBe(150);
});

test.each([
  [{ larger: {} }, 'scope that does not exist: "larger"'],
  [{ default: { deployed: {} } }, 'design that does not exist: "deployed"'],
  [{ default: { 'as-deployed': { find: violated(1) } } }, 'property that does not exist: "find"'],
])('expectations of nothing, %j, are a mistake of the suite', async (expectations, says) => {
  const malformed: Suite = { ...suite, expect: expectations };
  await expect(checkSuite(malformed)).rejects.toThrow(BuildError);
  await expect(checkSuite(malformed)).rejects.toThrow(says);
});

test.each([
  [{ waive: [{ never: 'x', designs: ['deployed'], reason: 'y' }] }, 'design that does not exist: "deployed"'],
  [
    { waive: [{ never: 'x', designs: 'all', scopes: ['large'], reason: 'y' }] },
    'waives "x" at a scope that does not exist: "large". There is: default.',
  ],
  [
    { headlines: [{ design: 'doubled', property: 'fin' }] },
    'property that does not exist: "fin". Did you mean',
  ],
] as const)('waivers and headlines of nothing, %j, are a mistake of the suite', async (part, says) => {
  const malformed: Suite = { ...suite, ...part };
  await expect(checkSuite(malformed)).rejects.toThrow(BuildError);
  await expect(checkSuite(malformed)).rejects.toThrow(says);
});
