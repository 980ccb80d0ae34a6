import { setup } from 'xstate';
import { describe, expect, test } from 'vitest';
import {
  actor,
  deadlockFree,
  defineSuite,
  defineSystem,
  holds,
  invariant,
  reachable,
  stepProperty,
  violated,
} from '../index.ts';
import { BuildError } from '../system/errors.ts';

const machine = setup({}).createMachine({ id: 'm', on: { go: {} } });
const system = defineSystem({
  name: 'fleet',
  description: 'A fleet.',
  parameters: {},
  scopes: { default: {} },
  designs: { only: { description: 'As it is.' } },
  build: () => ({ actors: { it: actor(machine) } }),
});
const KINDS = { invariant, stepProperty, reachable, deadlockFree } as unknown as Record<
  string,
  (of: unknown, options: unknown) => unknown
>;
const COMMON = { description: 'x', observes: ['it'] };
const yes = () => true;

describe('a property that is declared wrongly is refused where it is', () => {
  test.each([
    [
      'reachable',
      { ...COMMON, holds: yes },
      'reachable: unknown key "holds". Did you mean "where"? It takes: ref, description, observes, where, because.',
    ],
    ['invariant', { ...COMMON, where: yes }, 'invariant: unknown key "where". Did you mean "holds"?'],
    ['invariant', { ...COMMON, holds: yes, wen: yes }, 'unknown key "wen". Did you mean "when"?'],
    ['invariant', COMMON, 'invariant: holds: expected a value, found nothing.'],
    ['invariant', { ...COMMON, holds: true }, 'invariant: holds: expected a function, found true.'],
    ['invariant', { ...COMMON, holds: yes, when: 'x' }, 'when: expected a function, found "x".'],
    ['stepProperty', { ...COMMON, holds: yes, when: yes }, 'stepProperty: unknown key "when".'],
    ['stepProperty', { ...COMMON, on: yes }, 'stepProperty: holds: expected a value'],
    ['deadlockFree', { legalEnds: yes }, 'unknown key "legalEnds". Did you mean "legalEnd"?'],
    ['deadlockFree', { legalEnd: true }, 'deadlockFree: legalEnd: expected a function, found true.'],
    ['reachable', { description: 'x', observes: 'it', where: yes }, 'observes: expected a list, found "it".'],
    ['reachable', { observes: ['it'], where: yes }, 'description: expected a value, found nothing.'],
    ['reachable', undefined, 'reachable: expected an object, found nothing.'],
  ])('%s %j', (kind, options, says) => {
    expect(() => KINDS[kind]!(system, options)).toThrow(BuildError);
    expect(() => KINDS[kind]!(system, options)).toThrow(says);
  });

  test('without a system', () => {
    expect(() => KINDS['invariant']!({ ...COMMON, holds: yes }, undefined)).toThrow(
      'invariant: its first argument must be a system',
    );
  });
});

describe('a suite that is declared wrongly, or checks nothing, is refused', () => {
  const waiver = { never: 'it never moves', designs: 'all', reason: 'it stands' };
  const sound = {
    system,
    properties: { fine: invariant(system, { description: 'x', observes: ['it'], holds: yes }) },
    expect: { default: { only: { fine: holds } } },
    waive: [waiver],
  };

  test('a sound one is not', () => {
    expect(defineSuite(sound as never).name).toBe('fleet');
  });

  test.each([
    [{ waivers: [] }, 'suite fleet: unknown key "waivers". Did you mean "waive"?'],
    [{ properties: {} }, 'suite fleet: it has no properties, so nothing would be checked.'],
    [{ properties: { fine: yes } }, 'properties.fine: expected a property, made by `invariant`'],
    [{ expect: {} }, 'suite fleet: it expects no verdict of anything, so nothing could fail.'],
    [{ expect: { default: { only: {} } } }, 'it expects no verdict of anything'],
    [
      { expect: { default: { only: { fine: violated } } } },
      'expect.default.only.fine: expected a verdict such as `holds` or `violated(8)`, found a function.',
    ],
    [
      { expect: { default: { only: { fine: { verdict: 'passes', steps: null } } } } },
      'fine.verdict: expected a verdict, found "passes".',
    ],
    [{ expect: { default: { only: { fine: violated(Number.NaN) } } } }, 'fine.steps: expected a number'],
    [{ waive: [{ ...waiver, reason: ' ' }] }, 'waive[0].reason: expected some words, found " ".'],
    [{ waive: [{ ...waiver, reason: undefined }] }, 'waive[0].reason: expected a string, found nothing.'],
    [{ waive: [{ ...waiver, because: 'x' }] }, 'waive[0]: unknown key "because".'],
    [{ waive: [{ ...waiver, designs: [] }] }, 'waive[0].designs: expected at least one design'],
    [{ headlines: [{ design: 'only' }] }, 'headlines[0].property: expected a value, found nothing.'],
  ])('%j', (part, says) => {
    const defined = () => defineSuite({ ...sound, ...part } as never);
    expect(defined).toThrow(BuildError);
    expect(defined).toThrow(says);
  });
});
