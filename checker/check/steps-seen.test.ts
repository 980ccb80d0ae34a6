import { createMachine, sendTo } from 'xstate';
import { expect, test } from 'vitest';
import { actor } from '../system/actor.ts';
import { defineSystem } from '../system/define-system.ts';
import { leadsTo } from '../property/temporal-properties.ts';
import { check, smallSystem } from '../testing/charts.ts';

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
  ['nothing, as there is none', {}, 'fifo', ['`faults` is declared, and names none']],
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

test('what is said of a crash is told of where none can come', async () => {
  const chart = createMachine({ id: 'box', context: { log: 1 }, on: { go: {} } });
  const neverOfBox = async (options: object, crash: readonly string[]) => {
    const box = (more: object) => actor(chart, { stimuli: ['go'], ...more });
    const system = defineSystem({
      name: 'boxes',
      description: '',
      parameters: {},
      scopes: { default: {} },
      designs: { only: { description: '' } },
      build: () => ({
        actors: { box: box(options), other: box({}) },
        ...(crash.length > 0 && { faults: { crash: { actors: crash as ['box'], budget: 1 } } }),
      }),
    });
    return (await check(system)).coverage!.never;
  };
  const survives = 'box never crashes, and its `survives` says nothing';
  const mail = 'box never crashes, and its `mail` says nothing';
  expect(await neverOfBox({ survives: ['log'] }, [])).toEqual([survives]);
  expect(await neverOfBox({ survives: 'context', mail: 'kept' }, ['other'])).toEqual([survives, mail]);
  expect(await neverOfBox({ survives: ['log'], mail: 'lost' }, ['box'])).toEqual([]);
  expect(await neverOfBox({ survives: 'nothing', mail: 'absorbed' }, [])).toEqual([]);
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
