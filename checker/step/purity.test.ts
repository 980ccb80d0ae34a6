import { assign, sendTo, setup } from 'xstate';
import { describe, expect, it } from 'vitest';
import { checkSuite } from '../check/check-suite.ts';
import { invariant } from '../property/property.ts';
import { defineSuite, holds } from '../property/suite.ts';
import { actor } from '../system/actor.ts';
import { defineSystem } from '../system/define-system.ts';
import type { Logic } from '../system/actor.ts';

/** The reason of the verdict of a property that always holds, over one actor that may take `go`. */
async function reasonOf(logic: Logic): Promise<string | null> {
  const system = defineSystem({
    name: 'one',
    description: '',
    parameters: {},
    scopes: { default: {} },
    designs: { only: { description: '' } },
    build: () => ({ actors: { it: actor(logic, { stimuli: ['go'] }) } }),
  });
  const always = invariant(system, { description: 'true', observes: ['it'], holds: () => true });
  const suite = defineSuite({
    system,
    properties: { always },
    expect: { default: { only: { always: holds } } },
  });
  const report = await checkSuite(suite);
  const check = report.designs[0]!.checks[0]!;
  expect(check.verdict).toBe('error');
  return check.reason;
}

interface Context {
  list: number[];
  set: Set<string>;
  n: number;
}
interface Args {
  context: Context;
}
const types = { context: {} as Context, events: {} as { type: 'go' } };
const context = () => ({ list: [1], set: new Set<string>(), n: 0 });
const chart = (go: object): Logic =>
  setup({ types }).createMachine({
    id: 'chart',
    context,
    initial: 'on',
    states: { on: { on: { go } } },
  } as never);

describe('a statechart that cannot be relied on is an error that says where', () => {
  it.each([
    [
      'an assign that changes an array in place',
      { actions: assign({ list: ({ context: c }: Args) => (c.list.push(2), c.list) }) },
      'changed it in place',
    ],
    [
      'an assign that changes a Set in place',
      { actions: assign({ set: ({ context: c }: Args) => c.set.add('x') }) },
      'changed it in place',
    ],
    [
      'an assign that draws a random number',
      { actions: assign({ n: () => Math.random() }) },
      'user code called Math.random(), so it is impure',
    ],
    [
      'a guard that reads a variable',
      { guard: flipping(), actions: assign({ n: 1 }) },
      'two calls with the same state and event',
    ],
    [
      'an assign that depends on insertion order',
      {
        actions: assign(({ context: c }: Args) => ({
          set: new Set([...c.set, 'a', 'b']),
          n: [...c.set][0] === 'b' ? 1 : 0,
        })),
      },
      'depends on the order',
    ],
    ['a sendTo without a receiver', { actions: sendToNobody() }, 'sendTo() was given no actor'],
    ['a custom action', { actions: 'page' }, "List it in the system's `effects`"],
  ])('%s', async (_, go, what) => {
    const reason = await reasonOf(chart(go));
    expect(reason).toContain(what);
    expect(reason).toContain('actor it');
  });
});

function flipping(): () => boolean {
  let calls = 0;
  return () => calls++ % 2 === 0;
}

function sendToNobody(): unknown {
  return sendTo((() => undefined) as never, { type: 'go' } as never);
}
