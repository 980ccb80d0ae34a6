import { createMachine, emit, raise } from 'xstate';
import { expect, test } from 'vitest';
import { monitor } from '../property/monitor.ts';
import { defineSuite, holds } from '../property/suite.ts';
import type { Property } from '../property/property.ts';
import { deadlockFree } from '../property/property.ts';
import { eventually } from '../property/temporal-properties.ts';
import { actor, replicas } from '../system/actor.ts';
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
  [{ 'nodes.start': 'y' }, 'the monitor names an event of no actor: "nodes.start". Did you mean "node.*"?'],
  [{ 'node-1.start': 'y' }, 'an event of no actor: "node-1.start"'],
  [
    { 'node.strat': 'y' },
    'the monitor names, of "node", an event that no statechart takes: "strat". Did you mean "start"?',
  ],
  [{ 'node.crahs': 'y' }, 'Did you mean "crash"?'],
])('a monitor that hears %j is refused, even if it is not asked for', async (on, words) => {
  expect(await watching(on)).toContain('suite small: property "property": ');
  expect(await watching(on)).toContain(words);
});

test('a monitor may hear what is there in another design or scope, is emitted, raised, or near to nothing', async () => {
  const anything = {
    'extra.start': 'y',
    'late.start': 'y',
    'node.*': 'y',
    '*': 'y',
    tick: 'y',
    'node.other': 'y',
  };
  expect(await watching(anything)).toBe('');
  expect(await watching({ 'node.started': 'y' }, {}, systemOf({ entry: emit({ type: 'started' }) }))).toBe(
    '',
  );
  expect(await watching({ back: 'y' }, { entry: raise({ type: 'back' }) })).toBe('');
  expect(await watching({ 'node.strat': 'y' }, {}, systemOf({ on: { '*': {} } }))).toBe('');
});

test.each([
  [
    { event: 'strat' },
    'the set of steps "named" names an event that no statechart takes: "strat". Did you mean "start"?',
  ],
  [
    { actor: 'nodes' },
    'the set of steps "named" names an actor that is not there: "nodes". Did you mean "node"?',
  ],
])('a set of steps %j is refused, even if it is not asked for', async (pattern, words) => {
  expect(await assuming(pattern)).toContain(words);
});

test('a set of steps may name what is there in another design or scope', async () => {
  for (const pattern of [
    { actor: 'extra' },
    { from: 'late' },
    { actor: 'node-7' },
    { event: 'tick' },
    { event: 'zap' },
  ])
    expect(await assuming(pattern)).toBe('');
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
