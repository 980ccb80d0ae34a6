import { describe, expect, test } from 'vitest';
import type { Fairness } from '../property/fairness.ts';
import { eventually, leadsTo } from '../property/temporal-properties.ts';
import type { StepChoice } from '../step/found.ts';
import { instantiate } from '../system/instance.ts';
import { smallSystem } from '../testing/charts.ts';
import { NotForEver, awaitedSince, goesOn } from './forever.ts';
import { replay } from './replay.ts';

/** Goes to and fro; from either place it may leave, but only from the first may it rest. */
const chart = {
  initial: 'here',
  states: {
    here: { on: { go: 'there', leave: 'gone', rest: 'gone' } },
    there: { on: { go: 'here', leave: 'gone' } },
    gone: {},
  },
};
const system = smallSystem({ it: { chart, stimuli: ['go', 'leave', 'rest'] } });
const instance = instantiate(system, { design: 'only' });

function choice(kind: 'start' | 'stimulus', type?: string): StepChoice {
  const event = type === undefined ? null : { type };
  return { kind, actor: kind === 'start' ? '' : 'it', from: null, event, choices: [] };
}

/** How a run by the given events goes on. */
function going(events: readonly string[], loopsTo: number | null, fairness: Fairness = {}) {
  const never = { description: '', observes: ['it'], holds: () => false, fairness };
  const run = replay(instance, [choice('start'), ...events.map((type) => choice('stimulus', type))]);
  return goesOn(instance, eventually(system, never as never), run, loopsTo);
}

const set = (event: string) => ({ [event]: { event } });

describe('a run does not go on for ever as it is said to', () => {
  test.each<[string, readonly string[], number | null, Fairness, string]>([
    ['where its cycle does not close', ['go'], 0, {}, 'replayed, its cycle does not close.'],
    [
      'where its cycle has no step',
      ['go', 'go'],
      2,
      {},
      'its cycle starts after step 2, and it has 2 steps.',
    ],
    ['where its cycle is not weakly fair', ['go', 'go'], 0, {}, 'is not fair to'],
    [
      'where its cycle is not strongly fair',
      ['go', 'go'],
      0,
      { strong: set('rest'), none: set('leave') },
      'is not fair to rest',
    ],
    ['where it ends and a fair step is enabled', ['go'], null, {}, 'it is said to: '],
  ])('%s', (_, events, loopsTo, fairness, says) => {
    expect(() => going(events, loopsTo, fairness)).toThrow(NotForEver);
    expect(() => going(events, loopsTo, fairness)).toThrow(says);
  });
});

describe('a run goes on for ever', () => {
  test('round a cycle in which each fair step is taken, or is not possible somewhere', () => {
    const weak = going(['go', 'go'], 0, { weak: set('rest'), none: set('leave') });
    expect(weak).toMatchObject({ kind: 'cycle', from: 0 });
    const { fairness } = weak as { fairness: readonly object[] };
    expect(fairness).toContainEqual({ name: 'rest', strength: 'weak', taken: [], disabledAfter: 1 });
    expect(fairness).toContainEqual(expect.objectContaining({ strength: 'weak', taken: [1, 2] }));
  });

  test('by an end where no fair step is enabled, and says what need not happen', () => {
    const end = going(['go'], null, { none: { all: { actor: 'it' } } });
    expect(end).toMatchObject({
      kind: 'end',
      unfair: [{ event: { type: 'go' } }, { event: { type: 'leave' } }],
    });
    expect(going(['leave'], null)).toEqual({ kind: 'end', unfair: [] });
  });
});

describe('what never comes is awaited since the first step after which it is awaited and does not come', () => {
  test.each<[events: readonly string[], loopsTo: number | null, since: number | null]>([
    [['go', 'go'], null, null],
    [['go', 'go', 'go'], null, 3],
    [['go', 'go', 'go', 'go'], 2, null],
    [['go', 'go', 'go'], 1, null],
    [['go', 'leave'], null, 1],
    [['leave'], null, null],
  ])('%o, from state %o on again: %o', (events, loopsTo, since) => {
    const property = leadsTo(system, {
      description: '',
      observes: ['it'],
      when: ({ it }: View) => it.matches('there'),
      eventually: ({ it }: View) => it.matches('here'),
    });
    const run = replay(instance, [choice('start'), ...events.map((type) => choice('stimulus', type))]);
    expect(awaitedSince(instance, property as never, run, loopsTo)).toBe(since);
  });
});

type View = { it: { matches: (state: string) => boolean } };
