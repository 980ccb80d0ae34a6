import fc from 'fast-check';
import type { Actors } from '../system/actor.ts';
import type { Delivery } from '../system/delivery.ts';
import type { Budget, Faults } from '../system/faults.ts';
import { kin } from './kin-arbitrary.ts';
import { MESSAGES, STIMULI, among, defined, sometimes } from './machine-arbitrary.ts';
import type { MachineSpec } from './machine-spec.ts';
import { TICK } from './machine-spec.ts';
import type { CheckSpec } from './system-arbitrary.ts';
import { property, stimuliChoice, stimuliOf } from './system-arbitrary.ts';
import type { ActorSpec, SystemSpec } from './system-spec.ts';
import { smallMachine, timed, twinTimers } from './timed-arbitrary.ts';

/** Generated systems by what they are about. */
export const FAMILIES = ['timed', 'faulty', 'children'] as const;
export type Family = (typeof FAMILIES)[number];

/** The kinds of step a family has. */
export const STEP_KINDS: Readonly<Record<Family, readonly string[]>> = {
  timed: ['stimulus', 'delivery', 'timeout', 'tick'],
  faulty: ['stimulus', 'delivery', 'crash', 'restart', 'lose', 'duplicate'],
  children: ['stimulus', 'delivery', 'timeout', 'tick'],
};

const channel: fc.Arbitrary<Delivery> = fc.record({
  order: among(['fifo', 'unordered'] as const),
  capacity: among([1, 2, 2]),
  whenFull: among(['drop', 'drop', 'drop', 'block', 'inconclusive'] as const),
});
const sync = fc.constant<Delivery>('sync');

/** One delivery for all, and perhaps another for a receiver. */
function deliveries(names: readonly string[], channels: number): fc.Arbitrary<Record<string, Delivery>> {
  const one = fc.oneof({ weight: channels, arbitrary: channel }, { weight: 11 - channels, arbitrary: sync });
  return fc
    .record({ default: one, some: fc.dictionary(among(names), one, { maxKeys: 1 }) })
    .map(({ default: fallback, some }) => ({ default: fallback, ...some }));
}

function actorsOf(
  names: readonly string[],
  machine: (name: string) => fc.Arbitrary<MachineSpec>,
): fc.Arbitrary<ActorSpec[]> {
  return fc.tuple(...names.map(machine)).chain(actorsBy);
}

function actorsBy(charts: readonly MachineSpec[]): fc.Arbitrary<ActorSpec[]> {
  return fc.tuple(
    ...charts.map((chart) =>
      stimuliChoice.map((choice): ActorSpec => ({
        machine: chart,
        copies: 1,
        stimuli: stimuliOf(chart, choice),
      })),
    ),
  );
}

/** Delays of all kinds, untimed or by ticks. */
function timedSystem(): fc.Arbitrary<SystemSpec> {
  // Clocks multiply: most systems of two are too large for brute force.
  const few = { counters: [2, 1], transitions: { min: 0, max: 2 } } as const;
  return among([['a'], ['a'], ['a', 'b'], 'twins' as const]).chain((kind) => {
    const names = kind === 'twins' ? ['a', 'b'] : kind;
    const small = (name: string) => smallMachine(name, names, few);
    const actors =
      kind === 'twins'
        ? fc.tuple(small('a'), small('b')).chain(([a, b]) => twinTimers(a, b).chain(actorsBy))
        : actorsOf(names, (name) => small(name).chain((chart) => timed(chart, names)));
    return fc.record({
      actors,
      delivery: deliveries(names, 4),
      effects: fc.constant({}),
      time: among(['untimed', { tick: TICK }, { tick: TICK }] as const),
    });
  });
}

const budget: fc.Arbitrary<Budget> = among([1, 1, 2, 'unlimited'] as const);

function faultsOf(names: readonly string[]): fc.Arbitrary<Faults<Actors>> {
  const pairs = names.flatMap((from) => names.map((to) => `${from} -> ${to}` as const));
  const channels = sometimes(50, fc.uniqueArray(among([...names, ...pairs]), { minLength: 1, maxLength: 2 }));
  const some = <T>(arbitrary: fc.Arbitrary<T>, chance = 60) => sometimes(chance, arbitrary);
  const crashes = fc.uniqueArray(among(names), { minLength: 1, maxLength: 2 });
  return fc
    .record({
      lose: some(fc.record({ channels, budget }).map(defined)),
      duplicate: some(fc.record({ channels, budget }).map(defined), 75),
      crash: some(fc.record({ actors: crashes, budget }), 80),
      restart: some(fc.record({ actors: sometimes(30, crashes), budget }).map(defined), 80),
    })
    .map(
      ({ restart, ...rest }) =>
        defined({ ...rest, restart: rest.crash === undefined ? undefined : restart }) as never,
    );
}

/** A statechart that sends something whenever it is told to, and counts what comes. */
function talking(name: string, names: readonly string[]): fc.Arbitrary<MachineSpec> {
  return fc
    .record({
      machine: smallMachine(name, names, { counters: [2, 1], transitions: { min: 0, max: 2 } }),
      by: among(STIMULI),
      to: among(names),
      event: among(MESSAGES),
    })
    .map(({ machine, by, to, event }) => ({
      ...machine,
      transitions: [
        { source: machine.states[0]!.name, event: by, actions: [{ do: 'send', to, event, n: 1 } as const] },
        ...machine.transitions,
        { source: '', event, actions: [{ do: 'count', counter: 0, by: 1 } as const] },
      ],
    }));
}

/** Faults of all kinds; now and then every actor belongs to the environment, so that nothing else is sure to happen. */
function faultySystem(): fc.Arbitrary<SystemSpec> {
  const names = ['a', 'b'];
  return fc
    .record({
      actors: actorsOf(names, (name) => talking(name, names)),
      survives: fc.tuple(
        ...names.map(() => sometimes(60, among(['context', ['c0'], ['c1', 'peer']] as const))),
      ),
      mail: fc.tuple(...names.map(() => sometimes(70, among(['absorbed', 'lost', 'kept'] as const)))),
      outside: sometimes(20, fc.constant(true)),
      faults: faultsOf(names),
      delivery: deliveries(names, 10),
    })
    .map(({ actors, survives, mail, outside, faults, delivery }) => ({
      actors: actors.map((actor, i) =>
        defined({ ...actor, survives: survives[i], mail: mail[i], environment: outside }),
      ) as ActorSpec[],
      delivery,
      effects: {},
      faults,
    }));
}

/** Children of all kinds, some with timers, some that throw, some with a parent that crashes. */
function kinSystem(): fc.Arbitrary<SystemSpec> {
  return fc
    .record({
      names: among([['a'], ['a'], ['a', 'b']]),
      live: fc.boolean(),
      clock: sometimes(30, among(['untimed', { tick: TICK }] as const)),
      crash: sometimes(20, budget),
    })
    .chain(({ names, live, clock, crash }) => {
      const few = { counters: [2, 1], transitions: { min: 0, max: 2 }, throws: live } as const;
      const scope = { receivers: names, throws: live, timed: clock !== undefined, depth: 1, ids: false };
      return fc
        .record({
          actors: actorsOf(names, (name) =>
            smallMachine(name, names, few).chain((chart) => kin(chart, scope)),
          ),
          delivery: deliveries(names, 3),
        })
        .map(
          ({ actors, delivery }) =>
            defined({
              actors,
              delivery,
              effects: {},
              time: clock,
              throws: live ? 'as-live' : undefined,
              faults:
                crash === undefined
                  ? undefined
                  : { crash: { actors: ['a'], budget: crash }, restart: { budget: crash } },
            }) as SystemSpec,
        );
    });
}

const SYSTEMS: Readonly<Record<Family, () => fc.Arbitrary<SystemSpec>>> = {
  timed: timedSystem,
  faulty: faultySystem,
  children: kinSystem,
};

/** Small systems of a family, with four to six properties. */
export function familyArbitrary(family: Family): fc.Arbitrary<CheckSpec> {
  return SYSTEMS[family]().chain((system) => {
    const seen = system.actors.flatMap((actor) => [actor, ...kinOf(actor)]);
    const ids = seen.map(({ machine }) => machine.id);
    const judged = property(seen, ids, STEP_KINDS[family]);
    return fc.record({
      system: fc.constant(system),
      properties: fc.array(judged, { minLength: 4, maxLength: 6, size: 'max' }),
    });
  });
}

/** The children that are statecharts, under the names properties see them by. */
function kinOf({ machine }: ActorSpec): ActorSpec[] {
  return Object.entries(machine.kin ?? {}).flatMap(([name, kid]): ActorSpec[] => {
    if ('runs' in kid) return [];
    const chart = { ...kid.machine, id: `${machine.id}/${name}` };
    return [{ machine: chart, copies: kid.count ?? 1, stimuli: { list: [] } }];
  });
}
