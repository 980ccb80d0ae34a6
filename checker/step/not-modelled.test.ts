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

describe('what the checker cannot follow is refused by name', () => {
  it.each([
    ['a raise with a delay that is not defined', raise(bell, missing), 'there is no delay "missing"'],
    [
      'a sendTo with a delay that is not defined',
      sendTo(({ self }) => self as never, bell, missing),
      'there is no delay "missing"',
    ],
    [
      'such a raise among enqueued actions',
      enqueueActions(({ enqueue }) => enqueue.raise(bell, missing)),
      'there is no delay "missing"',
    ],
    ['a delay where time is not declared', raise(bell, { delay: 5 }), 'does not say how time passes'],
    ['spawnChild', spawnChild(kid, { id: 'kid' }), 'spawns a child "kid" for which no place is declared'],
    [
      'an enqueued spawnChild',
      enqueueActions(({ enqueue }) => enqueue.spawnChild(kid)),
      'spawns a child without an id, whose logic is that of no declared place',
    ],
    [
      'spawn within assign',
      assign({ kid: ({ spawn }: { spawn: (logic: unknown) => unknown }) => spawn(kid) }),
      'spawns a child without an id, whose logic is that of no declared place',
    ],
    ['sendParent', sendParent(bell), 'an actor of a system has no parent'],
  ])('%s', async (_, actions, what) => {
    const said = await going(actions);
    expect(said).toContain(PLACE);
    expect(said).toContain(what);
  });

  it('a promise that is invoked without outcomes', async () => {
    const src = fromPromise(() => Promise.resolve(1));
    const said = await messageOf(smallSystem({ it: { chart: { invoke: { src } } } }));
    expect(said).toContain('is a promise, callback or observable, which the checker does not run');
    expect(said).toContain('outcomes');
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
