import type { AnyMachineSnapshot } from 'xstate';
import { assign, sendTo, setup } from 'xstate';
import { describe, expect, test } from 'vitest';
import { actor, defineSystem, replicas } from '../index.ts';
import { instantiate } from '../system/instance.ts';
import type { ChartCoverage } from './chart-coverage.ts';
import { chartCoverage } from './chart-coverage.ts';

// A lamp with what trips up @xstate/graph by itself: a history state, a wildcard, eventless transitions, a
// payload, and another actor that it asks. `broken` is out of reach of its system, not of its chart.
const lamp = setup({
  types: {
    context: {} as { level: number },
    events: {} as { type: 'on' | 'off' | 'pull' | 'smash' } | { type: 'dim'; by: number },
  },
  guards: { dimmedOut: ({ context }) => context.level === 0 },
  actions: {
    dim: assign({
      level: ({ context, event }) => Math.max(0, context.level - (event.type === 'dim' ? event.by : 0)),
    }),
    report: sendTo(({ system }) => system.get('meter'), { type: 'used' }),
  },
}).createMachine({
  id: 'lamp',
  context: { level: 2 },
  initial: 'out',
  states: {
    out: { on: { on: { target: 'lit.before', actions: 'report' }, smash: 'broken' } },
    lit: {
      initial: 'white',
      on: { off: 'out' },
      states: {
        white: { on: { pull: 'red' } },
        red: {
          on: { '*': { actions: 'dim' } },
          always: { guard: 'dimmedOut', target: 'dark' },
        },
        dark: {},
        before: { type: 'history' },
      },
    },
    broken: { on: { on: { actions: 'report' } } },
  },
});
const meter = setup({
  types: { context: {} as { times: number }, events: {} as { type: 'used' } },
  guards: { hasRoom: ({ context }) => context.times < 2 },
}).createMachine({
  id: 'meter',
  context: { times: 0 },
  on: { used: { guard: 'hasRoom', actions: assign({ times: ({ context }) => context.times + 1 }) } },
});
const endless = meter.provide({ guards: { hasRoom: () => true } });
const room = defineSystem({
  name: 'room',
  description: 'A lamp and a meter.',
  parameters: {},
  scopes: { default: {} },
  designs: {
    careful: { description: 'Nobody smashes the lamp.' },
    endless: { description: 'A meter that counts for ever.', options: { endless: true } },
  },
  build: ({ options }) => ({
    actors: {
      lamp: actor(lamp, { stimuli: ['on', 'off', 'pull', { type: 'dim', by: 1 }] }),
      meter: actor(options.endless ? endless : meter),
      idle: replicas(2, setup({}).createMachine({ id: 'idle', initial: 'only', states: { only: {} } })),
    },
    delivery: 'sync',
  }),
});

const careful = instantiate(room, { design: 'careful' });
const byActor = (charts: readonly ChartCoverage[]) =>
  Object.fromEntries(charts.map((chart) => [chart.actor, chart]));

describe('the statecharts of a system, with the events that reach them in it', () => {
  const { lamp: ofLamp, meter: ofMeter, 'idle-2': ofIdle } = byActor(chartCoverage(careful));

  test('shortest paths to each state, null for one out of reach', () => {
    expect(Object.fromEntries(ofLamp!.states)).toEqual({
      out: [],
      lit: ['on'],
      'lit.white': ['on'],
      'lit.red': ['on', 'pull'],
      'lit.dark': ['on', 'pull', 'dim', 'dim'],
      broken: null,
    });
    expect(Object.fromEntries(ofIdle!.states)).toEqual({ only: [] });
  });

  test('shortest paths that take each transition: wildcard, history and eventless ones too', () => {
    expect(Object.fromEntries(ofLamp!.transitions)).toEqual({
      'out --on--> lit.before': ['on'],
      'out --smash--> broken': null,
      'lit --off--> out': ['on', 'off'],
      'lit.white --pull--> lit.red': ['on', 'pull'],
      'lit.red --*--> (stays)': ['on', 'pull', 'on'],
      'lit.red --always--> lit.dark [dimmedOut]': ['on', 'pull', 'dim', 'dim'],
      'broken --on--> (stays)': null,
    });
  });

  test('the snapshots of the search, told apart by context and history', () => {
    // By state and level alone there are six; what is remembered of the time before it went out doubles that:
    // out 3, white 2, red 4 (the wildcard keeps it from going out), dark 3.
    expect([ofLamp!.snapshots, ofLamp!.searched!.snapshots]).toEqual([12, 12]);
    expect([...ofLamp!.searched!.states].sort()).toEqual(['lit', 'lit.dark', 'lit.red', 'lit.white', 'out']);
    expect([ofMeter!.snapshots, ofMeter!.searched!.snapshots]).toEqual([3, 3]);
    expect([ofLamp!.chart, ofIdle!.chart]).toEqual(['lamp', 'idle']);
  });
});

describe('with events of one’s own', () => {
  test('a chart is walked by itself, further than its system takes it', () => {
    const types = ['on', 'off', 'pull', 'smash'].map((type) => ({ type }));
    const { lamp: ofLamp, meter: ofMeter } = byActor(chartCoverage(careful, { events: { lamp: types } }));
    expect(ofLamp!.states.get('broken')).toEqual(['smash']);
    expect(ofLamp!.states.get('lit.dark')).toBeNull();
    expect(ofLamp!.searched).toBeNull();
    expect(ofMeter!.searched!.snapshots).toBe(3);
  });

  test('they may depend on the snapshot', () => {
    const events = {
      lamp: (snapshot: AnyMachineSnapshot) => (snapshot.matches('out') ? [{ type: 'on' }] : []),
    };
    const { lamp: ofLamp } = byActor(chartCoverage(careful, { events }));
    expect(ofLamp!.snapshots).toBe(2);
  });

  test('they must be for an actor there is', () => {
    expect(() => chartCoverage(careful, { events: { lmap: [] } })).toThrow(
      /"lmap", which is no actor of room. Its actors: lamp, meter, idle/,
    );
  });
});

describe('what does not end', () => {
  const endlessRoom = instantiate(room, { design: 'endless' });

  test('a search beyond its limit is an error', () => {
    expect(() => chartCoverage(endlessRoom, { maxStates: 200 })).toThrow(
      /room, endless: the system cannot be searched whole \(max-states\)/,
    );
  });

  test('a chart beyond its limit is an error that names it', () => {
    const events = { lamp: [], idle: [], meter: [{ type: 'used' }] };
    expect(() => chartCoverage(endlessRoom, { events, limit: 100 })).toThrow(
      /^meter: its statechart alone takes more than 100 steps/,
    );
    expect(() => chartCoverage(careful, { events, limit: 100 })).not.toThrow();
  });

  test('what user code throws is passed on', () => {
    const events = {
      lamp: () => {
        throw new Error('no events today');
      },
    };
    expect(() => chartCoverage(careful, { events })).toThrow('no events today');
  });
});
