import { createMachine, sendTo } from 'xstate';
import { expect, test } from 'vitest';
import { actor, defineSystem } from '../index.ts';
import { check } from '../testing/charts.ts';
import { lossLines } from './loss-words.ts';
import { lossWords } from './step-words.ts';

const event = { type: 'm' };

test.each([
  [{ from: 'a', to: 'b', event }, 'full channel'],
  [{ from: 'a', to: 'b', event, crashed: true }, 'b has crashed'],
  [{ from: 'a', to: 'b/job', event, crashed: true }, 'b/job is not there'],
] as const)('%j', (lost, says) => {
  expect(lossWords(lost)).toBe(says);
});

const box = createMachine({ on: { m: {} } });
const poster = createMachine({
  on: {
    full: { actions: sendTo(({ system }) => system.get('small'), event) },
    crashed: { actions: sendTo(({ system }) => system.get('frail'), event) },
    both: { actions: sendTo(({ system }) => system.get('both'), event) },
    kept: { actions: sendTo(({ system }) => system.get('safe'), event) },
  },
});

test('each loss is counted under what may have been its reason', async () => {
  const small = { order: 'fifo', capacity: 1, whenFull: 'drop' } as const;
  const system = defineSystem({
    name: 'losses',
    description: '',
    parameters: {},
    scopes: { default: {} },
    designs: { only: { description: '' } },
    build: () => ({
      actors: {
        poster: actor(poster, { stimuli: ['full', 'crashed', 'both', 'kept'] }),
        small: actor(box),
        frail: actor(box, { mail: 'lost' }),
        both: actor(box, { mail: 'lost' }),
        safe: actor(box, { mail: 'lost' }),
      },
      delivery: { small, both: small, safe: small, frail: { order: 'fifo', capacity: 1, whenFull: 'block' } },
      faults: { crash: { actors: ['frail', 'both'], budget: 2 } },
    }),
  });
  const { coverage } = await check(system);
  expect(lossLines(coverage!.dropped)).toEqual([
    { title: 'lost to a full channel', messages: ['poster -> small: m', 'poster -> safe: m'] },
    { title: 'lost, as the receiver has crashed', messages: ['poster -> frail: m'] },
    { title: 'lost to a full channel, or as the receiver has crashed', messages: ['poster -> both: m'] },
  ]);
});
