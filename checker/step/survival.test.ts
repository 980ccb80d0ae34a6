import { assign, createMachine, fromTransition } from 'xstate';
import { describe, expect, it, test } from 'vitest';
import type { Logic } from '../system/actor.ts';
import { actor } from '../system/actor.ts';
import type { AnyActorDefinition } from '../system/actor.ts';
import type { Composition } from '../system/define-system.ts';
import { defineSystem } from '../system/define-system.ts';
import { messageOf } from '../testing/charts.ts';
import type { Reached } from '../testing/reachable-graph.ts';
import { reachableGraph } from '../testing/reachable-graph.ts';

/** A system of which one actor may crash once and be restarted once. */
function crashing(
  actors: Record<string, AnyActorDefinition>,
  who: string,
  rest: Partial<Composition<never>> = {},
) {
  return defineSystem({
    name: 'crashing',
    description: '',
    parameters: {},
    scopes: { default: {} },
    designs: { only: { description: '' } },
    build: () => ({
      actors,
      faults: { crash: { actors: [who] as never[], budget: 1 }, restart: { budget: 1 } },
      ...(rest as object),
    }),
  });
}

/** The state after some steps. */
const after = (states: readonly Reached[], ...steps: string[]): Reached =>
  steps.reduce((state, step) => states[state.steps[step] ?? -1]!, states[0]!);

describe('what survives of logic other than a statechart', () => {
  const both = (context: { log: number; seen: number }) => ({
    log: Math.min(2, context.log + 1),
    seen: Math.min(2, context.seen + 1),
  });
  const counter = fromTransition(both, { log: 0, seen: 0 }) as unknown as Logic;
  const kept = (survives: unknown) => {
    const states = reachableGraph(
      crashing({ it: actor(counter, { stimuli: ['go'], survives } as never) }, 'it'),
    );
    return [
      ['it go', 'crash it'],
      ['it go', 'crash it', 'restart it'],
    ].map((steps) => after(states, ...steps).context['it']);
  };

  it('is what its `survives` says, beside what it starts with', () => {
    expect(kept(['log'])).toEqual([{ log: 1 }, { log: 1, seen: 0 }]);
    expect(kept('context')).toEqual([
      { log: 1, seen: 1 },
      { log: 1, seen: 1 },
    ]);
    expect(kept('nothing')).toEqual([{}, { log: 0, seen: 0 }]);
  });

  it('cannot be some keys of what has none', async () => {
    const number = fromTransition((n: number) => Math.min(2, n + 1), 0) as unknown as Logic;
    const said = await messageOf(crashing({ it: actor(number, { stimuli: ['go'], survives: ['n'] }) }, 'it'));
    expect(said).toContain('some keys of its context survive a crash, and it has no context with keys');
  });
});

test('what survives is for one actor, and for no child of the same logic', () => {
  interface Count {
    context: { n: number };
  }
  const once = { guard: ({ context }: Count) => context.n < 1, actions: assign({ n: 1 }) };
  const logic = createMachine({ id: 'count', context: { n: 0 }, on: { go: once } } as never) as Logic;
  const chart = {
    id: 'parent',
    initial: 'on',
    states: { on: { invoke: { id: 'kid', src: logic }, on: { again: { target: 'on', reenter: true } } } },
  };
  const children = { kid: { stimuli: ['go'] } };
  // The child comes first, and what survives of the other has to be seen to all the same.
  const p = actor(createMachine(chart as never) as Logic, { stimuli: ['again'], children });
  const other = actor(logic, { stimuli: ['go'], survives: 'context' } as never);
  const states = reachableGraph(crashing({ p, other }, 'other'));
  const back = after(states, 'p/kid go', 'other go', 'crash other', 'restart other', 'p again');
  expect([back.context['other'], back.context['p/kid']]).toEqual([{ n: 1 }, { n: 0 }]);
});

test('a crash takes along what has lost its parent before', () => {
  const oops = {
    on: {
      go: {
        guard: () => {
          throw new Error('oops');
        },
      },
    },
  };
  const kid = createMachine({ initial: 'on', states: { on: {} } });
  const middle = createMachine({ invoke: { id: 'kid', src: kid }, ...oops } as never);
  const chart = {
    initial: 'up',
    states: { up: { invoke: { id: 'm', src: middle, onError: 'alone' } }, alone: {} },
  };
  const p = actor(createMachine(chart as never) as Logic, { children: { m: { stimuli: ['go'] } } });
  const states = reachableGraph(crashing({ p }, 'p', { throws: 'as-live' }));
  expect(after(states, 'p/m go').at).toMatchObject({ p: 'alone', 'p/m/kid': 'on' });
  expect(after(states, 'p/m go', 'crash p').at).toMatchObject({ p: 'crashed', 'p/m/kid': 'not there' });
});
