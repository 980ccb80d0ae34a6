import { createMachine, raise, sendTo } from 'xstate';
import { expect, test } from 'vitest';
import { monitor } from '../property/monitor.ts';
import { defineSuite, holds } from '../property/suite.ts';
import type { Property } from '../property/property.ts';
import { deadlockFree } from '../property/property.ts';
import { eventually } from '../property/temporal-properties.ts';
import { actor, replicas } from '../system/actor.ts';
import type { AnySystem } from '../system/define-system.ts';
import { defineSystem } from '../system/define-system.ts';
import { checkSuite } from './check-suite.ts';
import { exitCode, judge } from './gate.ts';

const chart = (more: object = {}) =>
  createMachine({ id: 'c', initial: 'a', states: { a: { on: { start: 'b' } }, b: {} }, ...more } as never);

/** The second design and the larger scope have an actor more each. */
const systemOf = (more: object = {}) =>
  defineSystem({
    name: 'small',
    description: '',
    parameters: { size: { kind: 'integer', min: 1, max: 2, description: '' } },
    scopes: { default: { size: 1 }, large: { size: 2 } },
    designs: { one: { description: '' }, two: { description: '' } },
    build: ({ design, parameters }) => ({
      actors: {
        node: replicas(1, chart(more), { stimuli: ['start'] }),
        ...(design === 'two' && { extra: actor(chart()) }),
        ...(parameters.size === 2 && { late: actor(chart()) }),
      },
    }),
  });

const watch = (on: object, more: object = {}) => ({
  machine: createMachine({
    initial: 'x',
    states: { x: { on }, y: { tags: 'violation' } },
    on: { 'node.start': '.y' },
    ...more,
  } as never),
});

/** Checks one other property of one design: what another speaks of is looked at all the same. */
async function load(property: Property<'small'>, system = systemOf()): Promise<string> {
  const properties = { fine: deadlockFree(system, { legalEnd: () => true }), property };
  const ofAll = { fine: holds, property: holds };
  const suite = defineSuite({ system, properties, expect: { default: { one: ofAll, two: ofAll } } });
  const some = { designs: ['one'], properties: ['fine'] };
  return checkSuite(suite, some).then(
    () => '',
    (thrown: Error) => thrown.message,
  );
}

const watching = (on: object, more: object = {}, system = systemOf()) =>
  load(monitor(system, { description: '', ...watch(on, more) } as never), system);
const assuming = (pattern: object, system = systemOf()) =>
  load(
    eventually(system, {
      description: '',
      observes: ['node'],
      holds: () => true,
      fairness: { weak: { named: pattern } },
    } as never),
    system,
  );

test.each([
  [{ 'ndoe.start': 'y' }, 'the monitor names an event of no actor: "ndoe.start". Did you mean "node"?'],
  [{ 'Node.start': 'y' }, 'an event of no actor: "Node.start"'],
])('a monitor that hears %j is refused, even if it is not asked for', async (on, words) => {
  expect(await watching(on)).toContain('suite small: property "property": ');
  expect(await watching(on)).toContain(words);
});

test('a monitor may hear what is there in another design, scope or system, what nobody handles, and what it raises', async () => {
  const anything = {
    'extra.start': 'y',
    'late.start': 'y',
    'node.*': 'y',
    '*': 'y',
    tick: 'y',
    'node.other': 'y',
    'node.strat': 'y',
    'node.xstate.done.actor.w2': 'y',
    'nodes.start': 'y',
    'node-1.start': 'y',
    'desk.start': 'y',
  };
  expect(await watching(anything)).toBe('');
  expect(await watching({ 'ndoe.start': 'y' }, { entry: raise({ type: 'back' }) })).toBe('');
});

test('a set of steps with a misspelt actor is refused, even if it is not asked for', async () => {
  expect(await assuming({ actor: 'noed' })).toContain(
    'the set of steps "named" names an actor that is not there: "noed". Did you mean "node"?',
  );
});

test('a set of steps may name what is there in another design, scope or system, and what nobody handles', async () => {
  for (const pattern of [
    { actor: 'extra' },
    { from: 'late' },
    { actor: 'node-7' },
    { actor: 'later' },
    { event: 'tick' },
    { event: 'strat' },
  ])
    expect(await assuming(pattern)).toBe('');
});

test('a design that cannot be built keeps no other from being looked at', async () => {
  const system = defineSystem({
    name: 'small',
    description: '',
    parameters: {},
    scopes: { default: {} },
    designs: { one: { description: '' }, two: { description: '' } },
    build: ({ design }) => {
      if (design === 'two') throw new Error('no');
      return { actors: { node: actor(chart(), { stimuli: ['start'] }) } };
    },
  });
  expect(await assuming({ actor: 'noed' }, system as never)).toContain('Did you mean "node"?');
  expect(await assuming({ actor: 'node' }, system as never)).toBe('');
});

/** What fails the gate, where everything is checked. */
async function failing(property: (system: AnySystem) => Property, to: object = {}, more = {}) {
  const receiver = createMachine({ id: 'r', initial: 'a', states: { a: { on: to } } } as never);
  const sender = createMachine({
    initial: 'a',
    states: {
      a: { on: { GO: { target: 'b', actions: sendTo(({ system }) => system.get('r'), { type: 'RESET' }) } } },
      b: {
        on: { ON: { target: 'c', actions: sendTo(({ system }) => system.get('r'), { type: 'PRESET' }) } },
      },
      c: {},
    },
  });
  const system = defineSystem({
    name: 'near',
    description: '',
    parameters: {},
    scopes: { default: {} },
    designs: { only: { description: '' } },
    build: () => ({
      actors: { s: actor(sender, { stimuli: ['GO', 'ON'] }), r: actor(receiver) },
      delivery: 'fifo',
    }),
  });
  const suite = defineSuite({
    system,
    properties: { property: property(system) as never },
    expect: { default: { only: { property: holds } } },
    ...more,
  });
  const { reasons } = judge(await checkSuite(suite));
  return reasons.map(({ what }) => what);
}

const hears = (type: string) => (system: AnySystem) => {
  const states = {
    x: { on: { [type]: 'y', 's.GO': 'x' } },
    y: { on: { [type]: 'z' } },
    z: { tags: 'violation' },
  };
  const machine = createMachine({ initial: 'x', states } as never);
  return monitor(system as never, { description: '', machine } as never);
};
const fairFor = (event: string) => (system: AnySystem) => {
  const holdsAt = ({ s }: { s: { value: string } }) => s.value === 'a';
  const fairness = { weak: { named: { event } } };
  return eventually(system as never, { description: '', observes: ['s'], holds: holdsAt, fairness } as never);
};

test('what is sent and nobody handles is a word like any other', async () => {
  expect(await failing(hears('r.RESET'), { PRESET: {} })).toEqual([]);
  expect(await failing(fairFor('RESET'), { PRESET: {} })).toEqual([]);
});

test('what never comes and is near to what an actor takes is told of with what may have been meant', async () => {
  const never = 'property property: the monitor never gets r.PRESTE';
  const hint = '. Did you mean "r.PRESET"?';
  const none = 'property property: the set of steps "named" picks no step';
  expect(await failing(hears('r.PRESTE'), { PRESET: {} })).toEqual([`${never}${hint}`]);
  expect(await failing(hears('r.other'), { PRESET: {} })).toEqual([
    'property property: the monitor never gets r.other',
  ]);
  expect(await failing(fairFor('PRESTE'), { PRESET: {} })).toEqual([`${none}. Did you mean "PRESET"?`]);
  for (const text of [never, `${never}${hint}`, '*never gets*']) {
    const waive = [{ never: text, designs: 'all', reason: 'It is so.' }];
    expect(await failing(hears('r.PRESTE'), { PRESET: {} }, { waive })).toEqual([]);
  }
});

test('what a property speaks of and never happens fails the gate, even if only that property is checked', async () => {
  const system = systemOf();
  const properties = {
    watched: monitor(system, {
      description: '',
      ...watch({ 'node.other': 'y' }, { on: { 'node.start': '.x' } }),
    } as never),
    fine: deadlockFree(system, { legalEnd: () => true }),
  };
  const ofAll = { watched: holds, fine: holds };
  const suite = defineSuite({ system, properties, expect: { default: { one: ofAll, two: ofAll } } });
  const { reasons } = judge(await checkSuite(suite, { properties: ['watched'] }));
  expect(reasons.map(({ what }) => what)).toEqual(['property watched: the monitor never gets node.other']);
  expect(exitCode(reasons)).toBe(3);
});
