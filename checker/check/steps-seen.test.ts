import { createMachine, sendTo } from 'xstate';
import { describe, expect, test } from 'vitest';
import { actor } from '../system/actor.ts';
import { defineSystem } from '../system/define-system.ts';
import { deadlockFree } from '../property/property.ts';
import { defineSuite, holds } from '../property/suite.ts';
import { leadsTo } from '../property/temporal-properties.ts';
import { check, smallSystem } from '../testing/charts.ts';
import { checkSuite } from './check-suite.ts';
import { judge } from './gate.ts';

const clerk = {
  chart: {
    initial: 'busy',
    states: {
      busy: {
        on: {
          post: { target: 'idle', actions: sendTo(({ system }) => system.get('office'), { type: 'letter' }) },
        },
      },
      idle: {},
    },
  },
  stimuli: ['post'],
};
const office = {
  logic: createMachine({
    id: 'office',
    initial: 'waits',
    states: { waits: { on: { letter: 'has' } }, has: {} },
  }),
};

async function neverOf(rest: object): Promise<readonly string[]> {
  const { coverage } = await check(smallSystem({ clerk, office }, rest));
  return coverage!.never;
}

test.each([
  ['a sync call', { lose: { budget: 1 } }, 'sync', ['lose never strikes']],
  ['no channel', { lose: { channels: [], budget: 1 } }, 'fifo', ['lose never strikes']],
  [
    'a pair that sends nothing',
    { duplicate: { channels: ['office', 'office -> clerk'], budget: 1 } },
    'fifo',
    ['duplicate never strikes office -> clerk'],
  ],
  ['no actor', { crash: { actors: [], budget: 1 } }, 'fifo', ['crash never strikes']],
  [
    'an actor that never crashes',
    { crash: { actors: ['office'], budget: 1 }, restart: { actors: ['office', 'clerk'], budget: 1 } },
    'fifo',
    ['restart never strikes clerk'],
  ],
  ['nothing in this design', { lose: undefined }, 'fifo', []],
  ['what may be struck', { lose: { budget: 1 }, crash: { actors: ['clerk'], budget: 1 } }, 'fifo', []],
])('a fault that could strike only %s is told of', async (_, faults, delivery, never) => {
  expect(await neverOf({ faults, delivery })).toEqual(never);
});

test('a duplicate for which a full channel has no room is told of', async () => {
  const faults = { duplicate: { budget: 1 } };
  const delivery = (capacity: number) => ({ default: { order: 'fifo', capacity, whenFull: 'drop' } });
  expect(await neverOf({ faults, delivery: delivery(1) })).toEqual(['duplicate never strikes']);
  expect(await neverOf({ faults, delivery: delivery(2) })).toEqual([]);
});

test('a key that is to survive and no context has is told of', async () => {
  const logic = createMachine({ id: 'box', context: { log: 1 }, on: { go: {} } });
  const neverKeeps = async (...survives: string[]) => {
    const system = defineSystem({
      name: 'box',
      description: '',
      parameters: {},
      scopes: { default: {} },
      designs: { only: { description: '' } },
      build: () => ({
        actors: { box: actor(logic, { stimuli: ['go'], survives } as never) },
        faults: { crash: { actors: ['box'], budget: 1 } },
      }),
    });
    return (await check(system)).coverage!.never;
  };
  expect(await neverKeeps('log')).toEqual([]);
  expect(await neverKeeps('log', 'lgo')).toEqual(['box never has "lgo" in its context, which is to survive']);
});

describe('what is declared for breaking, and nothing of it breaks in any design', () => {
  const chart = createMachine({ id: 'box', context: { log: 1 }, on: { go: {} } });
  const crashing = (...actors: string[]) => ({ crash: { actors, budget: 1 } });

  /** What fails the gate, given the box's options, and by design what breaks; undefined where nothing is declared. */
  const failing = async (options: object, faults: Record<string, object | undefined>, some = {}) => {
    const box = (more: object) => actor(chart, { stimuli: ['go'], ...more });
    const system = defineSystem({
      name: 'boxes',
      description: '',
      parameters: {},
      scopes: { default: {} },
      designs: Object.fromEntries(Object.keys(faults).map((name) => [name, { description: '' }])),
      build: ({ design }) => ({
        actors: { box: box(options), other: box({}) },
        ...(faults[design] !== undefined && { faults: faults[design] }),
      }),
    });
    const moves = deadlockFree(system, { legalEnd: () => true });
    const expected = Object.fromEntries(Object.keys(faults).map((name) => [name, { moves: holds }]));
    const suite = defineSuite({ system, properties: { moves }, expect: { default: expected } } as never);
    return judge(await checkSuite(suite, some)).reasons.map(({ where, what }) => `${where}: ${what}`);
  };
  const told = (what: string) => `boxes / all designs / coverage: ${what}`;
  const survives = told('box never crashes, and its `survives` says nothing');
  const mail = told('box never crashes, and its `mail` says nothing');
  const none = told('`faults` is declared, and names none');

  test.each<[string, object, Record<string, object | undefined>, string[]]>([
    ['survives', { survives: ['log'] }, { only: undefined }, [survives]],
    [
      'where another crashes',
      { survives: 'context', mail: 'kept' },
      { only: crashing('other') },
      [survives, mail],
    ],
    ['in two designs', { survives: ['log'] }, { calm: undefined, stormy: crashing('other') }, [survives]],
    ['no faults', {}, { one: {}, two: {} }, [none]],
  ])('%s fails the gate', async (_, options, faults, expected) => {
    expect(await failing(options, faults)).toEqual(expected);
  });

  test.each<[string, object, Record<string, object | undefined>]>([
    ['is used', { survives: ['log'], mail: 'lost' }, { only: crashing('box') }],
    ['is used in another', { survives: ['log'], mail: 'lost' }, { calm: undefined, stormy: crashing('box') }],
    ['says nothing', { survives: 'nothing', mail: 'absorbed' }, { only: undefined }],
    ['is empty beside a full one', {}, { calm: {}, stormy: crashing('box') }],
  ])('what %s does not', async (_, options, faults) => {
    expect(await failing(options, faults)).toEqual([]);
  });

  test('one design alone cannot tell, nor can one property', async () => {
    const faults = { calm: {}, stormy: crashing('other') };
    expect(await failing({ mail: 'kept' }, faults, { designs: ['calm'] })).toEqual([]);
    expect(await failing({ mail: 'kept' }, faults, { properties: ['moves'] })).toEqual([]);
  });
});

test('a set of steps that picks none is told of: it would change nothing of what is assumed', async () => {
  const system = smallSystem({ clerk, office }, { delivery: 'fifo' as never });
  const posted = (none: object) =>
    leadsTo(system, {
      description: '',
      observes: ['office'],
      when: () => true,
      eventually: ({ office: { value } }: { office: { value: unknown } }) => value === 'has',
      fairness: { none },
    } as never);
  const { coverage } = await check(system, {
    right: posted({ posting: { actor: 'clerk', event: 'post' } }),
    wrong: posted({ posting: { actor: 'clerk', event: 'send' } }),
  });
  expect(coverage!.listed).toEqual(['property wrong: the set of steps "posting" picks no step']);
});
