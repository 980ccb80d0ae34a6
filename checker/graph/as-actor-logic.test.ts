import { TestModel, getAdjacencyMap, getShortestPaths } from '@xstate/graph';
import { getShortestPaths as getShortestPathsOfXState } from 'xstate/graph';
import { assign, sendTo, setup } from 'xstate';
import { describe, expect, test } from 'vitest';
import lockServer from '../../examples/lock-server/lock-server.suite.ts';
import retryQueue from '../../examples/retry-queue/retry-queue.suite.ts';
import ring from '../../examples/ring/ring.suite.ts';
import type { Suite } from '../index.ts';
import { actor, checkSuite, defineSystem } from '../index.ts';
import { instantiate } from '../system/instance.ts';
import { asActorLogic } from './as-actor-logic.ts';

// Systems with ordered channels, references in contexts and messages, and a queue that drops what does not fit.
const suites: [string, string, Suite][] = [
  ['lock-server', 'confirms-release', lockServer],
  ...Object.keys(retryQueue.system.designs).map((design): [string, string, Suite] => [
    'retry-queue',
    design,
    retryQueue,
  ]),
  ...Object.keys(ring.system.designs).map((design): [string, string, Suite] => ['ring', design, ring]),
];

describe('a system as actor logic', () => {
  test.each(suites)(
    '%s, %s: as many states, steps and levels as the search has',
    async (_name, design, suite) => {
      const report = await checkSuite(suite, { designs: [design] });
      const { states, transitions, depth } = report.designs[0]!.search!;
      const logic = asActorLogic(instantiate(suite.system, { design }));
      const map = Object.values(getAdjacencyMap(logic, logic.traversal));
      const paths = getShortestPaths(logic, logic.traversal);
      expect({
        states: map.length,
        transitions: map.reduce((sum, state) => sum + Object.keys(state.transitions).length, 0),
        depth: Math.max(...paths.map((path) => path.weight)),
      }).toEqual({ states, transitions, depth });
    },
  );

  test('its shortest path to a state is as long as the witness of the search', () => {
    const logic = asActorLogic(instantiate(ring.system, { design: 'passes-everything' }));
    const leaders = (states: Readonly<Record<string, string>>) =>
      Object.values(states).filter((state) => state === 'leading').length;
    const options = {
      ...logic.traversal,
      toState: ({ states }: { states: Readonly<Record<string, string>> }) => leaders(states) > 1,
    };
    const lengths = getShortestPaths(logic, options).map((path) => path.weight);
    expect(Math.min(...lengths)).toBe(9);
    expect(Math.min(...getShortestPathsOfXState(logic, options).map((path) => path.weight))).toBe(9);
    const [first] = getShortestPaths(logic, options);
    expect(first!.steps.slice(0, 3).map((step) => step.event.type)).toEqual([
      'xstate.init',
      'node-1: start',
      expect.stringMatching(/^node-\d: /),
    ]);
  });

  test('a test model finds its paths', () => {
    const logic = asActorLogic(instantiate(ring.system, { design: 'chang-roberts' }));
    const paths = new TestModel(logic, logic.traversal).getShortestPaths();
    expect(paths.at(0)?.steps.map((step) => step.event.type)).toEqual([
      'xstate.init',
      ...Array.from({ length: 8 }, () => expect.stringContaining('node-') as string),
    ]);
  });

  test('takes events that were written down and read again', () => {
    const logic = asActorLogic(instantiate(ring.system, { design: 'chang-roberts' }));
    const start = logic.getInitialSnapshot({} as never, undefined);
    const [event] = logic.traversal.events(start);
    const again = logic.transition(start, JSON.parse(JSON.stringify(event)), {} as never);
    expect(logic.traversal.serializeState(again)).toBe(
      logic.traversal.serializeState(logic.transition(start, event!, {} as never)),
    );
  });
});

const box = setup({
  types: { context: {} as { letters: number }, events: {} as { type: 'letter' } },
  actions: { keep: assign({ letters: ({ context }) => context.letters + 1 }) },
}).createMachine({
  id: 'box',
  context: { letters: 0 },
  on: { letter: { guard: ({ context }) => context.letters < 3, actions: 'keep' } },
});
const writer = setup({
  types: { events: {} as { type: 'write' } },
  actions: { send: sendTo(({ system }) => system.get('box'), { type: 'letter' }), toss: () => undefined },
}).createMachine({ id: 'writer', entry: 'toss', on: { write: { actions: 'send' } } });
const post = defineSystem({
  name: 'post',
  description: 'Somebody writes letters.',
  parameters: {},
  scopes: { default: {} },
  designs: {
    overflows: { description: 'The channel is too small, and nothing says what happens then.' },
    blocks: { description: 'A letter waits until there is room.', options: { whenFull: 'block' } },
    tosses: { description: 'Starting has two outcomes.', options: { choice: true } },
  },
  build: ({ options }) => ({
    actors: { writer: actor(writer, { stimuli: ['write'] }), box: actor(box) },
    delivery: { order: 'fifo', capacity: 2, whenFull: options.whenFull ?? 'inconclusive' },
    effects: {
      toss: options.choice ? () => ({ choice: [[], [{ to: 'box', event: { type: 'letter' } }]] }) : 'ignore',
    },
  }),
});

describe('what the library cannot be told', () => {
  test('a full channel without a policy is an error; one that blocks is not', () => {
    const overflows = asActorLogic(instantiate(post, { design: 'overflows' }));
    expect(() => getAdjacencyMap(overflows, overflows.traversal)).toThrow(
      /actor writer, event write: a channel is full/,
    );
    const blocks = asActorLogic(instantiate(post, { design: 'blocks' }));
    expect(Object.keys(getAdjacencyMap(blocks, blocks.traversal))).toHaveLength(12);
  });

  test('several ways to start are an error', () => {
    const tosses = asActorLogic(instantiate(post, { design: 'tosses' }));
    expect(() => getAdjacencyMap(tosses, tosses.traversal)).toThrow(/post can start in several ways/);
  });

  test('a limit ends the traversal with the error of the library, not with part of the states', () => {
    const logic = asActorLogic(instantiate(ring.system, { design: 'chang-roberts' }));
    expect(() => getAdjacencyMap(logic, { ...logic.traversal, limit: 5 })).toThrow(
      'Traversal limit exceeded',
    );
  });
});
