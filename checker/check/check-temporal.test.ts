import { createMachine, fromPromise } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { Property } from '../property/property.ts';
import {
  alwaysEventually,
  alwaysPossible,
  eventually,
  eventuallyAlways,
  leadsTo,
  until,
} from '../property/temporal-properties.ts';
import { actor, replicas } from '../system/actor.ts';
import { defineSystem } from '../system/define-system.ts';
import { check, smallSystem } from '../testing/charts.ts';

const runner = createMachine({
  id: 'runner',
  initial: 'a',
  states: { a: { on: { go: 'b' } }, b: { on: { go: 'c' } }, c: { on: { go: 'a' } } },
});

const system = defineSystem({
  name: 'small',
  description: '',
  parameters: {},
  scopes: { default: {} },
  designs: { only: { description: '' } },
  build: () => ({
    actors: { runner: actor(runner, { stimuli: ['go'] as never }), nobody: replicas(0, runner) },
    delivery: 'sync',
  }),
});

type Where = (state: { runner: { value: unknown }; nobody: readonly unknown[] }) => boolean;

/** One property of each temporal kind over the same actors, all true where `holds` is. */
function ofEachKind(observes: string[], holds: Where): Record<string, Property> {
  const common = { description: '', observes };
  const clause = { ...common, holds } as never;
  const leading = { ...common, when: () => true, eventually: holds } as never;
  const keeping = { ...common, holds: () => true, until: holds } as never;
  return {
    leadsTo: leadsTo(system, leading),
    eventually: eventually(system, clause),
    alwaysEventually: alwaysEventually(system, clause),
    eventuallyAlways: eventuallyAlways(system, clause),
    until: until(system, keeping),
    alwaysPossible: alwaysPossible(system, clause),
  };
}

async function verdictsOf(properties: Record<string, Property>, maxStates?: number) {
  const { checks } = await check(system, properties, maxStates === undefined ? {} : { maxStates });
  return Object.fromEntries(checks.map(({ property, verdict }) => [property, verdict]));
}

describe('what a temporal pass may not rest on', () => {
  test('actors that the scope has none of', async () => {
    const verdicts = await verdictsOf(ofEachKind(['nobody'], ({ nobody }) => nobody.every(() => false)));
    expect(new Set(Object.values(verdicts))).toEqual(new Set(['vacuous']));
  });

  test('a space that was not searched whole', async () => {
    const properties = ofEachKind(['runner'], ({ runner: { value } }) => value === 'c');
    const whole = await verdictsOf(properties);
    expect(whole).toMatchObject({ leadsTo: 'holds', eventuallyAlways: 'violated', alwaysPossible: 'holds' });
    const cut = await verdictsOf(properties, 2);
    expect(new Set(Object.values(cut))).toEqual(new Set(['inconclusive']));
  });
});

test('a run that goes round is a violation, however little of the space was searched', async () => {
  const never = { description: '', observes: ['runner'], holds: () => false } as never;
  const { checks } = await check(system, { never: eventually(system, never) });
  expect(checks[0]).toMatchObject({
    verdict: 'violated',
    steps: 3,
    counterexample: { forever: { from: 0 } },
  });
});

test('to observe what is no actor is an error of the property', async () => {
  const wrong = { description: '', observes: ['runer'], holds: () => true } as never;
  const { checks } = await check(system, { wrong: eventually(system, wrong) });
  expect(checks[0]).toMatchObject({
    verdict: 'error',
    reason: expect.stringContaining('"runner"') as string,
  });
});

test('a step that fails is run once, however many states it fails in', async () => {
  let calls = 0;
  const boom = () => {
    calls++;
    throw new Error('boom');
  };
  const failing = createMachine({ on: { go: { guard: boom, actions: () => undefined } } });
  const parts = {
    runner: { logic: runner, stimuli: ['go'] },
    failing: { logic: failing, stimuli: ['go'] },
  };
  const small = smallSystem(parts);
  const never = { description: '', observes: ['runner'], holds: () => false } as never;
  const { checks } = await check(small, { never: alwaysEventually(small, never) });
  expect(checks[0]?.verdict).toBe('error');
  expect(calls).toBe(1);
});

describe('a promise', () => {
  const src = fromPromise(() => Promise.resolve());
  // The same is asked twice, with another input.
  const twice = createMachine({
    id: 'asking',
    initial: 'idle',
    states: {
      idle: { on: { ask: 'first' } },
      first: { invoke: { id: 'answer', src, input: 1, onDone: 'second' } },
      second: { invoke: { id: 'answer', src, input: 2, onDone: 'end' } },
      end: {},
    },
  });
  const comesOf = (child: object) =>
    defineSystem({
      name: 'asking',
      description: '',
      parameters: {},
      scopes: { default: {} },
      designs: { only: { description: '' } },
      build: () => ({
        actors: { asking: actor(twice, { stimuli: ['ask'] as never, children: { answer: child } }) },
      }),
    });
  const comesTo = async (child: object) => {
    const asks = comesOf(child);
    const from = (when: string, then: string) =>
      leadsTo(asks, {
        description: '',
        observes: ['asking'],
        when: ({ asking: { value } }) => value === when,
        eventually: ({ asking: { value } }) => value === then,
      });
    const { checks } = await check(asks, { first: from('first', 'second'), second: from('second', 'end') });
    return checks.map(({ verdict }) => verdict);
  };

  test('of which a function of its input says that it may never end, need not', async () => {
    const outcomes = (input: number) => [{ output: 0 }, ...(input === 1 ? [] : ['never' as const])];
    expect(await comesTo({ outcomes })).toEqual(['holds', 'violated']);
  });

  test('that may never end need not, though it is none of the environment', async () => {
    const outcomes = [{ output: 0 }, 'never'];
    expect(await comesTo({ outcomes, environment: false })).toEqual(['violated', 'violated']);
  });
});

test.each([
  [{ environment: true }, {}, 'violated'],
  [{ environment: true }, { environment: false }, 'holds'],
  [{}, {}, 'holds'],
])(
  'where an actor is %j, its child with %j: that the child acts in the end is %s',
  async (parent, child, verdict) => {
    const clerk = createMachine({
      id: 'clerk',
      initial: 'waits',
      states: { waits: { on: { go: 'gone' } }, gone: { type: 'final' } },
    });
    const office = createMachine({
      id: 'office',
      initial: 'open',
      states: { open: { invoke: { id: 'clerk', src: clerk, onDone: 'closed' } }, closed: {} },
    });
    const options = { ...parent, children: { clerk: { stimuli: ['go'], ...child } } };
    const staffed = defineSystem({
      name: 'staffed',
      description: '',
      parameters: {},
      scopes: { default: {} },
      designs: { only: { description: '' } },
      build: () => ({ actors: { office: actor(office, options as never) } }),
    });
    const closes = eventually(staffed, {
      description: '',
      observes: ['office'],
      holds: ({ office: { value } }) => value === 'closed',
    });
    expect((await check(staffed, { closes })).checks[0]!.verdict).toBe(verdict);
  },
);
