import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { assign, createActor, createMachine } from 'xstate';
import { describe, expect, it } from 'vitest';
import { regionOrderMatters, snapshotKey } from './snapshot-key.ts';

/** Notes that something happened, in order. */
const note = (what: string) =>
  assign({ log: ({ context }: { context: { log: string } }) => context.log + what });
const forget = assign({ log: '' });
/** Taken once in a step, then off until `log` is forgotten. */
const once = (what: string) => ({
  guard: ({ context, event }: { context: { log: string }; event: { type: string } }) =>
    event.type === 'probe' && !context.log.includes(what),
  actions: note(what),
});
const two = (extra: object = {}) => ({ initial: 'x', states: { x: {}, y: {} }, ...extra });

function after(machine: AnyStateMachine, events: readonly string[]): AnyMachineSnapshot {
  const live = createActor(machine).start();
  for (const type of events) live.send({ type });
  return live.getSnapshot() as AnyMachineSnapshot;
}

/** Two ways to what looks like one state, told apart by `probe`. */
const CASES: Readonly<Record<string, { config: object; one: string[]; other: string[] }>> = {
  'history remembers another state': {
    config: {
      initial: 'on',
      states: {
        on: {
          ...two({ on: { x: '.x', y: '.y' } }),
          states: { x: { entry: note('x') }, y: { entry: note('y') }, h: { type: 'history' } },
        },
        off: { on: { probe: 'on.h' } },
      },
      on: { off: { target: '.off', actions: forget } },
    },
    one: ['x', 'off'],
    other: ['y', 'off'],
  },
  'eventless transitions of two regions were entered in another order': {
    config: {
      type: 'parallel',
      states: {
        p: two({ always: once('p'), on: { x: '.x', y: '.y' } }),
        q: two({ always: once('q') }),
      },
      on: { probe: { actions: forget } },
    },
    one: [],
    other: ['y', 'x'],
  },
  'a region and the state above it have eventless transitions': {
    config: {
      type: 'parallel',
      always: once('r'),
      states: {
        p: two({ always: once('p'), on: { x: '.x', y: '.y' } }),
        q: two(),
      },
      on: { probe: { actions: forget } },
    },
    one: [],
    other: ['y', 'x'],
  },
  'XState left a state for its own history, which keeps it out of the active nodes': {
    config: {
      initial: 's',
      states: {
        s: {
          type: 'parallel',
          exit: note('left'),
          states: {
            p: two({ on: { inside: '#s.h', outside: { target: '#s' }, probe: { target: '#s' } } }),
            q: two(),
            h: { type: 'history' },
          },
          id: 's',
          on: { forget: { actions: forget } },
        },
      },
    },
    one: ['inside', 'forget'],
    other: ['outside', 'forget'],
  },
};

describe('the key of a local state', () => {
  it.each(Object.entries(CASES))('tells apart what behaves differently: %s', (_, { config, one, other }) => {
    const machine = createMachine({ context: { log: '' }, ...config } as never) as unknown as AnyStateMachine;
    const [a, b] = [one, other].map((events) => after(machine, events));
    const logs = [one, other].map(
      (events) => (after(machine, [...events, 'probe']).context as { log: string }).log,
    );
    expect([a!.value, a!.context]).toEqual([b!.value, b!.context]);
    expect(logs[0]).not.toBe(logs[1]);
    const orderMatters = regionOrderMatters(machine);
    expect(snapshotKey(a!, orderMatters)).not.toBe(snapshotKey(b!, orderMatters));
  });

  it('does not tell apart the orders in which regions were entered where nothing depends on it', () => {
    const machine = createMachine({
      type: 'parallel',
      states: { p: two({ always: once('p'), on: { x: '.x', y: '.y' } }), q: two() },
      context: { log: '' },
    } as never) as unknown as AnyStateMachine;
    const [a, b] = [after(machine, []), after(machine, ['y', 'x'])];
    expect(a._nodes.map(({ id }) => id)).not.toEqual(b._nodes.map(({ id }) => id));
    expect(snapshotKey(a, regionOrderMatters(machine))).toBe(snapshotKey(b, regionOrderMatters(machine)));
  });
});
