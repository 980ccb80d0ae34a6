import {
  assign,
  createMachine,
  enqueueActions,
  fromPromise,
  raise,
  sendParent,
  sendTo,
  spawnChild,
} from 'xstate';
import { describe, expect, it, test } from 'vitest';
import { check, messageOf, smallSystem } from '../testing/charts.ts';

const going = (actions: unknown) =>
  messageOf(smallSystem({ it: { chart: { context: {}, on: { go: { actions } } }, stimuli: ['go'] } }));
const PLACE = 'actor it, machine "it-chart", state (root), event go';
const missing = { delay: 'missing' } as never;
const bell = { type: 'bell' } as never;
const kid = createMachine({}) as never;

describe('what is not modelled yet is refused by name', () => {
  it.each([
    ['a raise with a delay that is not defined', raise(bell, missing), 'delay "missing"'],
    [
      'a sendTo with a delay that is not defined',
      sendTo(({ self }) => self as never, bell, missing),
      'delay "missing"',
    ],
    [
      'such a raise among enqueued actions',
      enqueueActions(({ enqueue }) => enqueue.raise(bell, missing)),
      'delay "missing"',
    ],
    ['spawnChild', spawnChild(kid, { id: 'kid' }), 'an invoked or spawned actor'],
    [
      'an enqueued spawnChild',
      enqueueActions(({ enqueue }) => enqueue.spawnChild(kid)),
      'an invoked or spawned actor',
    ],
    [
      'spawn within assign',
      assign({ kid: ({ spawn }: { spawn: (logic: unknown) => unknown }) => spawn(kid) }),
      'an invoked or spawned actor',
    ],
    ['sendParent', sendParent(bell), 'an actor of a system has no parent'],
  ])('%s', async (_, actions, what) => {
    const said = await going(actions);
    expect(said).toContain(PLACE);
    expect(said).toContain(what);
  });

  it.each([
    ['a statechart', kid],
    ['a promise', fromPromise(() => Promise.resolve(1))],
  ])('%s that is invoked', async (_, src) => {
    const system = smallSystem({ it: { chart: { invoke: { src } } } });
    expect(await messageOf(system)).toContain('an invoked or spawned actor');
  });
});

test.each([
  ['crypto.getRandomValues()', () => crypto.getRandomValues(new Uint8Array(1))[0]],
  ['process.hrtime()', () => process.hrtime()[0]],
])('%s is named', async (name, read) => {
  expect(await going(assign({ n: read }))).toContain(`user code called ${name}`);
});

test('an actor that an eventless transition moves has moved, though nothing took the event itself', async () => {
  const always = {
    guard: ({ event }: { event: { type: string } }) => event.type === 'zap',
    target: 'hit',
  };
  const chart = { initial: 'idle', states: { idle: { always }, hit: {} } };
  const { coverage } = await check(smallSystem({ it: { chart, stimuli: ['zap'] } }));
  expect(coverage!.never).toEqual([]);
});
