import { createMachine } from 'xstate';
import { describe, expect, test } from 'vitest';
import { BuildError } from '../system/errors.ts';
import { check, smallSystem } from '../testing/charts.ts';
import type { Property } from './property.ts';
import * as temporal from './temporal-properties.ts';
import { within } from './within.ts';

const system = smallSystem({
  it: { logic: createMachine({ initial: 'a', states: { a: { on: { go: 'b' } }, b: {} } }), stimuli: ['go'] },
});
const KINDS = { ...temporal, within } as unknown as Record<
  string,
  (of: unknown, options: unknown) => Property
>;
const COMMON = { description: 'x', observes: ['it'] };
const yes = () => true;

describe('a temporal property that is declared wrongly is refused where it is', () => {
  test.each([
    ['leadsTo', { ...COMMON, when: yes, evantually: yes }, 'Did you mean "eventually"?'],
    ['eventually', { ...COMMON, hold: yes }, 'Did you mean "holds"?'],
    ['eventually', COMMON, 'eventually: holds: expected a value, found nothing.'],
    ['alwaysPossible', { ...COMMON, holds: yes, usin: {} }, 'Did you mean "using"?'],
    ['until', { ...COMMON, holds: yes, until: true }, 'until: until: expected a function, found true.'],
    ['within', { ...COMMON, ticks: -1, when: yes, eventually: yes }, 'within: ticks:'],
    ['within', { ...COMMON, ticks: 1.5, when: yes, eventually: yes }, 'within: ticks:'],
    ['eventually', { ...COMMON, holds: yes, fairness: { week: {} } }, 'Did you mean "weak"?'],
    [
      'eventually',
      { ...COMMON, holds: yes, fairness: { weak: { a: { actr: 'it' } } } },
      'fairness.weak.a: unknown key "actr". Did you mean "actor"? It takes: kind, actor, from, event.',
    ],
    [
      'eventually',
      { ...COMMON, holds: yes, fairness: { weak: { a: { kind: 'restarts' } } } },
      'fairness.weak.a.kind: kind "restarts" is no kind of step. Did you mean "restart"? It takes: stimulus, ',
    ],
    [
      'eventually',
      { ...COMMON, holds: yes, fairness: { weak: { kind: 'restart' } } },
      'fairness.weak: a set of steps has a name: { "the name": { kind: "restart" } }.',
    ],
    [
      'eventually',
      { ...COMMON, holds: yes, fairness: { weak: { a: 'restart' } } },
      'fairness.weak.a: expected a set of steps: kind, actor, from and event, or a function of a step, found "restart".',
    ],
    [
      'alwaysPossible',
      { ...COMMON, holds: yes, using: { kind: 'restarts' } },
      'using.kind: kind "restarts" is no kind of step. Did you mean "restart"?',
    ],
    [
      'alwaysPossible',
      { ...COMMON, holds: yes, using: { actor: undefined } },
      'using.actor: expected a string, or the key left out, found nothing.',
    ],
  ])('%s %j', (kind, options, says) => {
    expect(() => KINDS[kind]!(system, options)).toThrow(BuildError);
    expect(() => KINDS[kind]!(system, options)).toThrow(says);
  });

  test.each([
    ['eventually', { ...COMMON, holds: yes, fairness: { strong: { mine: { actor: 'It' } } } }, 'mine'],
    ['eventually', { ...COMMON, holds: yes, fairness: { none: { mine: { from: 'It' } } } }, 'mine'],
    ['alwaysPossible', { ...COMMON, holds: yes, using: { actor: 'It' } }, 'using'],
  ])('%s %j: a misspelt actor is an error', async (kind, options, set) => {
    const checked = check(system, { wrong: KINDS[kind]!(system, options) });
    await expect(checked).rejects.toThrow(BuildError);
    await expect(checked).rejects.toThrow(
      `property "wrong": the set of steps "${set}" names an actor that is not there: "It". Did you mean "it"?`,
    );
  });
});
